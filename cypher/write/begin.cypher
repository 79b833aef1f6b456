// Purpose: Wait for the writer before, hold the store until this transaction ends, and give its numbers and what is known of a
//          tenant. A property that is set is a lock; what is read after it is what that writer left.
// Parameters: $tenant (STRING: its name)
// Result: store (MAP), tenant (row, or null), known_at
MATCH (store:Store {key: 'store'})
SET store.lock = store.lock + 1
WITH store
OPTIONAL MATCH (tenant:Tenant {name: $tenant})
RETURN properties(store) AS store, tenant.row AS tenant, tenant.known_at AS known_at
