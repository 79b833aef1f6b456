// Purpose: The last commit that readers see.
// Parameters: none
// Result: commit
MATCH (published:Published {key: 'published'})
RETURN published.commit AS commit
