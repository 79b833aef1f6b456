// Purpose: All sections of a content, in its order.
// Parameters: $content (INTEGER: its row)
// Result: rows (LIST<LIST>: row, name, the name of the section around it)
MATCH (s:Section {content: $content})
WITH s ORDER BY s.ordinal, s.row
RETURN collect([s.row, s.name, s.parent]) AS rows
