// Two hops around an entity · A dos saltos de una entidad
// Purpose: What an entity leads to over passages and facts in force: what passages that name it name besides, and what it
//          is said to be. Of the names in a passage those are followed that it is about (DEFINES) or mentions. 150 at most.
// Propósito: A qué lleva una entidad a través de pasajes y hechos que rigen: qué más nombran los pasajes que la nombran, y
//          qué se afirma de ella. De cada pasaje se siguen los nombres de que trata (DEFINES) o que menciona. 150 como máximo.
// Parameters: $tenant (STRING: its name), $name (STRING: the entity's name as written; capitals do not count), $valid_at
//             (STRING: 'now', a date, or a time with a zone), $known_at (STRING: the same)
// Result: entity, first, middle, second, other, over, leads_to
// Examples: :param tenant => 'demo'
//           :param name => 'Northern Berry Imports'
//           :param valid_at => '2026-06-15'
//           :param known_at => 'now'
WITH CASE WHEN $valid_at = 'now' THEN datetime() WHEN size($valid_at) = 10 THEN datetime($valid_at + 'T00:00Z')
  ELSE datetime($valid_at) END AS at,
  CASE WHEN $known_at = 'now' THEN datetime() WHEN size($known_at) = 10 THEN datetime($known_at + 'T00:00Z')
  ELSE datetime($known_at) END AS then
WITH at.epochSeconds * 1000000 + at.microsecond AS valid, then.epochSeconds * 1000000 + then.microsecond AS known
MATCH (t:Tenant {name: $tenant})
MATCH (e:Entity)
WHERE e.key STARTS WITH right('0000000' + toString(t.row), 8) AND toLower(e.name) = toLower($name)
MATCH (e)<-[one:DEFINES|MENTIONS|SUBJECT|OBJECT]-(middle)-[two:DEFINES|MENTIONS|SUBJECT|OBJECT]->(other)
WHERE other <> e AND (
  EXISTS {
    (middle)-[:PART_OF]->()<-[h:HOLDS]-() WHERE h.valid_from <= valid < h.valid_to AND h.known_from <= known < h.known_to
  } OR EXISTS {
    (middle)<-[:ASSERTS]-()-[:PART_OF]->()<-[h:HOLDS]-()
    WHERE h.valid_from <= valid < h.valid_to AND h.known_from <= known < h.known_to
  })
WITH e, middle, other, head(collect(one)) AS first, head(collect(two)) AS second
RETURN e AS entity, first, middle, second, other,
  CASE WHEN middle:Fact THEN middle.predicate ELSE left(middle.text, 80) END AS over,
  coalesce(other.name, other.value + coalesce('–' + other.high, '') + coalesce(' ' + other.unit, '')) AS leads_to
ORDER BY middle:Passage, over, leads_to
LIMIT 150
