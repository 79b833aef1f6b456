// Purpose: The sections of some contents, each content's in its order.
// Parameters: $contents (LIST<INTEGER>: rows)
// Result: content, row, name, parent
UNWIND $contents AS content
MATCH (section:Section {content: content})
RETURN content, section.row AS row, section.name AS name, section.parent AS parent
ORDER BY content, section.ordinal, row
