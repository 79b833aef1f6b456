// Purpose: Wait for the writer before, hold the store until this transaction ends, and give its numbers. A property that is
//          set is a lock; what is read after it is what that writer left.
// Parameters: none
// Result: store (MAP)
MATCH (store:Store {key: 'store'})
SET store.lock = store.lock + 1
RETURN properties(store) AS store
