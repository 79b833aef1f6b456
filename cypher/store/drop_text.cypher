// Purpose: Let go of the full text of passages: it is made again from them.
// Parameters: none
// Result: none
DROP INDEX passage_text IF EXISTS
