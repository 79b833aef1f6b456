// Purpose: The first half of a hop: what these passages name, and every passage that defines what they name. Which of it leads
//          somewhere depends on the scope, and on which names overlap there.
// Parameters: $numbers (LIST<INTEGER>: rows)
// Result: mentions (LIST<LIST>: passage, start, end, entity's id, name or null), definers (LIST<LIST>: entity's id, name, passage)
UNWIND $numbers AS number
MATCH (p:Passage {row: number})-[m:MENTIONS]->(e:Entity)
WITH collect([p.row, m.start, m.end, substring(e.key, 8), m.key]) AS mentions, collect(DISTINCT e) AS entities
CALL (entities) {
    UNWIND entities AS e
    MATCH (e)<-[d:DEFINES]-(q:Passage)
    RETURN collect([substring(e.key, 8), d.key, q.row]) AS definers
}
RETURN mentions, definers
