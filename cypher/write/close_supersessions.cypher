// Purpose: Close edges that no longer follow from the log. The edges drawn from them for people close too.
// Parameters: $sources (LIST<INTEGER>: rows), $rows (LIST<INTEGER>: which of theirs), $at (INTEGER), $number (INTEGER: of the
//             commit)
// Result: none
UNWIND $sources AS source
MATCH ()-[edge:SUPERSEDES {open_of: source}]->()
USING INDEX SEEK edge:SUPERSEDES(open_of)
WHERE edge.row IN $rows
SET edge.known_to = $at, edge.closed = $number
REMOVE edge.open_of
WITH edge.row AS closed
MATCH ()-[drawn:SUPERSEDES {of: closed}]->()
SET drawn.known_to = $at
