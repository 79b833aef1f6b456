// Purpose: Forget the summaries that hold words of a source.
// Parameters: $source (INTEGER: row)
// Result: none
MATCH (content:Content {source: $source})-[:CONTAINS]->(passage:Passage)<-[:CITES]-(summary:Summary)
WITH DISTINCT summary
DETACH DELETE summary
