-- Everything that `contract.portable` names, in the order in which it was made. What hangs off a content is read content
-- by content.

-- name: records
SELECT
    (SELECT count(*) FROM tenants) + (SELECT count(*) FROM audiences) + (SELECT count(*) FROM commits)
    + (SELECT count(*) FROM sources) + (SELECT count(*) FROM contents) + (SELECT count(*) FROM revisions)
    + (SELECT count(*) FROM events) + (SELECT count(*) FROM states) + (SELECT count(*) FROM supersessions)
    + (SELECT count(*) FROM sightings) + (SELECT count(*) FROM merges) + (SELECT count(*) FROM communities) + (SELECT count(*) FROM summaries)
    + (SELECT count(*) FROM conflict_entries) + (SELECT count(*) FROM traces) + (SELECT count(*) FROM jobs)

-- name: tenants
SELECT name, known_at FROM tenants ORDER BY tenant

-- name: audiences
SELECT audience, level, groups FROM audiences ORDER BY audience

-- name: commits
SELECT number, name, commits.known_at FROM commits JOIN tenants USING (tenant) ORDER BY number

-- name: sources
SELECT name, uri, standing FROM sources JOIN tenants USING (tenant) ORDER BY source

-- name: contents
SELECT
    content, tenants.name, uri, contents.id, sha256, language, text,
    (SELECT min(opened) FROM revisions WHERE revisions.content = contents.content)
FROM contents JOIN sources USING (source) JOIN tenants ON tenants.tenant = contents.tenant
ORDER BY content

-- name: sections
SELECT id, name, path, ordinal, span_start, span_end, tokens, parent, number
FROM sections WHERE content = ? ORDER BY ordinal, section

-- name: passages
SELECT
    passages.passage, passages.id, sections.name, passages.ordinal, passages.span_start, passages.span_end, text, passages.kind,
    passages.tokens, lead, header, stems, sections.path, vectors.key
FROM passages JOIN sections USING (section) JOIN vectors USING (vector)
WHERE passages.content = ? ORDER BY passages.ordinal, passages.passage

-- name: vectors
SELECT DISTINCT vectors.key, bytes FROM passages JOIN vectors USING (vector)
WHERE content = :content AND NOT EXISTS (
    SELECT 1 FROM passages AS earlier WHERE earlier.vector = passages.vector AND earlier.content < :content
)
ORDER BY vectors.key

-- name: entities
SELECT id, key, name, kind FROM entities WHERE content = ? ORDER BY id

-- name: definitions
SELECT passages.id, entity, names.key, strength, basis
FROM passages JOIN definitions USING (passage) JOIN names USING (name)
WHERE content = ? ORDER BY passages.ordinal, passages.passage, entity, names.key

-- name: mentions
SELECT passages.id, entity, mentions.span_start, mentions.span_end
FROM passages JOIN mentions USING (passage)
WHERE content = ? ORDER BY passages.ordinal, passages.passage, mentions.span_start, mentions.span_end, entity

-- name: facts
SELECT 0, id, subject_id, subject, predicate, object, object_id, qualifiers, 0, 0 FROM facts
WHERE content = ? AND EXISTS (SELECT 1 FROM assertions WHERE assertions.fact = facts.fact) ORDER BY id

-- name: assertions
SELECT facts.id, passages.id, assertions.span_start, assertions.span_end, extractor, polarity
FROM passages JOIN assertions USING (passage) JOIN facts USING (fact)
WHERE passages.content = ?
ORDER BY passages.ordinal, passages.passage, assertions.span_start, assertions.span_end, facts.id, extractor

-- name: revisions
SELECT
    id, name, metadata, acts, content_id, text_sha256, sha256, identity, content IS NULL, revisions.known_at, withdrawn_at,
    opened, closed
FROM revisions JOIN tenants USING (tenant) ORDER BY revision

-- name: events
SELECT name, uri, kind, revisions.id, events.known_at, number
FROM events JOIN sources ON sources.source = events.source JOIN tenants ON tenants.tenant = events.tenant
LEFT JOIN revisions ON revisions.revision = events.revision
ORDER BY seq

-- name: states
SELECT
    id, (SELECT name FROM sections WHERE sections.section = states.section), states.valid_from, states.valid_to, known_from,
    known_to, states.opened, states.closed
FROM states JOIN revisions USING (revision) ORDER BY state

-- name: supersessions
SELECT
    newer_.id, older_.id, section, kind, effective, rule, known_from, known_to, supersessions.opened, supersessions.closed
FROM supersessions
JOIN revisions AS newer_ ON newer_.revision = newer
JOIN revisions AS older_ ON older_.revision = older
ORDER BY supersession

-- name: sightings
SELECT again.id, first.id, known_from, known_to, sightings.opened, sightings.closed
FROM sightings
JOIN revisions AS again ON again.revision = sightings.revision
JOIN revisions AS first ON first.revision = sightings.original
ORDER BY sighting

-- name: communities
SELECT name, id, level, parent, label, entities, made_at
FROM communities JOIN tenants USING (tenant) ORDER BY tenant, level, id

-- name: summaries
SELECT tenants.name, summary, community, audiences.level, audiences.groups, language, signature, made_at
FROM summaries JOIN tenants USING (tenant) JOIN audiences USING (audience)
ORDER BY tenants.tenant, community, language, audiences.key

-- name: sentences
SELECT passage_id, span_start, span_end, text FROM summary_sentences WHERE summary = ? ORDER BY ordinal

-- name: traces
SELECT body FROM traces ORDER BY tenant, asked_at, id

-- name: jobs
SELECT id, tenant, kind, request, state, created_at, updated_at, progress, step, outcome, reason
FROM jobs ORDER BY tenant, created_at, id
