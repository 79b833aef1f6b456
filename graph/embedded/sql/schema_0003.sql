-- Schema 3: which entities are one. Entries are only ever added. `handle` is what names of one thing share: `handle(name)` is
-- `language.sameness.handle`.

BEGIN IMMEDIATE;

CREATE TABLE merges (
    merge INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant INTEGER NOT NULL REFERENCES tenants,
    key TEXT NOT NULL, -- what makes an entry of the service the same when it is found again
    name_id TEXT NOT NULL,
    of_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('same', 'apart', 'lifted')),
    rule TEXT NOT NULL CHECK (rule IN ('human', 'form', 'typing', 'alias')),
    by TEXT NOT NULL,
    note TEXT NOT NULL,
    passage_id TEXT,
    known_at INTEGER NOT NULL,
    number INTEGER NOT NULL REFERENCES commits,
    UNIQUE (tenant, key)
) STRICT;

CREATE INDEX merges_number ON merges (tenant, number);

ALTER TABLE entities ADD COLUMN handle TEXT NOT NULL DEFAULT '';
UPDATE entities SET handle = handle(name);
CREATE INDEX entities_handle ON entities (tenant, handle);

PRAGMA user_version = 3;

COMMIT;
