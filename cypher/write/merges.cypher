// Purpose: Add entries that say which entities are one. What the service has found before is not added again.
// Parameters: $rows (LIST<MAP>: the properties of entries)
// Result: none
UNWIND $rows AS row
MERGE (entry:Merge {key: row.key})
ON CREATE SET entry = row
