// Purpose: Commits of another store, under the same numbers.
// Parameters: $rows (LIST<MAP>: number, tenant (row), known_at)
// Result: none
UNWIND $rows AS row
CREATE (commit:Commit)
SET commit = row
