// Purpose: The passages of a tenant whose words may hold a name. Asked before the passages of a new content are written: the
//          index is slow where it must take in what its own transaction has written.
// Parameters: $rows (LIST<MAP>: name, query (of the full-text index))
// Result: name, passage (row), text, start
UNWIND $rows AS row
CALL db.index.fulltext.queryNodes('passage_text', row.query) YIELD node AS passage
RETURN row.name AS name, passage.row AS passage, passage.text AS text, passage.span_start AS start
