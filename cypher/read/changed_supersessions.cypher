// Purpose: A tenant's supersessions opened or closed after one commit, as they were at another. Edges drawn for people have no
//          tenant, so that they are not among these.
// Parameters: $tenant (INTEGER: the tenant's row), $since (INTEGER), $commit (INTEGER), $end (INTEGER: the open end)
// Result: rows (LIST<LIST>: row, newer, older, 1 if of a section else 0, 1 if a correction or nullity else 0, effective, known_from, known_to; by row)
CALL () {
    MATCH ()-[e:SUPERSEDES]->() WHERE e.tenant = $tenant AND e.opened > $since AND e.opened <= $commit RETURN e
    UNION
    MATCH ()-[e:SUPERSEDES]->() WHERE e.tenant = $tenant AND e.closed > $since AND e.opened <= $commit RETURN e
}
WITH e ORDER BY e.row
RETURN collect([
    e.row, e.newer, e.older, CASE WHEN e.section IS NULL THEN 0 ELSE 1 END,
    CASE WHEN e.rule IN ['correction', 'nullity'] THEN 1 ELSE 0 END, e.effective, e.known_from,
    CASE WHEN e.closed > $commit THEN $end ELSE e.known_to END
]) AS rows
