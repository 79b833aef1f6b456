// Purpose: One content, without what was drawn from it.
// Parameters: $content (INTEGER: row)
// Result: tenant (row), uri, id, sha256, language, text, opened
MATCH (content:Content {row: $content})
MATCH (source:Source {row: content.source})
RETURN content.tenant AS tenant, source.uri AS uri, content.id AS id, content.sha256 AS sha256, content.language AS language,
       content.text AS text, content.opened AS opened
