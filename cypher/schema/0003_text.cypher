// Purpose: Full text over what our own analyser made, split at spaces and nothing else: `stems` for search, `words` for names,
//          `wall` for who may be asked ("t7 a3": the tenant's row, the audience set's). It proposes; our BM25 ranks.
// Parameters: none
// Result: none
CREATE FULLTEXT INDEX passage_text IF NOT EXISTS FOR (n:Passage) ON EACH [n.stems, n.words, n.wall]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}};
