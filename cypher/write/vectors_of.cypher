// Purpose: The vectors that passages here are embedded by, for others of the same text.
// Parameters: $keys (LIST<STRING>: embedding keys)
// Result: key, vector, embedding (LIST<FLOAT>)
UNWIND $keys AS key
CALL (key) {
    MATCH (passage:Passage {vector_key: key})
    USING INDEX SEEK passage:Passage(vector_key)
    RETURN passage
    LIMIT 1
}
RETURN key, passage.vector AS vector, passage.embedding AS embedding
