// Purpose: Passages as records are made of them.
// Parameters: $numbers (LIST<INTEGER>: rows)
// Result: rows (LIST<LIST>: row, id, section's name, ordinal, start, end, text, kind, tokens, lead, header, stems, section's path as JSON)
UNWIND $numbers AS number
MATCH (p:Passage {row: number})
MATCH (s:Section {row: p.section})
RETURN collect([
    p.row, p.id, s.name, p.ordinal, p.span_start, p.span_end, p.text, p.kind, p.tokens, p.lead, p.header, p.stems, s.path
]) AS rows
