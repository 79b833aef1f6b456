"""A store of the schema before edges were slimmed: opening it brings it to this one, and nothing that it says is lost."""

from __future__ import annotations

from pathlib import Path

import neo4j
import pytest

from cypher import migrations, query
from tests import neo4j_server
from tests.store.conftest import OPENERS
from tests.store.drafts import draft, put
from tests.store.filled import fill

_OLDER = (
    """MATCH (c:Content)-[t:TELLS_OF]->(e:Entity)
    SET t.content = c.row, t.key = coalesce(t.key, e.folded), t.name = coalesce(t.name, e.name),
        t.kind = coalesce(t.kind, e.kind, ''), t.handle = 'as a text'""",
    """MATCH (s:Entity)<-[:SUBJECT]-(f:Fact)-[:OBJECT]->(o), (f)<-[a:ASSERTS]-()
    WITH s, f, o, a, [each IN [o.unit, o.high] | coalesce('"' + each + '"', 'null')] AS ends
    SET a.subject = coalesce(a.subject, s.name), a.polarity = coalesce(a.polarity, 'affirmed'),
        a.qualifiers = coalesce(a.qualifiers, '[]'), a.object_id = CASE WHEN o:Entity THEN substring(o.key, 8) END,
        a.object = coalesce(a.object, '["' + coalesce(o.datatype, 'entity') + '","' + coalesce(a.value, o.folded, o.value) + '",'
            + ends[0] + ',' + ends[1] + ',"' + coalesce(a.raw, o.name, o.value) + '"]'),
        f.text = 'for people', f.subject_id = substring(s.key, 8)
    REMOVE a.value, a.raw""",
    "MATCH (n:Entity) SET n.kind = coalesce(n.kind, '') REMOVE n.folded",
    "MATCH (n:Literal) SET n.tenant = toInteger(left(n.key, 8))",
    "MATCH (n:Entity|Fact) SET n.id = substring(n.key, 8)",
    "MATCH (n:Entity|Fact|Literal) SET n.key = n.tenant + ':' + substring(n.key, 8)",
    "CREATE INDEX entity_tenant IF NOT EXISTS FOR (n:Entity) ON (n.tenant)",
    "MATCH (s:Store) SET s.schema = 6",
)


def test_an_older_store_says_after_its_migration_what_it_said(tmp_path: Path) -> None:
    store = OPENERS["neo4j"](tmp_path)
    fill(store)
    told = list(store.dump())
    store.close()
    with neo4j.GraphDatabase.driver(neo4j_server.uri()) as driver:
        for statement in _OLDER:
            driver.execute_query(statement)
    opened = OPENERS["neo4j"](tmp_path)
    assert list(opened.dump()) == told
    assert opened.check() == ()
    made = draft(
        "again",
        "A Harbor Office is far, or two.",
        names={"A Harbor Office": "A Harbor Office"},
        facts=[("Tool", "is", "two")],
    )
    put(opened, made, "2026-02-01")
    assert opened.check() == ()
    opened.close()
    with neo4j.GraphDatabase.driver(neo4j_server.uri()) as driver:
        (head,) = driver.execute_query("MATCH (s:Store) RETURN s.schema").records
        assert head.value() == max(migrations())
        (kept,) = driver.execute_query("MATCH ()-[t:TELLS_OF]->() WHERE t.handle IS NOT NULL RETURN count(t)").records
        assert kept.value() > 3
        assert not driver.execute_query("SHOW INDEXES YIELD name WHERE name = 'entity_tenant'").records


@pytest.mark.parametrize("keys", [1, 30, 1000, 5000])
def test_names_alike_are_sought_however_many_are_asked_for(keys: int) -> None:
    """The server plans anew for each order of magnitude of a list, and would rather scan the index while it is small."""
    with neo4j.GraphDatabase.driver(neo4j_server.uri()) as driver, driver.session() as session:
        text = query("write/alike").text.replace("\n", " EXPLAIN\n", 1)
        plan = session.run(text, {"keys": list(range(keys))}).consume().plan
        assert "IndexScan" not in str(plan)
