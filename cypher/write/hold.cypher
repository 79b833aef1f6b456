// Purpose: When revisions as a whole, and sections as carried by a revision, are in force, as known from now on.
// Parameters: $whole (LIST<MAP>: source, revision, state (MAP: the edge's properties)), $parts (LIST<MAP>: revision, section,
//             state)
// Result: none
CALL () {
    UNWIND $whole AS row
    MATCH (source:Source {row: row.source})
    MATCH (r:Revision {row: row.revision})
    CREATE (source)-[held:HOLDS]->(r)
    SET held = row.state
}
CALL () {
    UNWIND $parts AS row
    MATCH (r:Revision {row: row.revision})
    MATCH (section:Section {row: row.section})
    CREATE (r)-[held:HOLDS]->(section)
    SET held = row.state
}
