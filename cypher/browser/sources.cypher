// The sources of a tenant · Las fuentes de un inquilino
// Purpose: Where to begin: every source with how many revisions are known of it, and the label and date of the one that heads
//          it: the last to start, also where that is still to come; of versions side by side the highest. `gone`: none does.
//          The URIs are what the other queries take.
// Propósito: Por dónde empezar: cada fuente, cuántas revisiones se conocen de ella, y rótulo y fecha de la que la encabeza:
//          la última en empezar, aunque esté por venir; de versiones que conviven, la más alta. `gone`: ninguna. Las URI son
//          lo que piden las otras consultas.
// Parameters: $tenant (STRING: its name), $prefix (STRING: how the URI begins; '' for all)
// Result: uri, title, revisions, gone, label, from_date, side_by_side
// Examples: :param tenant => 'demo'
//           :param prefix => 'policy/'
MATCH (t:Tenant {name: $tenant})-[:OWNS]->(s:Source)-[:REVISION]->(r:Revision)
WHERE s.uri STARTS WITH $prefix
WITH s, count(r) AS revisions, max(r.known_at) AS known, collect(r) AS all
WITH s, revisions, head([r IN all WHERE r.current_of = s.key]) AS now, head([r IN all WHERE r.known_at = known]) AS last
RETURN s.uri AS uri, coalesce(now.title, last.title) AS title, revisions, now IS NULL AS gone, now.label AS label,
  CASE WHEN now.valid_from IS NULL THEN null ELSE toString(date(datetime({epochMillis: now.valid_from / 1000}))) END
    AS from_date,
  s.standing AS side_by_side
ORDER BY uri
LIMIT 500
