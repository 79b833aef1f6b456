// Purpose: A new content; its sections and passages follow.
// Parameters: $content (MAP: its properties)
// Result: none
CREATE (content:Content)
SET content = $content
