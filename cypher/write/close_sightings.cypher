// Purpose: Close sightings that no longer follow from the log.
// Parameters: $sources (LIST<INTEGER>: rows), $rows (LIST<INTEGER>: which of theirs), $at (INTEGER), $number (INTEGER: of the
//             commit)
// Result: none
UNWIND $sources AS source
MATCH ()-[edge:REPEATS {open_of: source}]->()
USING INDEX SEEK edge:REPEATS(open_of)
WHERE edge.row IN $rows
SET edge.known_to = $at, edge.closed = $number
REMOVE edge.open_of
