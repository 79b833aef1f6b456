// Purpose: Passages whose vector is missing or of another size, or that stand in no section of their content.
// Parameters: $dimension (INTEGER)
// Result: code, id
CALL () {
    MATCH (passage:Passage)
    WHERE passage.embedding IS NULL OR size(passage.embedding) <> $dimension
    RETURN 'vector_missing' AS code, passage.id AS id
    UNION
    MATCH (passage:Passage)
    WHERE NOT EXISTS { (passage)-[:PART_OF]->(:Section)-[:SECTION_OF]->(:Content {row: passage.content})-[:CONTAINS]->(passage) }
    RETURN 'passage_without_content' AS code, passage.id AS id
    UNION
    MATCH (content:Content)
    WHERE NOT EXISTS { (content)<-[:CARRIES]-(:Revision) }
    RETURN 'content_without_revision' AS code, content.id AS id
}
RETURN code, id
ORDER BY code, id
