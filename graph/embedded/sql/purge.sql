-- name: contents_of_source
SELECT content FROM contents WHERE source = ?

-- name: forget_summaries
DELETE FROM summaries WHERE summary IN (
    SELECT summary FROM summary_sentences
    JOIN passages ON passages.id = passage_id
    JOIN contents ON contents.content = passages.content
    WHERE contents.source = ?
)

-- name: forget_contents
DELETE FROM contents WHERE source = ?

-- name: forget_vectors
DELETE FROM vectors WHERE NOT EXISTS (SELECT 1 FROM passages WHERE passages.vector = vectors.vector)

-- name: forget_names
DELETE FROM names WHERE tenant = ? AND NOT EXISTS (SELECT 1 FROM definitions WHERE definitions.name = names.name)

-- name: metadata_of_source
SELECT revision, metadata FROM revisions WHERE source = ?

-- name: set_metadata
UPDATE revisions SET metadata = ? WHERE revision = ?

-- name: merge_lexical
INSERT INTO lexical (lexical) VALUES ('optimize')

-- name: merge_wording
INSERT INTO wording (wording) VALUES ('optimize')
