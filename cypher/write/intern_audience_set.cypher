// Purpose: The row of a set of audiences, the same for equal ones.
// Parameters: $key (STRING), $row (INTEGER: for a new one), $members (LIST<INTEGER>: rows of audiences)
// Result: row
MERGE (audiences:AudienceSet {key: $key})
ON CREATE SET audiences.row = $row, audiences.members = $members
RETURN audiences.row AS row
