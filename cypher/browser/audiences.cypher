// Who may read what · Quién puede leer qué
// Purpose: Each audience, a level and the groups one of which a reader must be in (none: everyone of the level), with the
//          sources whose revision in force at one time was uploaded for it. Whoever uses the Browser sees them all.
// Propósito: Cada audiencia, un nivel y los grupos a uno de los cuales hay que pertenecer (ninguno: todos los del nivel), con
//          las fuentes cuya revisión que rige en un momento se subió para ella. Quien usa el Browser las ve todas.
// Parameters: $tenant (STRING: its name), $valid_at (STRING: 'now', a date, or a time with a zone), $known_at (STRING: the same)
// Result: level, groups, sources, uris
// Examples: :param tenant => 'demo'
//           :param valid_at => '2026-06-15'
//           :param known_at => 'now'
WITH CASE WHEN $valid_at = 'now' THEN datetime() WHEN size($valid_at) = 10 THEN datetime($valid_at + 'T00:00Z')
  ELSE datetime($valid_at) END AS at,
  CASE WHEN $known_at = 'now' THEN datetime() WHEN size($known_at) = 10 THEN datetime($known_at + 'T00:00Z')
  ELSE datetime($known_at) END AS then
WITH at.epochSeconds * 1000000 + at.microsecond AS valid, then.epochSeconds * 1000000 + then.microsecond AS known
MATCH (t:Tenant {name: $tenant})-[:OWNS]->(s:Source)-[h:HOLDS]->(r:Revision)
WHERE h.valid_from <= valid < h.valid_to AND h.known_from <= known < h.known_to
MATCH (a:Audience)
WHERE a.row = r.audience
WITH a, s.uri AS uri ORDER BY uri
WITH a, collect(DISTINCT uri) AS uris
RETURN a.level AS level, a.groups AS groups, size(uris) AS sources, uris
ORDER BY level, groups
