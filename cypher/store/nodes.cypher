// Purpose: How many nodes there are, of anything.
// Parameters: none
// Result: nodes
MATCH (n) RETURN count(n) AS nodes
