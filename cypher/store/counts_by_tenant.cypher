// Purpose: How many passages each tenant has, and how many of them the full text finds.
// Parameters: none
// Result: tenant (name), passages, indexed
MATCH (tenant:Tenant)
CALL (tenant) {
    MATCH (passage:Passage)
    WHERE passage.tenant = tenant.row
    RETURN count(passage) AS passages
}
CALL (tenant) {
    CALL db.index.fulltext.queryNodes('passage_text', '+wall:t' + tenant.row) YIELD node
    RETURN count(node) AS indexed
}
RETURN tenant.name AS tenant, passages, indexed
ORDER BY tenant
