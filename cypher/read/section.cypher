// Purpose: A section with the text of the whole content it is a part of.
// Parameters: $number (INTEGER: its row)
// Result: rows (LIST<LIST>: id, name, path as JSON, ordinal, start, end, tokens, parent, number, text)
MATCH (s:Section {row: $number})
MATCH (c:Content {row: s.content})
RETURN collect([
    s.id, s.name, s.path, s.ordinal, s.span_start, s.span_end, s.tokens, s.parent, s.number, c.text
]) AS rows
