// Communities with their members and summaries · Comunidades con sus miembros y resúmenes
// Purpose: The clusters of entities of one level whose label holds some words, the largest first, with their members and one
//          summary for each audience that has its own. What a reader is shown is the summary of an audience it includes.
// Propósito: Los grupos de entidades de un nivel cuyo rótulo tiene ciertas palabras, primero el mayor, con sus miembros y un
//          resumen por cada audiencia que tenga el suyo. Al lector se le muestra el de una audiencia a la que pertenece.
// Parameters: $tenant (STRING: its name), $level (INTEGER: 0 the coarsest), $words (STRING: part of the label; '' for all),
//             $most (INTEGER: how many communities)
// Result: community, edges, entities, about, summary, label, members, audience, language, text
// Examples: :param tenant => 'demo'
//           :param level => 0
//           :param words => 'política de reembolsos'
//           :param most => 3
MATCH (t:Tenant {name: $tenant})
MATCH (c:Community)
WHERE c.tenant = t.row AND c.level = $level AND toLower(c.label) CONTAINS toLower($words)
WITH c ORDER BY size(c.entities) DESC, c.id LIMIT toInteger($most)
MATCH (c)-[m:MEMBER]->(e:Entity)
WITH c, m, e ORDER BY e.name, e.key
WITH c, collect(m) AS edges, collect(e) AS entities, collect(e.name) AS members
OPTIONAL MATCH (s:Summary)-[about:ABOUT]->(c)
OPTIONAL MATCH (a:Audience)
WHERE a.row = s.audience
RETURN c AS community, edges, entities, about, s AS summary, c.label AS label, members, a.key AS audience,
  s.language AS language, s.text AS text
ORDER BY size(entities) DESC, c.id, audience, language
