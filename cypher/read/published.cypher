// Purpose: Where a view starts: the last commit that may be seen, and what is to be known of its tenant. Read alone, before all
//          else: what it tells of is whole by then.
// Parameters: $tenant (STRING: its name)
// Result: commit, row, purges (of a tenant that is not here: null)
MATCH (p:Published {key: 'published'})
OPTIONAL MATCH (t:Tenant {name: $tenant})
RETURN p.commit AS commit, t.row AS row, t.purges AS purges
