// Purpose: One node a key. Existence and type constraints need Enterprise; uniqueness is what Community gives, and each also
//          indexes the key. `row` is the number of a node among those of its label: small, and ascending in the order of
//          commits, so that a reader asks for what has come since. `current_of` is null but on the one revision of a source
//          that stands for it, so that two at once cannot be.
// Parameters: none
// Result: none
CREATE CONSTRAINT store_key IF NOT EXISTS FOR (n:Store) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT published_key IF NOT EXISTS FOR (n:Published) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT tenant_name IF NOT EXISTS FOR (n:Tenant) REQUIRE n.name IS UNIQUE;
CREATE CONSTRAINT tenant_row IF NOT EXISTS FOR (n:Tenant) REQUIRE n.row IS UNIQUE;
CREATE CONSTRAINT audience_key IF NOT EXISTS FOR (n:Audience) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT audience_set_key IF NOT EXISTS FOR (n:AudienceSet) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT commit_number IF NOT EXISTS FOR (n:Commit) REQUIRE n.number IS UNIQUE;
CREATE CONSTRAINT event_row IF NOT EXISTS FOR (n:Event) REQUIRE n.row IS UNIQUE;
CREATE CONSTRAINT source_key IF NOT EXISTS FOR (n:Source) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT source_row IF NOT EXISTS FOR (n:Source) REQUIRE n.row IS UNIQUE;
CREATE CONSTRAINT address_key IF NOT EXISTS FOR (n:Address) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT revision_id IF NOT EXISTS FOR (n:Revision) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT revision_row IF NOT EXISTS FOR (n:Revision) REQUIRE n.row IS UNIQUE;
CREATE CONSTRAINT revision_current_of IF NOT EXISTS FOR (n:Revision) REQUIRE n.current_of IS UNIQUE;
CREATE CONSTRAINT content_key IF NOT EXISTS FOR (n:Content) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT content_row IF NOT EXISTS FOR (n:Content) REQUIRE n.row IS UNIQUE;
CREATE CONSTRAINT section_row IF NOT EXISTS FOR (n:Section) REQUIRE n.row IS UNIQUE;
CREATE CONSTRAINT passage_key IF NOT EXISTS FOR (n:Passage) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT passage_row IF NOT EXISTS FOR (n:Passage) REQUIRE n.row IS UNIQUE;
CREATE CONSTRAINT entity_key IF NOT EXISTS FOR (n:Entity) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT name_key IF NOT EXISTS FOR (n:Name) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT fact_key IF NOT EXISTS FOR (n:Fact) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT literal_key IF NOT EXISTS FOR (n:Literal) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT community_key IF NOT EXISTS FOR (n:Community) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT summary_key IF NOT EXISTS FOR (n:Summary) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT trace_key IF NOT EXISTS FOR (n:Trace) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT job_key IF NOT EXISTS FOR (n:Job) REQUIRE n.key IS UNIQUE;
