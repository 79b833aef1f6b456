// Purpose: New facts whose object is a value.
// Parameters: $rows (LIST<MAP>: subject (key), object (key), fact (MAP: its properties))
// Result: none
UNWIND $rows AS row
MATCH (subject:Entity {key: row.subject})
MATCH (object:Literal {key: row.object})
CREATE (subject)<-[:SUBJECT]-(fact:Fact)-[:OBJECT]->(object)
SET fact = row.fact
