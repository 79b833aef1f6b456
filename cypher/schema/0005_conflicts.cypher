// Purpose: The inbox of conflicts: one node a conflict, and its entries, which are only ever added.
// Parameters: none
// Result: none
CREATE CONSTRAINT conflict_key IF NOT EXISTS FOR (n:Conflict) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT conflict_entry_row IF NOT EXISTS FOR (n:ConflictEntry) REQUIRE n.row IS UNIQUE;
CREATE RANGE INDEX conflict_entry_tenant IF NOT EXISTS FOR (n:ConflictEntry) ON (n.tenant);
