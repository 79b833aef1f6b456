// Purpose: Which entities are one: entries that are only ever added; and by `handle` the names that may be of one thing.
// Parameters: none
// Result: none
CREATE CONSTRAINT merge_key IF NOT EXISTS FOR (n:Merge) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT merge_row IF NOT EXISTS FOR (n:Merge) REQUIRE n.row IS UNIQUE;
CREATE RANGE INDEX merge_number IF NOT EXISTS FOR (n:Merge) ON (n.tenant, n.number);
CREATE RANGE INDEX tells_of_handle IF NOT EXISTS FOR ()-[r:TELLS_OF]-() ON (r.handle);
