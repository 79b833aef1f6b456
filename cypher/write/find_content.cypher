// Purpose: A content of a source, if it is here.
// Parameters: $key (STRING)
// Result: row
MATCH (content:Content {key: $key})
RETURN content.row AS row
