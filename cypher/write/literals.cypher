// Purpose: Values of facts: nodes that all share.
// Parameters: $rows (LIST<MAP>: key, literal (MAP: its properties))
// Result: none
UNWIND $rows AS row
MERGE (literal:Literal {key: row.key})
ON CREATE SET literal += row.literal
