// Purpose: Nearest passages under a filter. Without quantisation: the default, binary, finds .33 to .62 of the true nearest ten,
//          and .04 where what may be read is far from the question; as here .96 and more. The filter is in the index, so that
//          few eligible ones are found as well as many.
// Parameters: $options (MAP: indexConfig with `vector.dimensions` and what graph/bolt/schema.py sets beside it)
// Result: none
CREATE VECTOR INDEX passage_embedding IF NOT EXISTS FOR (n:Passage) ON n.embedding
WITH [n.tenant, n.audiences, n.valid_from, n.valid_to, n.known_from, n.known_to]
OPTIONS $options;
