// Purpose: Note the last numbers handed out, the commit, and when it became known: the last thing that a change writes.
// Parameters: $numbers (MAP: commit and rows by kind), $commit (MAP: number, tenant, known_at, token), $purges (INTEGER: how
//             many more the tenant has seen)
// Result: none
MATCH (store:Store {key: 'store'})
SET store += $numbers
CREATE (commit:Commit)
SET commit = $commit
WITH commit
MATCH (tenant:Tenant {row: commit.tenant})
SET tenant.known_at = commit.known_at, tenant.purges = tenant.purges + $purges
