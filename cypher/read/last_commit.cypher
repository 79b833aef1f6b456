// Purpose: The last commit that was written, told of or not, and the tenant's purges: whether something moved in between.
// Parameters: $tenant (INTEGER: the tenant's row)
// Result: commit, purges
MATCH (s:Store {key: 'store'})
OPTIONAL MATCH (t:Tenant {row: $tenant})
RETURN s.commit AS commit, t.purges AS purges
