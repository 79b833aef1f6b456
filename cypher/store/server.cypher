// Purpose: What answers: a Neo4j of which version and edition.
// Parameters: none
// Result: name, versions (LIST<STRING>), edition
CALL dbms.components() YIELD name, versions, edition
RETURN name, versions, edition
