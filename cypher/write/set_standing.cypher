// Purpose: The source is a standing family from now on.
// Parameters: $source (INTEGER: row)
// Result: none
MATCH (source:Source {row: $source})
SET source.standing = true
