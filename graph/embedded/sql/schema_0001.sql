-- Schema 1. Times are integer microseconds since 1970 UTC; open ends are ±(2^63 − 1). Everything hangs off a content
-- (dropped by a purge) or off the log (kept for ever). `opened` and `closed` are numbers of commits: readers that hold
-- a table in memory ask for what has changed since theirs.

BEGIN IMMEDIATE;

PRAGMA application_id = 1447642965;

CREATE TABLE settings (
    key TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE tenants (
    tenant INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    known_at INTEGER NOT NULL,
    purges INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE audiences (
    audience INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    level INTEGER NOT NULL,
    groups TEXT NOT NULL
) STRICT;

CREATE TABLE commits (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant INTEGER NOT NULL REFERENCES tenants,
    known_at INTEGER NOT NULL
) STRICT;

-- what was told: the log -------------------------------------------------------------------------------------------
CREATE TABLE sources (
    source INTEGER PRIMARY KEY,
    tenant INTEGER NOT NULL REFERENCES tenants,
    uri TEXT NOT NULL,
    standing INTEGER NOT NULL DEFAULT 0,
    UNIQUE (tenant, uri)
) STRICT;

CREATE TABLE contents (
    content INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL,
    tenant INTEGER NOT NULL REFERENCES tenants,
    source INTEGER NOT NULL REFERENCES sources,
    sha256 TEXT NOT NULL,
    language TEXT NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (source, id)
) STRICT;

CREATE TABLE revisions (
    revision INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    tenant INTEGER NOT NULL REFERENCES tenants,
    source INTEGER NOT NULL REFERENCES sources,
    content INTEGER REFERENCES contents ON DELETE SET NULL,
    content_id TEXT NOT NULL,
    text_sha256 TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    identity TEXT NOT NULL,
    metadata TEXT NOT NULL,
    acts TEXT NOT NULL,
    audience INTEGER NOT NULL REFERENCES audiences,
    valid_from INTEGER,
    valid_to INTEGER,
    observed_at INTEGER,
    label TEXT,
    known_at INTEGER NOT NULL,
    withdrawn_at INTEGER NOT NULL,
    opened INTEGER NOT NULL REFERENCES commits,
    closed INTEGER REFERENCES commits
) STRICT;

CREATE INDEX revisions_source ON revisions (source, identity);
CREATE INDEX revisions_content ON revisions (content);
CREATE INDEX revisions_opened ON revisions (tenant, opened);
CREATE INDEX revisions_closed ON revisions (tenant, closed) WHERE closed IS NOT NULL;

CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant INTEGER NOT NULL REFERENCES tenants,
    source INTEGER NOT NULL REFERENCES sources,
    kind TEXT NOT NULL CHECK (kind IN ('put', 'delete', 'undo', 'standing')),
    revision INTEGER REFERENCES revisions,
    known_at INTEGER NOT NULL,
    number INTEGER NOT NULL REFERENCES commits
) STRICT;

CREATE INDEX events_source ON events (source);
CREATE INDEX events_tenant ON events (tenant);

-- which sources bear on which, by their acts; a target need not be here
CREATE TABLE relations (
    tenant INTEGER NOT NULL REFERENCES tenants,
    uri TEXT NOT NULL,
    other TEXT NOT NULL,
    PRIMARY KEY (tenant, uri, other)
) STRICT, WITHOUT ROWID;

-- what follows from the log ----------------------------------------------------------------------------------------
CREATE TABLE states (
    state INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant INTEGER NOT NULL REFERENCES tenants,
    source INTEGER NOT NULL REFERENCES sources,
    revision INTEGER NOT NULL REFERENCES revisions,
    section INTEGER REFERENCES sections ON DELETE CASCADE,
    valid_from INTEGER NOT NULL,
    valid_to INTEGER NOT NULL,
    known_from INTEGER NOT NULL,
    known_to INTEGER NOT NULL,
    opened INTEGER NOT NULL REFERENCES commits,
    closed INTEGER REFERENCES commits
) STRICT;

CREATE INDEX states_open ON states (source) WHERE closed IS NULL;
CREATE INDEX states_section ON states (section);
CREATE INDEX states_opened ON states (tenant, opened);
CREATE INDEX states_closed ON states (tenant, closed) WHERE closed IS NOT NULL;

CREATE TABLE supersessions (
    supersession INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant INTEGER NOT NULL REFERENCES tenants,
    source INTEGER NOT NULL REFERENCES sources,
    newer INTEGER NOT NULL REFERENCES revisions,
    older INTEGER NOT NULL REFERENCES revisions,
    section TEXT,
    kind TEXT NOT NULL,
    effective INTEGER NOT NULL,
    rule TEXT NOT NULL,
    known_from INTEGER NOT NULL,
    known_to INTEGER NOT NULL,
    opened INTEGER NOT NULL REFERENCES commits,
    closed INTEGER REFERENCES commits
) STRICT;

CREATE INDEX supersessions_open ON supersessions (source) WHERE closed IS NULL;
CREATE INDEX supersessions_older ON supersessions (older);
CREATE INDEX supersessions_opened ON supersessions (tenant, opened);
CREATE INDEX supersessions_closed ON supersessions (tenant, closed) WHERE closed IS NOT NULL;

CREATE TABLE sightings (
    sighting INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant INTEGER NOT NULL REFERENCES tenants,
    source INTEGER NOT NULL REFERENCES sources,
    revision INTEGER NOT NULL REFERENCES revisions,
    original INTEGER NOT NULL REFERENCES revisions,
    known_from INTEGER NOT NULL,
    known_to INTEGER NOT NULL,
    opened INTEGER NOT NULL REFERENCES commits,
    closed INTEGER REFERENCES commits
) STRICT;

CREATE INDEX sightings_open ON sightings (source) WHERE closed IS NULL;
CREATE INDEX sightings_opened ON sightings (tenant, opened);
CREATE INDEX sightings_closed ON sightings (tenant, closed) WHERE closed IS NOT NULL;

-- what a content holds ---------------------------------------------------------------------------------------------
CREATE TABLE sections (
    section INTEGER PRIMARY KEY AUTOINCREMENT,
    content INTEGER NOT NULL REFERENCES contents ON DELETE CASCADE,
    tenant INTEGER NOT NULL REFERENCES tenants,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    path TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    span_start INTEGER NOT NULL,
    span_end INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    parent TEXT,
    number TEXT,
    UNIQUE (content, name)
) STRICT;

CREATE INDEX sections_tenant ON sections (tenant);

CREATE TABLE vectors (
    vector INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    bytes BLOB NOT NULL
) STRICT;

CREATE TABLE passages (
    passage INTEGER PRIMARY KEY AUTOINCREMENT,
    content INTEGER NOT NULL REFERENCES contents ON DELETE CASCADE,
    section INTEGER NOT NULL REFERENCES sections ON DELETE CASCADE,
    tenant INTEGER NOT NULL REFERENCES tenants,
    vector INTEGER NOT NULL REFERENCES vectors,
    id TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    span_start INTEGER NOT NULL,
    span_end INTEGER NOT NULL,
    text TEXT NOT NULL,
    kind TEXT NOT NULL,
    tokens INTEGER NOT NULL,
    lead TEXT NOT NULL,
    header TEXT NOT NULL,
    stems TEXT NOT NULL,
    words TEXT NOT NULL,
    length INTEGER NOT NULL,
    UNIQUE (tenant, id)
) STRICT;

CREATE INDEX passages_content ON passages (content);
CREATE INDEX passages_section ON passages (section);
CREATE INDEX passages_tenant ON passages (tenant);
CREATE INDEX passages_vector ON passages (vector);

-- Tokens are what stands between two spaces, as our own analyser made them: every other ASCII sign is part of a token, so
-- that "c++", "5.3.1" and "spark-44581" stay whole, and letters beyond ASCII are left as they are.
CREATE VIRTUAL TABLE lexical USING fts5 (
    stems, content = 'passages', content_rowid = 'passage', columnsize = 0,
    tokenize = "ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\]^_`{|}~'"
);

CREATE VIRTUAL TABLE lexical_terms USING fts5vocab (lexical, 'instance');

CREATE VIRTUAL TABLE wording USING fts5 (
    words, content = 'passages', content_rowid = 'passage', columnsize = 0,
    tokenize = "ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\]^_`{|}~'"
);

CREATE TRIGGER passages_indexed AFTER INSERT ON passages BEGIN
    INSERT INTO lexical (rowid, stems) VALUES (new.passage, new.stems);
    INSERT INTO wording (rowid, words) VALUES (new.passage, new.words);
END;

CREATE TRIGGER passages_unindexed AFTER DELETE ON passages BEGIN
    INSERT INTO lexical (lexical, rowid, stems) VALUES ('delete', old.passage, old.stems);
    INSERT INTO wording (wording, rowid, words) VALUES ('delete', old.passage, old.words);
END;

CREATE TABLE entities (
    content INTEGER NOT NULL REFERENCES contents ON DELETE CASCADE,
    tenant INTEGER NOT NULL REFERENCES tenants,
    id TEXT NOT NULL,
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    PRIMARY KEY (content, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX entities_id ON entities (tenant, id);

-- the names that some passage of the tenant defines
CREATE TABLE names (
    name INTEGER PRIMARY KEY,
    tenant INTEGER NOT NULL REFERENCES tenants,
    key TEXT NOT NULL,
    UNIQUE (tenant, key)
) STRICT;

CREATE TABLE definitions (
    passage INTEGER NOT NULL REFERENCES passages ON DELETE CASCADE,
    entity TEXT NOT NULL,
    name INTEGER NOT NULL REFERENCES names,
    tenant INTEGER NOT NULL REFERENCES tenants,
    strength REAL NOT NULL,
    basis TEXT NOT NULL,
    PRIMARY KEY (passage, entity, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX definitions_name ON definitions (name);
CREATE INDEX definitions_entity ON definitions (tenant, entity);

-- where a name stands; whom it names follows from the definitions in a reader's scope
CREATE TABLE namings (
    passage INTEGER NOT NULL REFERENCES passages ON DELETE CASCADE,
    span_start INTEGER NOT NULL,
    span_end INTEGER NOT NULL,
    name INTEGER NOT NULL REFERENCES names ON DELETE CASCADE,
    PRIMARY KEY (passage, span_start, span_end, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX namings_name ON namings (name);

-- mentions that a draft brought with it
CREATE TABLE mentions (
    passage INTEGER NOT NULL REFERENCES passages ON DELETE CASCADE,
    span_start INTEGER NOT NULL,
    span_end INTEGER NOT NULL,
    entity TEXT NOT NULL,
    tenant INTEGER NOT NULL REFERENCES tenants,
    PRIMARY KEY (passage, span_start, span_end, entity)
) STRICT, WITHOUT ROWID;

CREATE INDEX mentions_entity ON mentions (tenant, entity);

CREATE TABLE facts (
    fact INTEGER PRIMARY KEY,
    content INTEGER NOT NULL REFERENCES contents ON DELETE CASCADE,
    tenant INTEGER NOT NULL REFERENCES tenants,
    id TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    subject TEXT NOT NULL,
    predicate TEXT NOT NULL,
    object TEXT NOT NULL,
    object_id TEXT,
    qualifiers TEXT NOT NULL,
    UNIQUE (content, id)
) STRICT;

CREATE INDEX facts_predicate ON facts (tenant, predicate);
CREATE INDEX facts_subject ON facts (tenant, subject_id);
CREATE INDEX facts_object ON facts (tenant, object_id) WHERE object_id IS NOT NULL;

CREATE TABLE assertions (
    fact INTEGER NOT NULL REFERENCES facts ON DELETE CASCADE,
    passage INTEGER NOT NULL REFERENCES passages ON DELETE CASCADE,
    span_start INTEGER NOT NULL,
    span_end INTEGER NOT NULL,
    extractor TEXT NOT NULL,
    polarity TEXT NOT NULL,
    PRIMARY KEY (fact, passage, span_start, span_end, extractor)
) STRICT, WITHOUT ROWID;

CREATE INDEX assertions_passage ON assertions (passage);

-- communities, traces, jobs ----------------------------------------------------------------------------------------
CREATE TABLE communities (
    tenant INTEGER NOT NULL REFERENCES tenants,
    id TEXT NOT NULL,
    level INTEGER NOT NULL,
    parent TEXT,
    label TEXT NOT NULL,
    entities TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE summaries (
    summary INTEGER PRIMARY KEY,
    tenant INTEGER NOT NULL REFERENCES tenants,
    community TEXT NOT NULL,
    audience INTEGER NOT NULL REFERENCES audiences,
    language TEXT NOT NULL,
    signature TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    UNIQUE (tenant, community, audience, language),
    FOREIGN KEY (tenant, community) REFERENCES communities (tenant, id) ON DELETE CASCADE
) STRICT;

CREATE TABLE summary_sentences (
    summary INTEGER NOT NULL REFERENCES summaries ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    passage_id TEXT NOT NULL,
    span_start INTEGER NOT NULL,
    span_end INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (summary, ordinal)
) STRICT, WITHOUT ROWID;

CREATE INDEX summary_sentences_passage ON summary_sentences (passage_id);

CREATE TABLE traces (
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    asked_at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE jobs (
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    request TEXT NOT NULL,
    state TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    progress REAL NOT NULL,
    step TEXT NOT NULL,
    outcome TEXT,
    reason TEXT,
    PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX jobs_state ON jobs (state, created_at);

PRAGMA user_version = 1;

COMMIT;
