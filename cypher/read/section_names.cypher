// Purpose: The names of sections.
// Parameters: $numbers (LIST<INTEGER>: rows)
// Result: rows (LIST<LIST>: row, name)
UNWIND $numbers AS number
MATCH (s:Section {row: number})
RETURN collect([s.row, s.name]) AS rows
