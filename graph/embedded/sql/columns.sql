-- name: tenant
SELECT tenant, known_at, purges FROM tenants WHERE name = ?

-- name: revisions
SELECT
    revision, source, coalesce(content, -1), audience, coalesce(valid_from, observed_at, known_at),
    coalesce(valid_to, 9223372036854775807), known_at, withdrawn_at
FROM revisions WHERE tenant = :tenant AND (opened > :since OR closed > :since) ORDER BY revision

-- name: states
SELECT state, revision, coalesce(section, -1), valid_from, valid_to, known_from, known_to
FROM states WHERE tenant = :tenant AND (opened > :since OR closed > :since) ORDER BY state

-- name: supersessions
SELECT
    supersession, newer, older, section IS NOT NULL, rule IN ('correction', 'nullity'), effective, known_from, known_to
FROM supersessions WHERE tenant = :tenant AND (opened > :since OR closed > :since) ORDER BY supersession

-- name: sightings
SELECT sighting, revision, original, known_from, known_to
FROM sightings WHERE tenant = :tenant AND (opened > :since OR closed > :since) ORDER BY sighting

-- name: merges
SELECT name_id, of_id, kind, rule, by, note, passage_id, known_at, number
FROM merges WHERE tenant = :tenant AND number > :since ORDER BY merge

-- name: sections
SELECT section, content FROM sections WHERE tenant = :tenant AND section > :last ORDER BY section

-- name: passages
SELECT passage, section, vector, length, id FROM passages WHERE tenant = :tenant AND passage > :last ORDER BY passage

-- name: vectors
SELECT vector, bytes FROM vectors WHERE vector > ? ORDER BY vector

-- name: postings
SELECT group_concat(doc) FROM lexical_terms WHERE term = ?

-- name: reached
SELECT coalesce(sum(purges), 0), (SELECT coalesce(max(vector), 0) FROM vectors) FROM tenants
