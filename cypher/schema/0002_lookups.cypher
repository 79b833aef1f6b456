// Purpose: What is looked up by more than its key. `tenant` is the row of the tenant. `opened` and `closed` are numbers of
//          commits: a reader that holds a table in memory asks for what has changed since its own.
// Parameters: none
// Result: none
CREATE RANGE INDEX commit_tenant IF NOT EXISTS FOR (n:Commit) ON (n.tenant);
CREATE RANGE INDEX event_tenant IF NOT EXISTS FOR (n:Event) ON (n.tenant);
CREATE RANGE INDEX event_source IF NOT EXISTS FOR (n:Event) ON (n.source);
CREATE RANGE INDEX source_tenant IF NOT EXISTS FOR (n:Source) ON (n.tenant);
CREATE RANGE INDEX revision_source IF NOT EXISTS FOR (n:Revision) ON (n.source);
CREATE RANGE INDEX revision_identity IF NOT EXISTS FOR (n:Revision) ON (n.identity);
CREATE RANGE INDEX revision_opened IF NOT EXISTS FOR (n:Revision) ON (n.tenant, n.opened);
CREATE RANGE INDEX revision_closed IF NOT EXISTS FOR (n:Revision) ON (n.tenant, n.closed);
CREATE RANGE INDEX content_source IF NOT EXISTS FOR (n:Content) ON (n.source);
CREATE RANGE INDEX section_content IF NOT EXISTS FOR (n:Section) ON (n.content);
CREATE RANGE INDEX section_opened IF NOT EXISTS FOR (n:Section) ON (n.tenant, n.opened);
CREATE RANGE INDEX passage_opened IF NOT EXISTS FOR (n:Passage) ON (n.tenant, n.opened);
CREATE RANGE INDEX passage_vector_key IF NOT EXISTS FOR (n:Passage) ON (n.vector_key);
CREATE RANGE INDEX holds_open_of IF NOT EXISTS FOR ()-[r:HOLDS]-() ON (r.open_of);
CREATE RANGE INDEX holds_opened IF NOT EXISTS FOR ()-[r:HOLDS]-() ON (r.tenant, r.opened);
CREATE RANGE INDEX holds_closed IF NOT EXISTS FOR ()-[r:HOLDS]-() ON (r.tenant, r.closed);
CREATE RANGE INDEX supersedes_row IF NOT EXISTS FOR ()-[r:SUPERSEDES]-() ON (r.row);
CREATE RANGE INDEX supersedes_of IF NOT EXISTS FOR ()-[r:SUPERSEDES]-() ON (r.of);
CREATE RANGE INDEX supersedes_open_of IF NOT EXISTS FOR ()-[r:SUPERSEDES]-() ON (r.open_of);
CREATE RANGE INDEX supersedes_opened IF NOT EXISTS FOR ()-[r:SUPERSEDES]-() ON (r.tenant, r.opened);
CREATE RANGE INDEX supersedes_closed IF NOT EXISTS FOR ()-[r:SUPERSEDES]-() ON (r.tenant, r.closed);
CREATE RANGE INDEX repeats_open_of IF NOT EXISTS FOR ()-[r:REPEATS]-() ON (r.open_of);
CREATE RANGE INDEX repeats_opened IF NOT EXISTS FOR ()-[r:REPEATS]-() ON (r.tenant, r.opened);
CREATE RANGE INDEX repeats_closed IF NOT EXISTS FOR ()-[r:REPEATS]-() ON (r.tenant, r.closed);
CREATE RANGE INDEX name_tenant IF NOT EXISTS FOR (n:Name) ON (n.tenant, n.row);
CREATE RANGE INDEX fact_predicate IF NOT EXISTS FOR (n:Fact) ON (n.tenant, n.predicate);
CREATE RANGE INDEX community_tenant IF NOT EXISTS FOR (n:Community) ON (n.tenant);
CREATE RANGE INDEX summary_tenant IF NOT EXISTS FOR (n:Summary) ON (n.tenant);
CREATE RANGE INDEX job_state IF NOT EXISTS FOR (n:Job) ON (n.state);
CREATE RANGE INDEX job_tenant IF NOT EXISTS FOR (n:Job) ON (n.tenant);
