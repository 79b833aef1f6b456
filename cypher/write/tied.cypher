// Purpose: All that a derivation reads: the sources that are here of all that acts tie to one, however indirectly and in
//          either direction, itself included; their log in its order, as graph.rows.event takes it; the sections of their
//          contents, each content's in its order; and what is open of them.
// Parameters: $key (STRING: the source's)
// Result: sources (LIST<LIST>: row, uri), log (LIST<LIST>), sections (LIST<LIST>: content, row, name, parent), states
//         (LIST<LIST>: row, revision, section, valid_from, valid_to), edges (LIST<LIST>: row, newer, older, section, kind,
//         effective, rule), seen (LIST<LIST>: row, revision, original)
OPTIONAL MATCH (:Address {key: $key})-[:TIED*1..]-(other:Address)
WITH DISTINCT other
WITH collect(other.key) + [$key] AS keys
CALL (keys) {
    UNWIND keys AS key
    WITH DISTINCT key
    MATCH (source:Source {key: key})
    WITH source ORDER BY source.row
    RETURN collect([source.row, source.uri]) AS sources
}
CALL (sources) {
    UNWIND sources AS each
    MATCH (:Source {row: each[0]})-[:LOGGED]->(event:Event)
    OPTIONAL MATCH (r:Revision {row: event.revision})
    WITH each, event, r ORDER BY event.row
    RETURN collect([
        event.kind, each[1], event.known_at, r.id, r.row, r.content, r.text_sha256, r.valid_from, r.valid_to, r.observed_at,
        r.label, r.acts
    ]) AS log
}
CALL (log) {
    UNWIND log AS event
    WITH DISTINCT event[5] AS content
    WHERE content IS NOT NULL
    MATCH (section:Section {content: content})
    WITH section ORDER BY section.content, section.ordinal, section.row
    RETURN collect([section.content, section.row, section.name, section.parent]) AS sections
}
CALL (sources) {
    UNWIND sources AS each
    MATCH ()-[held:HOLDS {open_of: each[0]}]->()
    USING INDEX SEEK held:HOLDS(open_of)
    RETURN collect([held.row, held.revision, held.section, held.valid_from, held.valid_to]) AS states
}
CALL (sources) {
    UNWIND sources AS each
    MATCH ()-[edge:SUPERSEDES {open_of: each[0]}]->()
    USING INDEX SEEK edge:SUPERSEDES(open_of)
    RETURN collect([edge.row, edge.newer, edge.older, edge.section, edge.kind, edge.effective, edge.rule]) AS edges
}
CALL (sources) {
    UNWIND sources AS each
    MATCH ()-[edge:REPEATS {open_of: each[0]}]->()
    USING INDEX SEEK edge:REPEATS(open_of)
    RETURN collect([edge.row, edge.revision, edge.original]) AS seen
}
RETURN sources, log, sections, states, edges, seen
