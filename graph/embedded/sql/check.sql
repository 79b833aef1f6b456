-- name: integrity
PRAGMA quick_check

-- name: foreign_keys
PRAGMA foreign_key_check

-- name: lexical
INSERT INTO lexical (lexical, rank) VALUES ('integrity-check', 1)

-- name: wording
INSERT INTO wording (wording, rank) VALUES ('integrity-check', 1)

-- name: open_states
SELECT revisions.id, section, states.valid_from, states.valid_to
FROM states JOIN revisions USING (revision) JOIN tenants ON tenants.tenant = states.tenant
WHERE name = ? AND states.closed IS NULL

-- name: withdrawn
SELECT revisions.id FROM revisions JOIN tenants ON tenants.tenant = revisions.tenant WHERE name = ? AND closed IS NOT NULL

-- name: missing_vectors
SELECT passages.id FROM passages LEFT JOIN vectors USING (vector) WHERE bytes IS NULL OR length(bytes) <> ?

-- name: passages_without_content
SELECT passages.id FROM passages LEFT JOIN contents USING (content) LEFT JOIN sections USING (section)
WHERE contents.content IS NULL OR sections.section IS NULL OR contents.content <> sections.content

-- name: contents_without_revision
SELECT contents.id FROM contents WHERE NOT EXISTS (SELECT 1 FROM revisions WHERE revisions.content = contents.content)
