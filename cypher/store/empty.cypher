// Purpose: Remove every node and edge, some thousand at a time; constraints and indexes stay. Runs by itself, outside of a
//          transaction. For evals, which have a database of their own.
// Parameters: none
// Result: none
MATCH (n)
CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS
