// Purpose: Mark that a store is being loaded: what is there until the mark goes is not yet a store.
// Parameters: none
// Result: none
MERGE (:Loading {key: 'loading'})
