// Purpose: Vectors of passages, as float32 on the wire.
// Parameters: $numbers (LIST<INTEGER>: rows), $dimension (INTEGER)
// Result: rows (LIST<LIST>: passage, vector)
UNWIND $numbers AS number
MATCH (p:Passage {row: number}) WHERE p.embedding IS NOT NULL
RETURN collect([p.row, vector(p.embedding, $dimension, FLOAT32)]) AS rows
