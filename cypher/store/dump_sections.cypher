// Purpose: The sections of a content, in its order.
// Parameters: $content (INTEGER: row)
// Result: id, name, path (JSON), ordinal, start, end, tokens, parent, number
MATCH (section:Section {content: $content})
RETURN section.id AS id, section.name AS name, section.path AS path, section.ordinal AS ordinal, section.span_start AS start,
       section.span_end AS end, section.tokens AS tokens, section.parent AS parent, section.number AS number
ORDER BY ordinal, section.row
