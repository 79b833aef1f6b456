// Purpose: Revisions as records are made of them. What a purge took is not in their metadata.
// Parameters: $numbers (LIST<INTEGER>: rows)
// Result: rows (LIST<LIST>: row, id, tenant's name, content_id, sha256, metadata as JSON, known_at)
UNWIND $numbers AS number
MATCH (r:Revision {row: number})
MATCH (t:Tenant {row: r.tenant})
RETURN collect([r.row, r.id, t.name, r.content_id, r.sha256, r.metadata, r.known_at]) AS rows
