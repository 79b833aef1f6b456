// Purpose: Remove all but the head of the store, some thousand at a time: what a load left that was broken off. Runs by
//          itself, outside of a transaction.
// Parameters: none
// Result: none
MATCH (n)
WHERE NOT n:Store AND NOT n:Published
CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 2000 ROWS
