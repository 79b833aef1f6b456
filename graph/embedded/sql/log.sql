-- name: tenant
SELECT tenant, known_at, purges FROM tenants WHERE name = ?

-- name: insert_tenant
INSERT INTO tenants (name, known_at) VALUES (?, ?) RETURNING tenant

-- name: set_known_at
UPDATE tenants SET known_at = :known_at, purges = purges + :purges WHERE tenant = :tenant

-- name: last_commit
SELECT coalesce(max(number), 0) FROM commits

-- name: last_known_at
SELECT coalesce(max(known_at), 0) FROM tenants

-- name: insert_commit
INSERT INTO commits (tenant, known_at) VALUES (?, ?) RETURNING number

-- name: audience
SELECT audience FROM audiences WHERE key = ?

-- name: insert_audience
INSERT INTO audiences (key, level, groups) VALUES (?, ?, ?) RETURNING audience

-- name: audiences
SELECT audience, level, groups FROM audiences ORDER BY audience

-- name: source
SELECT source, standing FROM sources WHERE tenant = ? AND uri = ?

-- name: insert_source
INSERT INTO sources (tenant, uri) VALUES (?, ?) RETURNING source

-- name: set_standing
UPDATE sources SET standing = 1 WHERE source = ?

-- name: families
SELECT uri, standing FROM sources JOIN tenants USING (tenant) WHERE name = ? ORDER BY uri

-- name: insert_revision
INSERT INTO revisions (
    id, tenant, source, content, content_id, text_sha256, sha256, identity, metadata, acts, audience, valid_from, valid_to,
    observed_at, label, known_at, withdrawn_at, opened
) VALUES (
    :id, :tenant, :source, :content, :content_id, :text_sha256, :sha256, :identity, :metadata, :acts, :audience, :valid_from,
    :valid_to, :observed_at, :label, :known_at, :withdrawn_at, :opened
) RETURNING revision

-- name: count_identity
SELECT count(*) FROM revisions WHERE source = ? AND identity = ?

-- name: twin
SELECT revision FROM revisions
WHERE source = :source AND identity = :identity AND metadata = :metadata AND closed IS NULL
ORDER BY revision DESC LIMIT 1

-- name: same_content
SELECT others.revision FROM revisions AS new JOIN revisions AS others USING (source, content)
WHERE new.revision = :revision AND source = :source AND others.revision < :revision AND others.closed IS NULL
ORDER BY others.revision LIMIT 1

-- name: count_live
SELECT count(*) FROM revisions WHERE source = ? AND closed IS NULL

-- name: last_revision
SELECT id FROM revisions WHERE source = ? ORDER BY revision DESC LIMIT 1

-- name: revision_of_tenant
SELECT revision, source, uri FROM revisions JOIN sources USING (source) JOIN tenants ON tenants.tenant = revisions.tenant
WHERE revisions.id = ? AND name = ?

-- name: withdraw_source
UPDATE revisions SET withdrawn_at = :at, closed = :number WHERE source = :source AND closed IS NULL

-- name: withdraw_revision
UPDATE revisions SET withdrawn_at = :at, closed = :number WHERE revision = :revision AND closed IS NULL

-- name: count_undone
SELECT count(*) FROM events WHERE source = ? AND kind = 'undo' AND revision = ?

-- name: insert_event
INSERT INTO events (tenant, source, kind, revision, known_at, number)
VALUES (:tenant, :source, :kind, :revision, :known_at, :number)

-- name: insert_relation
INSERT OR IGNORE INTO relations (tenant, uri, other) VALUES (?, ?, ?)

-- name: component
-- All that acts tie to a source, however indirectly and in either direction, itself included.
WITH RECURSIVE tied (uri) AS (
    VALUES (:uri)
    UNION
    SELECT other FROM tied JOIN relations ON relations.tenant = :tenant AND relations.uri = tied.uri
)
SELECT source, uri FROM tied JOIN sources USING (uri) WHERE sources.tenant = :tenant

-- name: events_of_sources
SELECT
    kind, uri, events.known_at, revisions.id, revisions.revision, revisions.content, text_sha256, valid_from, valid_to,
    observed_at, label, acts
FROM json_each(?) AS wanted
CROSS JOIN events ON events.source = wanted.value
JOIN sources ON sources.source = events.source
LEFT JOIN revisions ON revisions.revision = events.revision
ORDER BY events.seq

-- name: events_of_tenant
SELECT
    kind, uri, events.known_at, revisions.id, revisions.revision, revisions.content, text_sha256, valid_from, valid_to,
    observed_at, label, acts
FROM events
JOIN sources ON sources.source = events.source
LEFT JOIN revisions ON revisions.revision = events.revision
WHERE events.tenant = (SELECT tenant FROM tenants WHERE name = ?)
ORDER BY events.seq

-- name: sections_of_contents
SELECT content, section, name, sections.parent FROM json_each(?) AS wanted
CROSS JOIN sections ON sections.content = wanted.value
ORDER BY content, ordinal, section

-- name: tenants
SELECT name FROM tenants ORDER BY name

-- name: counts
SELECT (SELECT count(*) FROM passages), (SELECT count(*) FROM revisions), (SELECT count(*) FROM vectors)

-- name: sources
SELECT source, uri FROM sources JOIN tenants USING (tenant) WHERE name = ?
