// Purpose: Passages whose hull, section number or marks are not those of what they hang off.
// Parameters: $beginning (INTEGER: the open start), $end (INTEGER: the open end)
// Result: id
MATCH (passage:Passage)-[:PART_OF]->(section:Section)
OPTIONAL MATCH (section)<-[held:HOLDS]-(:Revision)
WITH passage, section, min(CASE WHEN held.closed IS NULL THEN held.valid_from END) AS opens,
     max(CASE WHEN held.closed IS NULL THEN held.valid_to END) AS ends,
     min(held.known_from) AS known, max(held.known_to) AS forgotten
MATCH (content:Content {row: passage.content})
WHERE passage.valid_from <> coalesce(opens, $end) OR passage.valid_to <> coalesce(ends, $beginning)
   OR passage.known_from <> coalesce(known, $end) OR passage.known_to <> coalesce(forgotten, $beginning)
   OR passage.section <> section.row OR passage.audiences <> content.audiences
   OR passage.wall <> 't' + passage.tenant + ' a' + content.audiences
RETURN passage.id AS id
ORDER BY id
