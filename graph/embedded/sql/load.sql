-- Each record of `contract.portable` as one row. What it names is looked up here: a record that names what is not there
-- inserts nothing, and the loader refuses it.

-- name: occupied
SELECT EXISTS (SELECT 1 FROM tenants) OR EXISTS (SELECT 1 FROM traces) OR EXISTS (SELECT 1 FROM jobs)

-- name: tenant
INSERT INTO tenants (name, known_at) VALUES (?, ?)

-- name: audience
INSERT INTO audiences (audience, key, level, groups) VALUES (?, ?, ?, ?)

-- name: commit
INSERT INTO commits (number, tenant, known_at) SELECT :number, tenant, :known_at FROM tenants WHERE name = :tenant

-- name: source
INSERT INTO sources (tenant, uri, standing) SELECT tenant, :uri, :standing FROM tenants WHERE name = :tenant

-- name: place
SELECT sources.tenant, source FROM sources JOIN tenants USING (tenant) WHERE name = ? AND uri = ?

-- name: revision
INSERT INTO revisions (
    id, tenant, source, content, content_id, text_sha256, sha256, identity, metadata, acts, audience, valid_from, valid_to,
    observed_at, label, known_at, withdrawn_at, opened, closed
) SELECT
    :id, sources.tenant, sources.source, contents.content, :content_id, :text_sha256, :sha256, :identity, :metadata, :acts, audience,
    :valid_from, :valid_to, :observed_at, :label, :known_at, :withdrawn_at, :opened, :closed
FROM sources JOIN audiences ON audiences.key = :audience
LEFT JOIN contents ON NOT :purged AND contents.source = sources.source AND contents.id = :content_id
WHERE sources.source = :source AND :purged = (contents.content IS NULL)

-- name: event
INSERT INTO events (tenant, source, kind, revision, known_at, number)
SELECT sources.tenant, sources.source, :kind, revision, :known_at, :number
FROM sources JOIN tenants USING (tenant) LEFT JOIN revisions ON revisions.id = :revision_id
WHERE name = :tenant AND uri = :uri AND (:revision_id IS NULL) = (revision IS NULL)

-- name: state
INSERT INTO states (tenant, source, revision, section, valid_from, valid_to, known_from, known_to, opened, closed)
SELECT tenant, source, revision, NULL, :valid_from, :valid_to, :known_from, :known_to, :opened, :closed
FROM revisions WHERE id = :revision_id

-- name: section_state
INSERT INTO states (tenant, source, revision, section, valid_from, valid_to, known_from, known_to, opened, closed)
SELECT
    revisions.tenant, source, revision, section, :valid_from, :valid_to, :known_from, :known_to, :opened, :closed
FROM revisions JOIN sections ON sections.content = revisions.content AND name = :section WHERE revisions.id = :revision_id

-- name: supersession
INSERT INTO supersessions (
    tenant, source, newer, older, section, kind, effective, rule, known_from, known_to, opened, closed
) SELECT
    older_.tenant, older_.source, newer_.revision, older_.revision, :section, :kind, :effective, :rule, :known_from, :known_to,
    :opened, :closed
FROM revisions AS newer_ JOIN revisions AS older_ ON older_.id = :older WHERE newer_.id = :newer

-- name: sighting
INSERT INTO sightings (tenant, source, revision, original, known_from, known_to, opened, closed)
SELECT again.tenant, again.source, again.revision, first.revision, :known_from, :known_to, :opened, :closed
FROM revisions AS again JOIN revisions AS first ON first.id = :original WHERE again.id = :again

-- name: community
INSERT INTO communities (tenant, id, level, parent, label, entities, made_at)
SELECT tenant, :id, :level, :parent, :label, :entities, :made_at FROM tenants WHERE name = :tenant

-- name: summary
INSERT INTO summaries (tenant, community, audience, language, signature, made_at)
SELECT tenant, :community, audience, :language, :signature, :made_at
FROM tenants JOIN audiences ON audiences.key = :audience WHERE name = :tenant
RETURNING summary
