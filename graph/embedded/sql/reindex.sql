-- name: lexical
INSERT INTO lexical (lexical) VALUES ('rebuild')

-- name: wording
INSERT INTO wording (wording) VALUES ('rebuild')
