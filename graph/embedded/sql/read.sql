-- name: passages
SELECT
    passages.passage, passages.id, sections.name, passages.ordinal, passages.span_start, passages.span_end, text, passages.kind,
    passages.tokens, lead, header, stems, sections.path
FROM json_each(?) AS wanted
CROSS JOIN passages ON passages.passage = wanted.value
JOIN sections ON sections.section = passages.section

-- name: section
SELECT
    sections.id, name, path, ordinal, span_start, span_end, tokens, parent, number, text
FROM sections JOIN contents USING (content) WHERE section = ?

-- name: revisions
SELECT revision, revisions.id, tenants.name, content_id, sha256, metadata, revisions.known_at
FROM json_each(?) AS wanted
CROSS JOIN revisions ON revisions.revision = wanted.value
JOIN tenants ON tenants.tenant = revisions.tenant

-- name: revision_numbers
SELECT revisions.id, revision FROM json_each(?) AS wanted CROSS JOIN revisions ON revisions.id = wanted.value

-- name: source
SELECT source FROM sources WHERE tenant = ? AND uri = ?

-- name: labels
SELECT DISTINCT label FROM revisions WHERE source = ?

-- name: supersessions
SELECT newer_.id, older_.id, supersessions.kind, effective, rule, section
FROM json_each(?) AS wanted
CROSS JOIN supersessions ON supersession = wanted.value
JOIN revisions AS newer_ ON newer_.revision = newer
JOIN revisions AS older_ ON older_.revision = older
ORDER BY older_.id, effective, newer_.id, section, rule

-- name: section_names
SELECT section, name FROM json_each(?) AS wanted CROSS JOIN sections ON sections.section = wanted.value

-- name: sections_of_content
SELECT section, name, parent FROM sections WHERE content = ? ORDER BY ordinal, section

-- name: definitions_by_key
SELECT passage, entity, names.key, strength, basis
FROM json_each(:keys) AS wanted
CROSS JOIN names ON names.tenant = :tenant AND names.key = wanted.value
JOIN definitions USING (name)

-- name: definitions_of_passages
SELECT passage, entity, names.key, strength, basis
FROM json_each(?) AS wanted
CROSS JOIN definitions ON definitions.passage = wanted.value
JOIN names USING (name)

-- name: definitions_of_entities
SELECT passage, entity, names.key, strength, basis
FROM json_each(:entities) AS wanted
CROSS JOIN definitions ON definitions.tenant = :tenant AND definitions.entity = wanted.value
JOIN names USING (name)

-- name: namings_of_passages
SELECT passage, span_start, span_end, name
FROM json_each(?) AS wanted CROSS JOIN namings ON namings.passage = wanted.value

-- name: mentions_of_passages
SELECT passage, span_start, span_end, entity
FROM json_each(?) AS wanted CROSS JOIN mentions ON mentions.passage = wanted.value

-- name: definitions_of_names
SELECT name, entity, passage FROM json_each(?) AS wanted CROSS JOIN definitions ON definitions.name = wanted.value

-- name: passages_naming
SELECT DISTINCT namings.passage
FROM json_each(:entities) AS wanted
CROSS JOIN definitions ON definitions.tenant = :tenant AND definitions.entity = wanted.value
JOIN namings ON namings.name = definitions.name
UNION
SELECT mentions.passage
FROM json_each(:entities) AS wanted
CROSS JOIN mentions ON mentions.tenant = :tenant AND mentions.entity = wanted.value

-- name: entities
SELECT entities.id, entities.key, name, kind, content
FROM json_each(:entities) AS wanted
CROSS JOIN entities ON entities.tenant = :tenant AND entities.id = wanted.value
ORDER BY entities.id, content

-- name: facts
SELECT
    passage, facts.id, subject_id, subject, predicate, object, object_id, qualifiers, span_start, span_end,
    extractor
FROM facts JOIN assertions USING (fact) WHERE tenant = ?

-- name: facts_by_id
SELECT
    passage, facts.id, subject_id, subject, predicate, object, object_id, qualifiers, span_start, span_end,
    extractor
FROM facts JOIN assertions USING (fact)
WHERE facts.tenant = :tenant AND facts.id IN (SELECT value FROM json_each(:wanted))

-- name: facts_by_predicate
SELECT
    passage, facts.id, subject_id, subject, predicate, object, object_id, qualifiers, span_start, span_end,
    extractor
FROM json_each(:wanted) AS wanted
CROSS JOIN facts ON facts.tenant = :tenant AND facts.predicate = wanted.value
JOIN assertions USING (fact)

-- name: facts_by_subject
SELECT
    passage, facts.id, subject_id, subject, predicate, object, object_id, qualifiers, span_start, span_end,
    extractor
FROM json_each(:wanted) AS wanted
CROSS JOIN facts ON facts.tenant = :tenant AND facts.subject_id = wanted.value
JOIN assertions USING (fact)

-- name: facts_of_passages
SELECT
    passage, facts.id, subject_id, subject, predicate, object, object_id, qualifiers, span_start, span_end,
    extractor
FROM json_each(:wanted) AS wanted
CROSS JOIN assertions ON assertions.passage = wanted.value
JOIN facts USING (fact)
WHERE facts.tenant = :tenant

-- name: links_from
SELECT subject_id, predicate, object_id, passage
FROM json_each(:entities) AS wanted
CROSS JOIN facts ON facts.tenant = :tenant AND facts.subject_id = wanted.value AND +facts.object_id IS NOT NULL
JOIN assertions USING (fact)

-- name: links_towards
SELECT subject_id, predicate, object_id, passage
FROM json_each(:entities) AS wanted
CROSS JOIN facts ON facts.tenant = :tenant AND facts.object_id = wanted.value
JOIN assertions USING (fact)
