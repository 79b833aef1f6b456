// Purpose: The communities of a tenant.
// Parameters: $tenant (INTEGER: row)
// Result: id, level, parent, label, entities (LIST<STRING>: ids), made_at
MATCH (community:Community {tenant: $tenant})
RETURN community.id AS id, community.level AS level, community.parent AS parent, community.label AS label,
       community.entities AS entities, community.made_at AS made_at
