// Purpose: A revision of a tenant, with its source and whether it was undone.
// Parameters: $id (STRING), $tenant (STRING: its name)
// Result: row, source, uri, key, undone
MATCH (r:Revision {id: $id})<-[:REVISION]-(source:Source)<-[:OWNS]-(:Tenant {name: $tenant})
RETURN r.row AS row, source.row AS source, source.uri AS uri, source.key AS key,
       EXISTS { (source)-[:LOGGED]->(:Event {kind: 'undo', revision: r.row}) } AS undone
