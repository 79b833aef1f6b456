// Purpose: What these passages define.
// Parameters: $numbers (LIST<INTEGER>: rows)
// Result: rows (LIST<LIST>: passage, entity's id, name, strength, basis)
UNWIND $numbers AS number
MATCH (p:Passage {row: number})-[d:DEFINES]->(e:Entity)
RETURN collect([p.row, substring(e.key, 8), d.key, d.strength, d.basis]) AS rows
