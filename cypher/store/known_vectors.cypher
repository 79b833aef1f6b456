// Purpose: Of some embedding keys those that a passage here is embedded by, with the vector's row.
// Parameters: $keys (LIST<STRING>)
// Result: key, vector
UNWIND $keys AS key
MATCH (passage:Passage {vector_key: key})
USING INDEX SEEK passage:Passage(vector_key)
RETURN key, min(passage.vector) AS vector
