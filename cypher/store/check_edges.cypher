// Purpose: Derived edges that are neither open nor closed, or not between the nodes that they name.
// Parameters: none
// Result: kind, row
CALL () {
    MATCH (source:Source)-[held:HOLDS]->(r:Revision)
    WHERE (held.open_of IS NULL) <> (held.closed IS NOT NULL) OR held.source <> source.row OR held.revision <> r.row
    RETURN 'state' AS kind, held.row AS row
    UNION
    MATCH (r:Revision)-[held:HOLDS]->(section:Section)
    WHERE (held.open_of IS NULL) <> (held.closed IS NOT NULL) OR held.section <> section.row OR held.revision <> r.row
    RETURN 'state' AS kind, held.row AS row
    UNION
    MATCH (newer:Revision)-[edge:SUPERSEDES]->(older:Revision)
    WHERE (edge.open_of IS NULL) <> (edge.closed IS NOT NULL) OR edge.newer <> newer.row OR edge.older <> older.row
    RETURN 'supersession' AS kind, edge.row AS row
    UNION
    MATCH (again:Revision)-[edge:REPEATS]->(first:Revision)
    WHERE (edge.open_of IS NULL) <> (edge.closed IS NOT NULL) OR edge.revision <> again.row OR edge.original <> first.row
    RETURN 'sighting' AS kind, edge.row AS row
}
RETURN kind, row
ORDER BY kind, row
