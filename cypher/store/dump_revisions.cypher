// Purpose: Revisions in the order in which they came, some at once.
// Parameters: $after (INTEGER: the last one read), $limit (INTEGER)
// Result: row, id, tenant (row), metadata (JSON), acts (JSON), content_id, text_sha256, sha256, identity, purged, known_at,
//         withdrawn_at, opened, closed
MATCH (r:Revision)
WHERE r.row > $after
RETURN r.row AS row, r.id AS id, r.tenant AS tenant, r.metadata AS metadata, r.acts AS acts, r.content_id AS content_id,
       r.text_sha256 AS text_sha256, r.sha256 AS sha256, r.identity AS identity, r.content IS NULL AS purged, r.known_at AS known_at,
       r.withdrawn_at AS withdrawn_at, r.opened AS opened, r.closed AS closed
ORDER BY row LIMIT $limit
