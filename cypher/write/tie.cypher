// Purpose: Note that one source's acts name others, which need not be here.
// Parameters: $tenant (INTEGER: row), $key (STRING: the source's), $uri (STRING), $others (LIST<MAP>: key, uri)
// Result: none
MERGE (own:Address {key: $key})
ON CREATE SET own.tenant = $tenant, own.uri = $uri
WITH own
UNWIND $others AS other
MERGE (named:Address {key: other.key})
ON CREATE SET named.tenant = $tenant, named.uri = other.uri
MERGE (own)-[:TIED]-(named)
