// Purpose: Make the head of the store, or raise the number of its schema. What is there of the rest stays.
// Parameters: $schema (INTEGER), $model (STRING), $dimension (INTEGER), $id (STRING)
// Result: none
MERGE (store:Store {key: 'store'})
ON CREATE SET store.id = $id, store.model = $model, store.dimension = $dimension, store.commit = 0, store.lock = 0
SET store.schema = $schema
MERGE (published:Published {key: 'published'})
ON CREATE SET published.commit = 0
