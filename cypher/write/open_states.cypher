// Purpose: The states of some sources that are open now.
// Parameters: $sources (LIST<INTEGER>: rows)
// Result: row, revision, section (-1 for the whole), valid_from, valid_to
UNWIND $sources AS source
MATCH ()-[held:HOLDS {open_of: source}]->()
RETURN held.row AS row, held.revision AS revision, held.section AS section, held.valid_from AS valid_from, held.valid_to AS valid_to
