// Open conflicts, as far as the graph has them · Conflictos abiertos, hasta donde el grafo los tiene
// Purpose: Facts of one subject and predicate, under equal qualifiers, that differ in their object, and that are both in
//          force. The graph does not weigh authority, nor does it know which predicates may have many values: which side
//          stands is for `vigente ask` to say. One row for each passage that states one side.
// Propósito: Hechos del mismo sujeto y predicado, con iguales calificadores y distinto objeto, que rigen a la vez. El grafo
//          no pesa la autoridad ni sabe qué predicados admiten varios valores: qué lado queda en pie lo dice `vigente ask`.
//          Una fila por cada pasaje que afirma un lado.
// Parameters: $tenant (STRING: its name), $predicate (STRING: one predicate; '' for all), $valid_at (STRING: 'now', a date, or
//             a time with a zone), $known_at (STRING: the same)
// Result: entity, about, fact, says, object, asserts, passage, within, section, holds, revision, subject, predicate, states, uri,
//         label
// Examples: :param tenant => 'demo'
//           :param predicate => 'minimum_caliber'
//           :param valid_at => '2026-06-15'
//           :param known_at => 'now'
WITH CASE WHEN $valid_at = 'now' THEN datetime() WHEN size($valid_at) = 10 THEN datetime($valid_at + 'T00:00Z')
  ELSE datetime($valid_at) END AS at,
  CASE WHEN $known_at = 'now' THEN datetime() WHEN size($known_at) = 10 THEN datetime($known_at + 'T00:00Z')
  ELSE datetime($known_at) END AS then
WITH at.epochSeconds * 1000000 + at.microsecond AS valid, then.epochSeconds * 1000000 + then.microsecond AS known
MATCH (t:Tenant {name: $tenant})
MATCH (f:Fact)
WHERE f.tenant = t.row AND f.predicate IS NOT NULL AND $predicate IN ['', f.predicate]
MATCH (e:Entity)<-[sub:SUBJECT]-(f)-[obj:OBJECT]->(o)
MATCH (f)<-[a:ASSERTS]-(p:Passage)-[lies:PART_OF]->(part:Section)<-[h:HOLDS]-(r:Revision)
WHERE properties(a).polarity IS NULL AND h.valid_from <= valid < h.valid_to AND h.known_from <= known < h.known_to
WITH e, f.predicate AS predicate, properties(a).qualifiers AS qualifiers, collect(DISTINCT elementId(o)) AS sides,
  collect({sub: sub, f: f, obj: obj, o: o, a: a, p: p, lies: lies, part: part, h: h, r: r}) AS rows
WHERE size(sides) > 1
UNWIND rows AS row
WITH e, predicate, row.sub AS sub, row.f AS f, row.obj AS obj, row.o AS o, row.a AS a, row.p AS p, row.lies AS lies,
  row.part AS part, row.h AS h, row.r AS r
RETURN e AS entity, sub AS about, f AS fact, obj AS says, o AS object, a AS asserts, p AS passage, lies AS within,
  part AS section, h AS holds, r AS revision, e.name AS subject, predicate,
  f.predicate + ': ' + coalesce(o.name, o.value + coalesce('–' + o.high, '') + coalesce(' ' + o.unit, '')) AS states, r.uri AS uri, r.label AS label
ORDER BY subject, predicate, states, uri
LIMIT 200
