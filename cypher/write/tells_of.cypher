// Purpose: The entities of a content: nodes that all share, and edges that say only how this content writes them in another
//          way. `handle` is on the first edge alone of those that write an entity in one way, so that what may be alike is
//          found however many tell of it.
// Parameters: $content (INTEGER: row), $tenant (INTEGER: row), $rows (LIST<LIST>: key, folded name, name, kind, handle (or
//             null))
// Result: none
MATCH (content:Content {row: $content})
UNWIND $rows AS row
MERGE (entity:Entity {key: row[0]})
ON CREATE SET entity.tenant = $tenant, entity.folded = row[1], entity.name = row[2], entity.kind = nullIf(row[3], '')
CREATE (content)-[:TELLS_OF {
    handle: row[4], key: nullIf(row[1], entity.folded), name: nullIf(row[2], entity.name), kind: nullIf(row[3], coalesce(entity.kind, ''))
}]->(entity)
