// Purpose: Tell readers of a commit that is whole. It never goes back.
// Parameters: $commit (INTEGER)
// Result: none
MATCH (published:Published {key: 'published'})
WHERE published.commit < $commit
SET published.commit = $commit
