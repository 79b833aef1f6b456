// Where a fact is stated, and by which revision · Dónde se afirma un hecho, y en qué revisión
// Purpose: Every passage that states something of one subject and predicate, whether in force or not, with the section and the
//          revision that carry it and when it holds there, as known at one time.
// Propósito: Cada pasaje que afirma algo de un sujeto y un predicado, rija o no, con la sección y la revisión que lo llevan
//          y cuándo rige allí, según lo sabido en un momento.
// Parameters: $tenant (STRING: its name), $subject (STRING: the entity's name as written; capitals do not count),
//             $predicate (STRING: one predicate; '' for all), $known_at (STRING: 'now', a date, or a time with a zone)
// Result: entity, about, fact, asserts, passage, within, section, holds, revision, states, uri, label, part, in_force_from,
//         in_force_to, text
// Examples: :param tenant => 'demo'
//           :param subject => 'Arándano'
//           :param predicate => 'minimum_caliber'
//           :param known_at => 'now'
WITH CASE WHEN $known_at = 'now' THEN datetime() WHEN size($known_at) = 10 THEN datetime($known_at + 'T00:00Z')
  ELSE datetime($known_at) END AS then
WITH then.epochSeconds * 1000000 + then.microsecond AS known
MATCH (t:Tenant {name: $tenant})
MATCH (e:Entity)
WHERE e.key STARTS WITH right('0000000' + toString(t.row), 8) AND toLower(e.name) = toLower($subject)
MATCH (e)<-[sub:SUBJECT]-(f)<-[a:ASSERTS]-(p)-[lies:PART_OF]->(place)<-[h:HOLDS]-(r)
MATCH (f)-[:OBJECT]->(o)
WHERE $predicate IN ['', f.predicate] AND h.known_from <= known < h.known_to
RETURN e AS entity, sub AS about, f AS fact, a AS asserts, p AS passage, lies AS within, place AS section, h AS holds,
  r AS revision,
  f.predicate + ': ' + coalesce(o.name, o.value + coalesce('–' + o.high, '') + coalesce(' ' + o.unit, '')) AS states, r.uri AS uri, r.label AS label, place.name AS part,
  CASE WHEN h.valid_from = -9223372036854775807 THEN '…'
    ELSE toString(date(datetime({epochMillis: h.valid_from / 1000}))) END AS in_force_from,
  CASE WHEN h.valid_to = 9223372036854775807 THEN '…'
    ELSE toString(date(datetime({epochMillis: h.valid_to / 1000}))) END AS in_force_to,
  left(p.text, 200) AS text
ORDER BY h.valid_from, uri, p.row
LIMIT 200
