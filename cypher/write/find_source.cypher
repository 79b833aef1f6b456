// Purpose: A source, if it is known: how many of its revisions live and how many carry a content, one content of it by its id,
//          and the revisions that were told in just the same way, oldest first.
// Parameters: $key (STRING), $content (STRING: its id), $identity (STRING: of a revision)
// Result: row, standing, live, contents, content (row, or null), same (LIST<LIST>: row, metadata as JSON, live)
MATCH (source:Source {key: $key})
RETURN source.row AS row, source.standing AS standing,
       COUNT { (source)-[:REVISION]->(r:Revision) WHERE r.closed IS NULL } AS live,
       COUNT { (source)-[:REVISION]->(r:Revision) WHERE r.content IS NOT NULL } AS contents,
       head(COLLECT { MATCH (c:Content {source: source.row}) WHERE c.id = $content RETURN c.row }) AS content,
       COLLECT {
           MATCH (r:Revision {identity: $identity})
           WHERE r.source = source.row
           WITH r ORDER BY r.row
           RETURN [r.row, r.metadata, r.closed IS NULL]
       } AS same
