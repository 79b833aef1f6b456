// Purpose: A tenant's revisions opened or closed after one commit, as they were at another: one that was withdrawn later is open.
// Parameters: $tenant (INTEGER: the tenant's row), $since (INTEGER), $commit (INTEGER), $end (INTEGER: the open end)
// Result: rows (LIST<LIST>: row, source, content or -1, audience, start, declared end, known_at, withdrawn_at; by row)
CALL () {
    MATCH (r:Revision) WHERE r.tenant = $tenant AND r.opened > $since AND r.opened <= $commit RETURN r
    UNION
    MATCH (r:Revision) WHERE r.tenant = $tenant AND r.closed > $since AND r.opened <= $commit RETURN r
}
WITH r ORDER BY r.row
RETURN collect([
    r.row, r.source, coalesce(r.content, -1), r.audience, coalesce(r.valid_from, r.observed_at, r.known_at),
    coalesce(r.valid_to, $end), r.known_at, CASE WHEN r.closed > $commit THEN $end ELSE r.withdrawn_at END
]) AS rows
