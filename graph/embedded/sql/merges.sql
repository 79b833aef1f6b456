-- name: alike
SELECT DISTINCT handle, entities.id, name, kind
FROM json_each(:handles) AS wanted
CROSS JOIN entities ON entities.tenant = :tenant AND entities.handle = wanted.value

-- name: insert
INSERT OR IGNORE INTO merges (tenant, key, name_id, of_id, kind, rule, by, note, passage_id, known_at, number)
VALUES (:tenant, :key, :name_id, :of_id, :kind, :rule, :by, :note, :passage_id, :known_at, :number)

-- name: tenant_of
SELECT tenant FROM tenants WHERE name = ?

-- name: forget_notes
UPDATE merges SET note = ''
WHERE note != '' AND EXISTS (
    SELECT 1 FROM contents JOIN entities USING (content)
    WHERE contents.source = :source AND entities.tenant = merges.tenant AND entities.id IN (merges.name_id, merges.of_id)
)

-- name: dump
SELECT name, name_id, of_id, kind, rule, by, note, passage_id, merges.known_at, number
FROM merges JOIN tenants USING (tenant) ORDER BY merge
