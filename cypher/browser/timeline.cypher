// Timeline of a source · Línea de tiempo de una fuente
// Purpose: The revisions of one source and when each is in force, as known at one time: a HOLDS edge for each interval. A
//          revision that never holds (withdrawn, corrected, a copy seen again, void) hangs on by its REVISION edge.
// Propósito: Las revisiones de una fuente y cuándo rige cada una, según lo sabido en un momento: una arista HOLDS por
//          intervalo. La revisión que nunca rige (retirada, corregida, copia vista de nuevo, nula) cuelga de su arista REVISION.
// Parameters: $tenant (STRING: its name), $source (STRING: its URI), $known_at (STRING: 'now', a date as '2026-03-31', its
//             first instant in UTC, or a time as '2026-03-31T12:00Z')
// Result: source, edge, revision, label, in_force_from, in_force_to, known_from, withdrawn
// Examples: :param tenant => 'demo'
//           :param source => 'policy/refund.es'
//           :param known_at => 'now'
WITH CASE WHEN $known_at = 'now' THEN datetime() WHEN size($known_at) = 10 THEN datetime($known_at + 'T00:00Z')
  ELSE datetime($known_at) END AS then
WITH then.epochSeconds * 1000000 + then.microsecond AS known
MATCH (t:Tenant {name: $tenant})
MATCH (s:Source {key: toString(t.row) + ':' + $source})-[put:REVISION]->(r:Revision)
WHERE r.known_at <= known
OPTIONAL MATCH (s)-[h:HOLDS]->(r)
WHERE h.known_from <= known < h.known_to
RETURN s AS source, coalesce(h, put) AS edge, r AS revision, r.label AS label,
  CASE WHEN h IS NULL THEN 'never' WHEN h.valid_from = -9223372036854775807 THEN '…'
    ELSE toString(date(datetime({epochMillis: h.valid_from / 1000}))) END AS in_force_from,
  CASE WHEN h IS NULL THEN 'never' WHEN h.valid_to = 9223372036854775807 THEN '…'
    ELSE toString(date(datetime({epochMillis: h.valid_to / 1000}))) END AS in_force_to,
  toString(datetime({epochMillis: coalesce(h.known_from, r.known_at) / 1000})) AS known_from,
  r.withdrawn_at <= known AS withdrawn
ORDER BY coalesce(h.valid_from, r.known_at), r.row
