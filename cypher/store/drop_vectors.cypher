// Purpose: Remove the vector index, so that the next store may be of another dimension.
// Parameters: none
// Result: none
DROP INDEX passage_embedding IF EXISTS
