// Purpose: The stems of the passages that came last, to bring what is kept of terms up to date.
// Parameters: $numbers (LIST<INTEGER>: rows)
// Result: rows (LIST<LIST>: passage, stems)
UNWIND $numbers AS number
MATCH (p:Passage {row: number})
RETURN collect([p.row, p.stems]) AS rows
