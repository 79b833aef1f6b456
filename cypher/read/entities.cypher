// Purpose: Entities as each content writes them.
// Parameters: $keys (LIST<STRING>: keys of entities)
// Result: rows (LIST<LIST>: id, folded name, name, kind, content)
UNWIND $keys AS key
MATCH (e:Entity {key: key})<-[t:TELLS_OF]-()
RETURN collect([e.id, t.key, t.name, t.kind, t.content]) AS rows
