// Purpose: The least that a load of triples can be: two entities and an edge between them. What a bench compares the whole
//          write path with.
// Parameters: $rows (LIST<MAP>: subject, predicate, object; subject and object as keys of entities)
// Result: none
UNWIND $rows AS row
MERGE (subject:Entity {key: row.subject})
MERGE (object:Entity {key: row.object})
CREATE (subject)-[stated:STATES]->(object)
SET stated.predicate = row.predicate
