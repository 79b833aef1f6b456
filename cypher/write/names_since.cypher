// Purpose: The names of a tenant that came after a row: a writer keeps those that it has seen.
// Parameters: $tenant (INTEGER: row), $after (INTEGER: row of the last name seen)
// Result: names (LIST<STRING>: folded)
MATCH (name:Name)
WHERE name.tenant = $tenant AND name.row > $after
RETURN collect(name.name) AS names
