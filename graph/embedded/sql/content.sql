-- name: content
SELECT content FROM contents WHERE source = ? AND id = ?

-- name: insert_content
INSERT INTO contents (id, tenant, source, sha256, language, text)
VALUES (:id, :tenant, :source, :sha256, :language, :text) RETURNING content

-- name: insert_section
INSERT INTO sections (content, tenant, id, name, path, ordinal, span_start, span_end, tokens, parent, number)
VALUES (:content, :tenant, :id, :name, :path, :ordinal, :span_start, :span_end, :tokens, :parent, :number)
RETURNING section

-- name: known_vectors
SELECT vectors.key, vector FROM json_each(?) AS wanted CROSS JOIN vectors ON vectors.key = wanted.value

-- name: insert_vector
INSERT INTO vectors (key, bytes) VALUES (?, ?) RETURNING vector

-- name: insert_passage
INSERT INTO passages (
    content, section, tenant, vector, id, ordinal, span_start, span_end, text, kind, tokens, lead, header, stems, words, length
) VALUES (
    :content, :section, :tenant, :vector, :id, :ordinal, :span_start, :span_end, :text, :kind, :tokens, :lead, :header, :stems,
    :words, :length
) RETURNING passage

-- name: insert_entity
INSERT OR IGNORE INTO entities (content, tenant, id, key, name, kind, handle) VALUES (?, ?, ?, ?, ?, ?, ?)

-- name: insert_definition
INSERT OR IGNORE INTO definitions (passage, entity, name, tenant, strength, basis) VALUES (?, ?, ?, ?, ?, ?)

-- name: insert_mention
INSERT OR IGNORE INTO mentions (passage, span_start, span_end, entity, tenant) VALUES (?, ?, ?, ?, ?)

-- name: insert_fact
INSERT INTO facts (content, tenant, id, subject_id, subject, predicate, object, object_id, qualifiers)
VALUES (:content, :tenant, :id, :subject_id, :subject, :predicate, :object, :object_id, :qualifiers)
ON CONFLICT (content, id) DO UPDATE SET id = id
RETURNING fact

-- name: insert_assertion
INSERT OR IGNORE INTO assertions (fact, passage, span_start, span_end, extractor, polarity) VALUES (?, ?, ?, ?, ?, ?)

-- name: names
SELECT names.key, name FROM json_each(:keys) AS wanted CROSS JOIN names ON names.tenant = :tenant AND names.key = wanted.value

-- name: insert_name
INSERT INTO names (tenant, key) VALUES (?, ?) RETURNING name

-- name: passages_with_phrase
SELECT passage, text, span_start FROM wording CROSS JOIN passages ON passages.passage = wording.rowid
WHERE wording MATCH :phrase AND tenant = :tenant AND content <> :content

-- name: insert_naming
INSERT OR IGNORE INTO namings (passage, span_start, span_end, name) VALUES (?, ?, ?, ?)

-- name: missing_vectors
SELECT wanted.value FROM json_each(?) AS wanted LEFT JOIN vectors ON vectors.key = wanted.value WHERE vector IS NULL
