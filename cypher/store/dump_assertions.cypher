// Purpose: Where a content states facts, and how it writes them.
// Parameters: $content (INTEGER: row)
// Result: passage (row), fact (id), subject_id, subject, predicate, object (JSON), object_id, qualifiers (JSON), start, end,
//         extractor, polarity
MATCH (passage:Passage {content: $content})-[assertion:ASSERTS]->(fact:Fact)
RETURN passage.row AS passage, fact.id AS fact, fact.subject_id AS subject_id, assertion.subject AS subject, fact.predicate AS predicate,
       assertion.object AS object, assertion.object_id AS object_id, assertion.qualifiers AS qualifiers, assertion.start AS start,
       assertion.end AS end, assertion.extractor AS extractor, assertion.polarity AS polarity
