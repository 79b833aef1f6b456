// Purpose: A tenant's states opened or closed after one commit, as they were at another.
// Parameters: $tenant (INTEGER: the tenant's row), $since (INTEGER), $commit (INTEGER), $end (INTEGER: the open end)
// Result: rows (LIST<LIST>: row, revision, section or -1, valid_from, valid_to, known_from, known_to; by row)
CALL () {
    MATCH ()-[h:HOLDS]->() WHERE h.tenant = $tenant AND h.opened > $since AND h.opened <= $commit RETURN h
    UNION
    MATCH ()-[h:HOLDS]->() WHERE h.tenant = $tenant AND h.closed > $since AND h.opened <= $commit RETURN h
}
WITH h ORDER BY h.row
RETURN collect([
    h.row, h.revision, h.section, h.valid_from, h.valid_to, h.known_from,
    CASE WHEN h.closed > $commit THEN $end ELSE h.known_to END
]) AS rows
