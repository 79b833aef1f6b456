// Purpose: Entities as each content writes them.
// Parameters: $keys (LIST<STRING>: keys of entities)
// Result: rows (LIST<LIST>: id, folded name, name, kind, content)
UNWIND $keys AS key
MATCH (e:Entity {key: key})<-[t:TELLS_OF]-(c:Content)
RETURN collect([
    substring(e.key, 8), coalesce(t.key, e.folded), coalesce(t.name, e.name), coalesce(t.kind, e.kind, ''), c.row
]) AS rows
