// Purpose: Whether the mark of a load is there: one that is going on, or that was broken off.
// Parameters: none
// Result: loading
RETURN EXISTS { (:Loading) } AS loading
