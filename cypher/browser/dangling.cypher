// Dangling references · Referencias colgantes
// Purpose: Addresses that a source names in its acts (replaces, repeals, is replaced by) and under which nothing came. They
//          bind when it comes.
// Propósito: Direcciones que una fuente nombra en sus actos (reemplaza, deroga, es reemplazada por) y bajo las que nada
//          llegó. Se enlazan cuando llegue.
// Parameters: $tenant (STRING: its name)
// Result: missing, tied, address, named, named_by
// Examples: :param tenant => 'demo'
MATCH (t:Tenant {name: $tenant})
MATCH (missing:Address)
WHERE missing.key STARTS WITH toString(t.row) + ':' AND NOT EXISTS { MATCH (:Source {key: missing.key}) }
MATCH (missing)-[tied:TIED]-(address:Address)
MATCH (:Source {key: address.key})
RETURN missing, tied, address, missing.uri AS named, address.uri AS named_by
ORDER BY named, named_by
LIMIT 200
