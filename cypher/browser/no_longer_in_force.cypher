// What was in force and no longer is · Qué regía y ya no rige
// Purpose: The revisions that held at a first date and do not at a second, and what ended each: the edge of what superseded
//          it, or its own end where there is none. Both dates as known at one time. 300 at most.
// Propósito: Las revisiones que regían en una primera fecha y no en la segunda, y qué terminó cada una: la arista de lo que
//          la reemplazó o, si no la hay, su propio fin. Ambas fechas según lo sabido en un momento. 300 como máximo.
// Parameters: $tenant (STRING: its name), $before (STRING: the first date: 'now', a date, or a time with a zone),
//             $after (STRING: the second), $known_at (STRING: the same), $prefix (STRING: how the URI begins; '' for all)
// Result: source, holds, revision, edge, newer, uri, label, ended, by, rule
// Examples: :param tenant => 'demo'
//           :param before => '2025-06-15'
//           :param after => '2026-06-15'
//           :param known_at => 'now'
//           :param prefix => ''
WITH CASE WHEN $before = 'now' THEN datetime() WHEN size($before) = 10 THEN datetime($before + 'T00:00Z')
  ELSE datetime($before) END AS sooner,
  CASE WHEN $after = 'now' THEN datetime() WHEN size($after) = 10 THEN datetime($after + 'T00:00Z')
  ELSE datetime($after) END AS later,
  CASE WHEN $known_at = 'now' THEN datetime() WHEN size($known_at) = 10 THEN datetime($known_at + 'T00:00Z')
  ELSE datetime($known_at) END AS then
WITH sooner.epochSeconds * 1000000 + sooner.microsecond AS was, later.epochSeconds * 1000000 + later.microsecond AS after,
  then.epochSeconds * 1000000 + then.microsecond AS known
MATCH (t:Tenant {name: $tenant})-[:OWNS]->(s:Source)-[h:HOLDS]->(r:Revision)
WHERE s.uri STARTS WITH $prefix AND h.valid_from <= was < h.valid_to AND h.known_from <= known < h.known_to
  AND NOT EXISTS {
    (s)-[n:HOLDS]->(r) WHERE n.valid_from <= after < n.valid_to AND n.known_from <= known < n.known_to
  }
OPTIONAL MATCH (newer:Revision)-[e:SUPERSEDES]->(r)
WHERE e.section IS NULL AND e.known_from <= known < e.known_to AND e.effective = h.valid_to
RETURN s AS source, h AS holds, r AS revision, e AS edge, newer, s.uri AS uri, r.label AS label,
  toString(date(datetime({epochMillis: h.valid_to / 1000}))) AS ended,
  newer.uri + coalesce(' ' + newer.label, '') AS by, coalesce(e.rule, 'its own end') AS rule
ORDER BY h.valid_to, uri
LIMIT 300
