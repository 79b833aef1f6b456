// Purpose: How many edges there are, of anything.
// Parameters: none
// Result: edges
MATCH ()-->() RETURN count(*) AS edges
