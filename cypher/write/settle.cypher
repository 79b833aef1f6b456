// Purpose: Whether a commit is there whose writer lost the server before it was told. The lock waits for what may still be
//          running.
// Parameters: $number (INTEGER), $token (STRING: the writer's)
// Result: written, commit (the store's last)
MATCH (store:Store {key: 'store'})
SET store.lock = store.lock + 1
RETURN EXISTS { (:Commit {number: $number, token: $token}) } AS written, store.commit AS commit
