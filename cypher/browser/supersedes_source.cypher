// What supersedes what, around a source · Qué reemplaza a qué, en torno a una fuente
// Purpose: The edges from newer to older that touch one source, either way, with the rule that made each and the day it
//          takes effect; and those drawn from it to the sections: the article that an act ends, or articles of one name.
// Propósito: Las aristas de lo nuevo a lo viejo que tocan una fuente, en ambos sentidos, con la regla que hizo cada una y el
//          día en que surte efecto; y las trazadas de ella a las secciones: el artículo que un acto termina, o los de igual
//          nombre.
// Parameters: $tenant (STRING: its name), $source (STRING: its URI), $known_at (STRING: 'now', a date, or a time with a zone)
// Result: newer, edge, older, later, drawn, earlier, by, over, kind, rule, effective, part
// Examples: :param tenant => 'demo'
//           :param source => 'policy/refund.es'
//           :param known_at => 'now'
WITH CASE WHEN $known_at = 'now' THEN datetime() WHEN size($known_at) = 10 THEN datetime($known_at + 'T00:00Z')
  ELSE datetime($known_at) END AS then
WITH then.epochSeconds * 1000000 + then.microsecond AS known
MATCH (t:Tenant {name: $tenant})
MATCH (s:Source {key: toString(t.row) + ':' + $source})-[:REVISION]->(:Revision)-[e:SUPERSEDES]-(:Revision)
WHERE e.known_from <= known < e.known_to
WITH DISTINCT e, startNode(e) AS newer, endNode(e) AS older, known
OPTIONAL MATCH (from)-[d:SUPERSEDES]->(earlier:Section)
WHERE d.of = e.row AND d.known_to > known
RETURN newer, e AS edge, older, CASE WHEN from:Section THEN from END AS later, d AS drawn, earlier,
  newer.uri + coalesce(' ' + newer.label, '') AS by, older.uri + coalesce(' ' + older.label, '') AS over,
  e.kind AS kind, e.rule AS rule,
  CASE WHEN e.effective = -9223372036854775807 THEN '…'
    ELSE toString(date(datetime({epochMillis: e.effective / 1000}))) END AS effective,
  earlier.name AS part
ORDER BY e.effective, e.row, part
