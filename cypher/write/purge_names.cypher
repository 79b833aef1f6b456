// Purpose: Before a purge: the names by which the passages of a source define entities.
// Parameters: $source (INTEGER: row)
// Result: key (folded name), entity (key)
MATCH (content:Content {source: $source})-[:CONTAINS]->(:Passage)-[definition:DEFINES]->(entity:Entity)
RETURN DISTINCT definition.key AS key, entity.key AS entity
