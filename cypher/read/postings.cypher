// Purpose: Where terms stand in a tenant's passages, and how often: candidates that our own BM25 ranks within a scope. All of
//          them: what is cut here by the engine's score could be the best of a scope.
// Parameters: $asked (LIST<MAP>: term, query (of the full-text index, quoted)), $last (INTEGER: row of the last passage that counts)
// Result: rows (LIST<LIST>: term, LIST<INTEGER> of passages by row, LIST<INTEGER> of how often)
UNWIND $asked AS asked
CALL (asked) {
    CALL db.index.fulltext.queryNodes('passage_text', asked.query) YIELD node AS p
    WHERE p.row <= $last
    WITH p.row AS passage, size([stem IN split(p.stems, ' ') WHERE stem = asked.term]) AS often
    WHERE often > 0
    WITH passage, often ORDER BY passage
    RETURN collect(passage) AS passages, collect(often) AS frequencies
}
RETURN collect([asked.term, passages, frequencies]) AS rows
