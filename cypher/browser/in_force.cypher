// What is in force, at a date and as known at a date · Qué rige, en una fecha y según lo sabido en otra
// Purpose: The revisions that hold at one time in the world, as this store knew it at another. `sections` tells how many of
//          their sections hold: fewer than all where an act has ended an article. 300 at most.
// Propósito: Las revisiones que rigen en un momento del mundo, según lo que este almacén sabía en otro. `sections` dice
//          cuántas de sus secciones rigen: menos que todas si un acto terminó un artículo. 300 como máximo.
// Parameters: $tenant (STRING: its name), $valid_at (STRING: 'now', a date as '2026-03-31', its first instant in UTC, or a
//             time as '2026-03-31T12:00Z'), $known_at (STRING: the same), $prefix (STRING: how the URI begins; '' for all)
// Result: source, holds, revision, uri, label, in_force_from, in_force_to, sections
// Examples: :param tenant => 'demo'
//           :param valid_at => '2026-06-15'
//           :param known_at => 'now'
//           :param prefix => 'policy/'
WITH CASE WHEN $valid_at = 'now' THEN datetime() WHEN size($valid_at) = 10 THEN datetime($valid_at + 'T00:00Z')
  ELSE datetime($valid_at) END AS at,
  CASE WHEN $known_at = 'now' THEN datetime() WHEN size($known_at) = 10 THEN datetime($known_at + 'T00:00Z')
  ELSE datetime($known_at) END AS then
WITH at.epochSeconds * 1000000 + at.microsecond AS valid, then.epochSeconds * 1000000 + then.microsecond AS known
MATCH (t:Tenant {name: $tenant})-[:OWNS]->(s:Source)-[h:HOLDS]->(r:Revision)
WHERE s.uri STARTS WITH $prefix AND h.valid_from <= valid < h.valid_to AND h.known_from <= known < h.known_to
RETURN s AS source, h AS holds, r AS revision, s.uri AS uri, r.label AS label,
  CASE WHEN h.valid_from = -9223372036854775807 THEN '…'
    ELSE toString(date(datetime({epochMillis: h.valid_from / 1000}))) END AS in_force_from,
  CASE WHEN h.valid_to = 9223372036854775807 THEN '…'
    ELSE toString(date(datetime({epochMillis: h.valid_to / 1000}))) END AS in_force_to,
  COUNT { (r)-[x:HOLDS]->(:Section) WHERE x.valid_from <= valid < x.valid_to AND x.known_from <= known < x.known_to }
    + ' of ' + COUNT { (r)-[:CARRIES]->(:Content)<-[:SECTION_OF]-(:Section) } AS sections
ORDER BY uri, label
LIMIT 300
