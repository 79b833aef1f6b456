// Purpose: Take the words out of what is kept of conflicts that a source has a part in: ids stay.
// Parameters: $source (INTEGER: row)
// Result: none
MATCH (revision:Revision {source: $source})<-[:NAMES]-(entry:ConflictEntry)
SET entry.words = null
