// Purpose: A tenant's communities and summaries, and who may read these.
// Parameters: $tenant (INTEGER: the tenant's row)
// Result: communities (LIST<LIST>: id, level, parent, label, entities), summaries (LIST<LIST>: community, audience's row, language,
//         signature, made_at, sentences as JSON), audiences (LIST<LIST>: row, level, groups)
CALL () {
    MATCH (c:Community {tenant: $tenant})
    WITH c ORDER BY c.level, c.id
    RETURN collect([c.id, c.level, c.parent, c.label, c.entities]) AS communities
}
CALL () {
    MATCH (s:Summary {tenant: $tenant})
    RETURN collect([s.community, s.audience, s.language, s.signature, s.made_at, s.sentences]) AS summaries
}
CALL () {
    MATCH (a:Audience)
    RETURN collect([a.row, a.level, a.groups]) AS audiences
}
RETURN communities, summaries, audiences
