-- name: insert
INSERT INTO conflict_entries (
    tenant, conflict, subject_id, predicate, kind, by, resolution, owner, members, words, known_at, number
) VALUES (
    :tenant, :conflict, :subject_id, :predicate, :kind, :by, :resolution, :owner, :members, :words, :known_at, :number
) RETURNING entry

-- name: insert_sources
INSERT OR IGNORE INTO conflict_sources (source, entry)
SELECT source, :entry FROM json_each(:revisions) AS wanted CROSS JOIN revisions ON revisions.id = wanted.value

-- name: of_tenant
SELECT conflict, subject_id, predicate, kind, by, resolution, owner, members, words, known_at, number
FROM conflict_entries WHERE tenant = :tenant AND number <= :upto ORDER BY entry

-- name: of_conflicts
SELECT conflict, subject_id, predicate, kind, by, resolution, owner, members, words, known_at, number
FROM json_each(:wanted) AS wanted
CROSS JOIN conflict_entries ON tenant = :tenant AND conflict = wanted.value
WHERE number <= :upto ORDER BY entry

-- name: forget_words
UPDATE conflict_entries SET words = NULL WHERE entry IN (SELECT entry FROM conflict_sources WHERE source = ?)

-- name: tenant_of
SELECT tenant FROM tenants WHERE name = ?

-- name: dump
SELECT
    name, conflict, subject_id, predicate, kind, by, resolution, owner, members, words, conflict_entries.known_at, number
FROM conflict_entries JOIN tenants USING (tenant) ORDER BY entry
