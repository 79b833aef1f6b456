// Purpose: Names that are defined for the first time.
// Parameters: $rows (LIST<MAP>: row, key, tenant, name)
// Result: none
UNWIND $rows AS row
CREATE (name:Name)
SET name = row
