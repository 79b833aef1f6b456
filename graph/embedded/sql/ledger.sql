-- name: save_trace
INSERT INTO traces (tenant, id, asked_at, body) VALUES (:tenant, :id, :asked_at, :body)
ON CONFLICT (tenant, id) DO UPDATE SET asked_at = excluded.asked_at, body = excluded.body

-- name: trace
SELECT body FROM traces WHERE tenant = ? AND id = ?

-- name: save_job
INSERT INTO jobs (tenant, id, kind, request, state, created_at, updated_at, progress, step, outcome, reason)
VALUES (:tenant, :id, :kind, :request, :state, :created_at, :updated_at, :progress, :step, :outcome, :reason)
ON CONFLICT (tenant, id) DO UPDATE SET
    state = excluded.state, updated_at = excluded.updated_at, progress = excluded.progress, step = excluded.step,
    outcome = excluded.outcome, reason = excluded.reason

-- name: job
SELECT id, tenant, kind, request, state, created_at, updated_at, progress, step, outcome, reason
FROM jobs WHERE tenant = ? AND id = ?

-- name: jobs
SELECT id, tenant, kind, request, state, created_at, updated_at, progress, step, outcome, reason
FROM jobs WHERE (:tenant IS NULL OR tenant = :tenant) AND (:state IS NULL OR state = :state)
ORDER BY created_at, id

-- name: communities
SELECT id, level, parent, label, entities FROM communities JOIN tenants USING (tenant)
WHERE name = ? ORDER BY level, id

-- name: summaries
SELECT summary, community, audiences.audience, audiences.level, audiences.groups, language, signature, made_at
FROM summaries JOIN tenants USING (tenant) JOIN audiences USING (audience)
WHERE name = ? ORDER BY community, language, audiences.key

-- name: sentences
SELECT summary, passage_id, span_start, span_end, text
FROM summary_sentences JOIN summaries USING (summary) JOIN tenants USING (tenant)
WHERE name = ? ORDER BY summary, ordinal

-- name: forget_communities
DELETE FROM communities WHERE tenant = ?

-- name: insert_community
INSERT INTO communities (tenant, id, level, parent, label, entities, made_at)
VALUES (:tenant, :id, :level, :parent, :label, :entities, :made_at)

-- name: insert_summary
INSERT INTO summaries (tenant, community, audience, language, signature, made_at)
VALUES (:tenant, :community, :audience, :language, :signature, :made_at) RETURNING summary

-- name: insert_sentence
INSERT INTO summary_sentences (summary, ordinal, passage_id, span_start, span_end, text) VALUES (?, ?, ?, ?, ?, ?)
