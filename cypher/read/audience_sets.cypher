// Purpose: The sets of audiences that passages are filtered by.
// Parameters: none
// Result: rows (LIST<LIST>: row, LIST<INTEGER> of audiences)
MATCH (s:AudienceSet)
RETURN collect([s.row, s.members]) AS rows
