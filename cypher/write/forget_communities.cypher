// Purpose: Forget a tenant's communities and summaries.
// Parameters: $tenant (INTEGER: row)
// Result: none
OPTIONAL MATCH (summary:Summary {tenant: $tenant})
WITH collect(summary) AS summaries
FOREACH (summary IN summaries | DETACH DELETE summary)
WITH count(*) AS done
MATCH (community:Community {tenant: $tenant})
DETACH DELETE community
