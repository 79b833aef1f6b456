// Purpose: The sightings of some sources, as known now.
// Parameters: $sources (LIST<INTEGER>: rows)
// Result: row, revision, original
UNWIND $sources AS source
MATCH ()-[edge:REPEATS {open_of: source}]->()
RETURN edge.row AS row, edge.revision AS revision, edge.original AS original
