// Purpose: A tenant's sightings opened or closed after one commit, as they were at another.
// Parameters: $tenant (INTEGER: the tenant's row), $since (INTEGER), $commit (INTEGER), $end (INTEGER: the open end)
// Result: rows (LIST<LIST>: row, revision, original, known_from, known_to; by row)
CALL () {
    MATCH ()-[r:REPEATS]->() WHERE r.tenant = $tenant AND r.opened > $since AND r.opened <= $commit RETURN r
    UNION
    MATCH ()-[r:REPEATS]->() WHERE r.tenant = $tenant AND r.closed > $since AND r.opened <= $commit RETURN r
}
WITH r ORDER BY r.row
RETURN collect([
    r.row, r.revision, r.original, r.known_from, CASE WHEN r.closed > $commit THEN $end ELSE r.known_to END
]) AS rows
