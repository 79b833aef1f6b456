// Purpose: The row of an audience, the same for equal ones.
// Parameters: $key (STRING), $row (INTEGER: for a new one), $level (INTEGER), $groups (LIST<STRING>)
// Result: row
MERGE (audience:Audience {key: $key})
ON CREATE SET audience.row = $row, audience.level = $level, audience.groups = $groups
RETURN audience.row AS row
