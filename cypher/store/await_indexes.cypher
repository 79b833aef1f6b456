// Purpose: Wait until every index can be used.
// Parameters: $seconds (INTEGER)
// Result: none
CALL db.awaitIndexes($seconds)
