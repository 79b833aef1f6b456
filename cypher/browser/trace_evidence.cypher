// The evidence of a question · La evidencia de una pregunta
// Purpose: What the answer to one question rested on, in its order: the passages it used, the sections they stand in and the
//          revision that carries each, in force at the time that was asked about if any is. What was read live is not here.
// Propósito: En qué se apoyó la respuesta a una pregunta, en su orden: los pasajes que usó, las secciones en que están y la
//          revisión que lleva cada una, la que regía en el momento por el que se preguntó si la hay. Lo leído en vivo no está.
// Parameters: $tenant (STRING: its name), $trace (STRING: the id that came with the answer; 'last' for the last question)
// Result: trace, used, passage, within, section, holds, revision, rank, uri, label, part, text
// Examples: :param tenant => 'demo'
//           :param trace => 'last'
MATCH (q:Trace)
WHERE q.tenant = $tenant AND $trace IN ['last', q.id]
WITH q ORDER BY q.asked_at DESC, q.id LIMIT 1
MATCH (q)-[u:USED]->(p:Passage)
CALL (q, p) {
  MATCH (p)-[lies:PART_OF]->(place:Section)<-[h:HOLDS]-(r:Revision)
  WHERE h.known_from <= q.known_at < h.known_to
  RETURN lies, place, h, r
  ORDER BY h.valid_from <= q.valid_at < h.valid_to DESC, h.valid_from DESC, h.row DESC
  LIMIT 1
}
RETURN q AS trace, u AS used, p AS passage, lies AS within, place AS section, h AS holds, r AS revision,
  u.ordinal + 1 AS rank, r.uri AS uri, r.label AS label, place.name AS part, left(p.text, 200) AS text
ORDER BY rank
