// Purpose: The other half of a hop: the passages that may name these entities.
// Parameters: $keys (LIST<STRING>: keys of entities)
// Result: rows (LIST<LIST>: passage)
UNWIND $keys AS key
MATCH (e:Entity {key: key})<-[:MENTIONS]-(p:Passage)
WITH DISTINCT p.row AS passage
RETURN collect([passage]) AS rows
