// Purpose: The passages of a content, in its order, as graph.rows.passage takes them; then the embedding key, and the vector
//          where no earlier content brought it.
// Parameters: $content (INTEGER: row)
// Result: row, id, section (name), ordinal, start, end, text, kind, tokens, lead, header, stems, path (JSON), vector_key,
//         embedding (LIST<FLOAT>, or null)
MATCH (:Content {row: $content})-[:CONTAINS]->(passage:Passage)-[:PART_OF]->(section:Section)
RETURN passage.row AS row, passage.id AS id, section.name AS section, passage.ordinal AS ordinal, passage.span_start AS start,
       passage.span_end AS end, passage.text AS text, passage.kind AS kind, passage.tokens AS tokens, passage.lead AS lead,
       passage.header AS header, passage.stems AS stems, section.path AS path, passage.vector_key AS vector_key,
       CASE WHEN NOT EXISTS {
           MATCH (earlier:Passage {vector_key: passage.vector_key}) WHERE earlier.content < $content
       } THEN passage.embedding END AS embedding
ORDER BY ordinal, row
