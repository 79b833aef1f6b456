// Purpose: The sources that are here of all that acts tie to a source, however indirectly and in either direction, itself
//          included.
// Parameters: $key (STRING: the source's)
// Result: row, uri
OPTIONAL MATCH (:Address {key: $key})-[:TIED*1..]-(other:Address)
WITH DISTINCT other
WITH collect(other.key) + [$key] AS keys
UNWIND keys AS key
WITH DISTINCT key
MATCH (source:Source {key: key})
RETURN source.row AS row, source.uri AS uri
ORDER BY row
