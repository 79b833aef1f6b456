// Purpose: Draw the hull of passages anew after states of their sections were opened or closed. A value that stays is not
//          written: each that changes takes the passage through the vector index.
// Parameters: $sections (LIST<INTEGER>: rows), $beginning (INTEGER: the open start), $end (INTEGER: the open end)
// Result: none
UNWIND $sections AS row
MATCH (section:Section {row: row})
OPTIONAL MATCH (section)<-[held:HOLDS]-(:Revision)
WITH section, min(CASE WHEN held.closed IS NULL THEN held.valid_from END) AS opens,
     max(CASE WHEN held.closed IS NULL THEN held.valid_to END) AS ends,
     min(held.known_from) AS known, max(held.known_to) AS forgotten
WITH section, coalesce(opens, $end) AS opens, coalesce(ends, $beginning) AS ends, coalesce(known, $end) AS known,
     coalesce(forgotten, $beginning) AS forgotten
MATCH (section)<-[:PART_OF]-(passage:Passage)
WHERE passage.valid_from <> opens OR passage.valid_to <> ends OR passage.known_from <> known OR passage.known_to <> forgotten
SET passage.valid_from = opens, passage.valid_to = ends, passage.known_from = known, passage.known_to = forgotten
