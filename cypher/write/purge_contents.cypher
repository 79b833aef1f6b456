// Purpose: Forget the contents of a source with their sections and passages. The revisions stay, without a content and without
//          words.
// Parameters: $source (INTEGER: row)
// Result: none
MATCH (content:Content {source: $source})
OPTIONAL MATCH (content)<-[:CARRIES]-(r:Revision)
REMOVE r.content
WITH DISTINCT content
OPTIONAL MATCH (content)-[:CONTAINS]->(passage:Passage)
WITH content, collect(passage) AS passages
OPTIONAL MATCH (content)<-[:SECTION_OF]-(section:Section)
WITH content, passages, collect(section) AS sections
FOREACH (passage IN passages | DETACH DELETE passage)
FOREACH (section IN sections | DETACH DELETE section)
DETACH DELETE content
