// Purpose: The passages of a tenant, but those of one content, whose words may hold a name.
// Parameters: $rows (LIST<MAP>: name, query (of the full-text index)), $content (INTEGER: row)
// Result: name, passage (row), text, start
UNWIND $rows AS row
CALL db.index.fulltext.queryNodes('passage_text', row.query) YIELD node AS passage
WHERE passage.content <> $content
RETURN row.name AS name, passage.row AS passage, passage.text AS text, passage.span_start AS start
