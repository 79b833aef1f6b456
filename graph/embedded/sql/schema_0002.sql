-- Schema 2: the inbox of conflicts. Entries are only ever added; a purge takes the words out of those that name its source.

BEGIN IMMEDIATE;

CREATE TABLE conflict_entries (
    entry INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant INTEGER NOT NULL REFERENCES tenants,
    conflict TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    predicate TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('found', 'assigned', 'noted', 'resolved', 'reopened')),
    by TEXT NOT NULL,
    resolution TEXT,
    owner TEXT,
    members TEXT NOT NULL, -- JSON: [revision id, passage id, fact id, rule or null]
    words TEXT, -- JSON: {"values": of the members, "chosen", "note"}; null: purged
    known_at INTEGER NOT NULL,
    number INTEGER NOT NULL REFERENCES commits
) STRICT;

CREATE INDEX conflict_entries_conflict ON conflict_entries (tenant, conflict);

-- which sources' revisions an entry names
CREATE TABLE conflict_sources (
    source INTEGER NOT NULL REFERENCES sources,
    entry INTEGER NOT NULL REFERENCES conflict_entries ON DELETE CASCADE,
    PRIMARY KEY (source, entry)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 2;

COMMIT;
