// Purpose: The store is loaded: its numbers, its last commit, and no mark any longer.
// Parameters: $numbers (MAP: commit and rows by kind), $commit (INTEGER: the last one)
// Result: none
MATCH (store:Store {key: 'store'})
SET store += $numbers
WITH store
MATCH (published:Published {key: 'published'})
SET published.commit = $commit
WITH published
MATCH (loading:Loading)
DELETE loading
