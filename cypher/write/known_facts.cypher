// Purpose: Which of some facts are here.
// Parameters: $keys (LIST<STRING>)
// Result: key
UNWIND $keys AS key
MATCH (fact:Fact {key: key})
RETURN key
