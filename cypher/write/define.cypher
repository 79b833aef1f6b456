// Purpose: Names that are defined for the first time, what names stand for by a first definition, and which passages define
//          which entities under which names.
// Parameters: $names (LIST<MAP>: row, key, tenant, name), $meanings (LIST<MAP>: name (key), entity (key)), $definitions
//             (LIST<MAP>: passage (row), entity (key), definition (MAP: key, strength, basis))
// Result: none
CALL () {
    UNWIND $names AS row
    CREATE (name:Name)
    SET name = row
}
CALL () {
    UNWIND $meanings AS row
    MATCH (name:Name {key: row.name})
    MATCH (entity:Entity {key: row.entity})
    CREATE (name)-[:STANDS_FOR]->(entity)
}
CALL () {
    UNWIND $definitions AS row
    MATCH (passage:Passage {row: row.passage})
    MATCH (entity:Entity {key: row.entity})
    CREATE (passage)-[definition:DEFINES]->(entity)
    SET definition = row.definition
}
