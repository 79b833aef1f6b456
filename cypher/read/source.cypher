// Purpose: A source by its address.
// Parameters: $key (STRING: TENANT_ROW:URI)
// Result: rows (LIST<LIST>: row)
MATCH (s:Source {key: $key})
RETURN collect([s.row]) AS rows
