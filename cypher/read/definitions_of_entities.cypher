// Purpose: Where these entities are defined.
// Parameters: $keys (LIST<STRING>: keys of entities)
// Result: rows (LIST<LIST>: passage, entity's id, name, strength, basis)
UNWIND $keys AS key
MATCH (e:Entity {key: key})<-[d:DEFINES]-(p:Passage)
RETURN collect([p.row, substring(e.key, 8), d.key, d.strength, d.basis]) AS rows
