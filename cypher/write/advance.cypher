// Purpose: Note the last numbers handed out, and the commit.
// Parameters: $numbers (MAP: commit and rows by kind), $commit (MAP: number, tenant, known_at, token)
// Result: none
MATCH (store:Store {key: 'store'})
SET store += $numbers
CREATE (commit:Commit)
SET commit = $commit
