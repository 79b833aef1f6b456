-- name: application
PRAGMA application_id

-- name: schema
PRAGMA user_version

-- name: tables
SELECT count(*) FROM sqlite_schema

-- name: wal
PRAGMA journal_mode = WAL

-- name: foreign_keys
PRAGMA foreign_keys = ON

-- name: secure_delete
PRAGMA secure_delete = ON

-- name: full
PRAGMA synchronous = FULL

-- name: off
PRAGMA synchronous = OFF

-- name: begin
BEGIN

-- name: begin_immediate
BEGIN IMMEDIATE

-- name: commit
COMMIT

-- name: rollback
ROLLBACK

-- name: checkpoint
PRAGMA wal_checkpoint (TRUNCATE)

-- name: setting
SELECT value FROM settings WHERE key = ?

-- name: set
INSERT OR IGNORE INTO settings (key, value) VALUES (?, ?)
