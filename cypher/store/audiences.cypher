// Purpose: Every interned audience.
// Parameters: none
// Result: row, level, groups (LIST<STRING>)
MATCH (audience:Audience)
RETURN audience.row AS row, audience.level AS level, audience.groups AS groups
ORDER BY row
