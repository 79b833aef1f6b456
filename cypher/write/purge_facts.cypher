// Purpose: Forget the facts that only the passages of a source assert, with the values that only they have.
// Parameters: $source (INTEGER: row)
// Result: none
MATCH (content:Content {source: $source})-[:CONTAINS]->(:Passage)-[:ASSERTS]->(fact:Fact)
WITH DISTINCT fact
WHERE NOT EXISTS { (fact)<-[:ASSERTS]-(other:Passage) WHERE NOT EXISTS { (:Content {source: $source})-[:CONTAINS]->(other) } }
OPTIONAL MATCH (fact)-[:OBJECT]->(literal:Literal)
WITH collect(fact) AS facts, collect(DISTINCT literal) AS literals
FOREACH (fact IN facts | DETACH DELETE fact)
WITH literals
UNWIND literals AS literal
WITH literal
WHERE NOT EXISTS { (literal)<-[:OBJECT]-(:Fact) }
DETACH DELETE literal
