// Purpose: How many records a dump of the whole store holds.
// Parameters: none
// Result: records
CALL () { MATCH (n:Tenant|Audience|Commit|Source|Content|Revision|Event|Community|Summary|ConflictEntry|Merge|Trace|Job) RETURN count(n) AS nodes }
CALL () { MATCH ()-[held:HOLDS]->() RETURN count(held) AS states }
CALL () { MATCH (:Revision)-[edge:SUPERSEDES]->(:Revision) RETURN count(edge) AS supersessions }
CALL () { MATCH ()-[edge:REPEATS]->() RETURN count(edge) AS sightings }
RETURN nodes + states + supersessions + sightings AS records
