// Purpose: Mark the store as one of the evals: they may empty it.
// Parameters: none
// Result: none
MATCH (store:Store {key: 'store'})
SET store.evals = true
