// What supersedes what, in the whole tenant · Qué reemplaza a qué, en todo el inquilino
// Purpose: Every edge from a newer revision to an older one, the latest to take effect first, 300 at most.
// Propósito: Cada arista de una revisión nueva a una vieja; primero la última en surtir efecto, 300 como máximo.
// Parameters: $tenant (STRING: its name), $known_at (STRING: 'now', a date, or a time with a zone)
// Result: newer, edge, older, by, over, kind, rule, part, effective
// Examples: :param tenant => 'demo'
//           :param known_at => 'now'
WITH CASE WHEN $known_at = 'now' THEN datetime() WHEN size($known_at) = 10 THEN datetime($known_at + 'T00:00Z')
  ELSE datetime($known_at) END AS then
WITH then.epochSeconds * 1000000 + then.microsecond AS known
MATCH (t:Tenant {name: $tenant})-[:OWNS]->(:Source)-[:REVISION]->(newer:Revision)-[e:SUPERSEDES]->(older:Revision)
WHERE e.known_from <= known < e.known_to
RETURN newer, e AS edge, older,
  newer.uri + coalesce(' ' + newer.label, '') AS by, older.uri + coalesce(' ' + older.label, '') AS over,
  e.kind AS kind, e.rule AS rule, e.section AS part,
  CASE WHEN e.effective = -9223372036854775807 THEN '…'
    ELSE toString(date(datetime({epochMillis: e.effective / 1000}))) END AS effective
ORDER BY e.effective DESC, e.row
LIMIT 300
