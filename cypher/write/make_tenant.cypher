// Purpose: A new tenant.
// Parameters: $row (INTEGER), $name (STRING), $known_at (INTEGER)
// Result: none
CREATE (:Tenant {row: $row, name: $name, known_at: $known_at, purges: 0})
