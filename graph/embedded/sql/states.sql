-- name: open_states
SELECT state, revision, section, valid_from, valid_to FROM json_each(?) AS wanted
CROSS JOIN states ON states.source = wanted.value AND closed IS NULL

-- name: insert_state
INSERT INTO states (
    tenant, source, revision, section, valid_from, valid_to, known_from, known_to, opened
) VALUES (
    :tenant, :source, :revision, :section, :valid_from, :valid_to, :known_from, :known_to, :opened
)

-- name: close_state
UPDATE states SET known_to = :at, closed = :number WHERE state = :row

-- name: open_supersessions
SELECT supersession, newer, older, section, kind, effective, rule FROM json_each(?) AS wanted
CROSS JOIN supersessions ON supersessions.source = wanted.value AND closed IS NULL

-- name: insert_supersession
INSERT INTO supersessions (
    tenant, source, newer, older, section, kind, effective, rule, known_from, known_to, opened
) VALUES (
    :tenant, :source, :newer, :older, :section, :kind, :effective, :rule, :known_from, :known_to, :opened
)

-- name: close_supersession
UPDATE supersessions SET known_to = :at, closed = :number WHERE supersession = :row

-- name: open_sightings
SELECT sighting, revision, original FROM json_each(?) AS wanted
CROSS JOIN sightings ON sightings.source = wanted.value AND closed IS NULL

-- name: insert_sighting
INSERT INTO sightings (
    tenant, source, revision, original, known_from, known_to, opened
) VALUES (
    :tenant, :source, :revision, :original, :known_from, :known_to, :opened
)

-- name: close_sighting
UPDATE sightings SET known_to = :at, closed = :number WHERE sighting = :row

-- name: metadata
SELECT metadata FROM revisions WHERE revision = ?

-- name: last_sighting
SELECT metadata FROM sightings JOIN revisions USING (revision)
WHERE sightings.original = :original AND sightings.revision < :before AND sightings.closed IS NULL
ORDER BY sightings.revision DESC LIMIT 1
