// Purpose: The head of the store, if there is one.
// Parameters: none
// Result: store (MAP), published
MATCH (store:Store {key: 'store'})
MATCH (published:Published {key: 'published'})
RETURN properties(store) AS store, published.commit AS published
