// Purpose: Communities of entities, each within the one above it. They come by level, the coarsest first.
// Parameters: $rows (LIST<MAP>: parent (key or null), members (LIST<STRING>: keys of entities), community (MAP: its
//             properties))
// Result: none
UNWIND $rows AS row
CREATE (community:Community)
SET community = row.community
WITH collect({row: row, community: community}) AS made
UNWIND made AS each
CALL (each) {
    WITH each.row AS row, each.community AS community
    MATCH (above:Community {key: row.parent})
    CREATE (community)-[:WITHIN]->(above)
}
CALL (each) {
    WITH each.row AS row, each.community AS community
    UNWIND row.members AS member
    MATCH (entity:Entity {key: member})
    CREATE (community)-[:MEMBER]->(entity)
}
