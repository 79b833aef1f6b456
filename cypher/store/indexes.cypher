// Purpose: The indexes that are there and whether they can be used.
// Parameters: none
// Result: name, state, options (MAP)
SHOW INDEXES YIELD name, state, options
RETURN name, state, options
