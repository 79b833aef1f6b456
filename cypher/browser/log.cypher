// What came in the last commits · Qué llegó en los últimos commits
// Purpose: The log of a tenant, the last first: what was put, deleted, undone or declared a standing family, and when.
// Propósito: El registro de un inquilino, lo último primero: qué se puso, se borró, se deshizo o se declaró familia de
//          versiones, y cuándo.
// Parameters: $tenant (STRING: its name), $last (INTEGER: how many entries)
// Result: number, known_at, kind, uri, label, title, from_date
// Examples: :param tenant => 'demo'
//           :param last => 12
MATCH (t:Tenant {name: $tenant})
MATCH (e:Event)
WHERE e.tenant = t.row
WITH e ORDER BY e.row DESC LIMIT toInteger($last)
MATCH (s:Source)-[:LOGGED]->(e)
OPTIONAL MATCH (r:Revision)
WHERE r.row = e.revision
RETURN e.number AS number, toString(datetime({epochMillis: e.known_at / 1000})) AS known_at, e.kind AS kind, s.uri AS uri,
  r.label AS label, r.title AS title,
  CASE WHEN r.valid_from IS NULL THEN null ELSE toString(date(datetime({epochMillis: r.valid_from / 1000}))) END AS from_date
ORDER BY e.row DESC
