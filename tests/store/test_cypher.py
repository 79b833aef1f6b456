"""Every query as the real server takes it: it parses and plans, gives the columns that its header names, by an index."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest

import cypher
from tests import neo4j_server
from tests.store.conftest import OPENERS

QUERIES = [name for room in ("schema", "store", "write", "read", "browser") for name in cypher.names(room)]
# What reads all there is of a label on purpose, and of how few or how seldom that is.
WHOLE = {
    "store/audiences": "few",
    "store/last_known_at": "tenants are few",
    "store/tenants": "few",
    "store/nodes": "a count that the store keeps",
    "store/edges": "a count that the store keeps",
    "read/themes": "audiences are few",
    "read/audience_sets": "few",
    "write/withdraw": "of one source",
}
SELDOM = (
    "store/clear_load",
    "store/loading",
    "store/occupied",
    "write/load_",
    "store/check_",
    "store/dump_",
    "store/counts_by_tenant",
    "store/empty",
    "store/jobs",
    "store/log_of_tenant",
    "store/entity_keys",
    "store/passage_texts",
    "schema/0007",
    "browser/",
)
_SCANS = ("AllNodesScan", "NodeByLabelScan", "DirectedAllRelationshipsScan", "UndirectedAllRelationshipsScan",
          "DirectedRelationshipTypeScan", "UndirectedRelationshipTypeScan", "UnionNodeByLabelsScan")  # fmt: skip


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[neo4j.Session]:
    """On a store that is made, so that its indexes are there."""
    where = neo4j_server.uri()
    OPENERS["neo4j"](tmp_path_factory.mktemp("cypher")).close()
    with neo4j.GraphDatabase.driver(where, notifications_min_severity="OFF") as driver, driver.session() as opened:
        yield opened


def _operators(plan: dict[str, Any]) -> Iterator[str]:
    yield plan["operatorType"].partition("@")[0]
    for child in plan.get("children", ()):
        yield from _operators(child)


@pytest.mark.parametrize("name", QUERIES)
def test_a_query_plans_and_finds_by_an_index(session: neo4j.Session, name: str) -> None:
    found = cypher.query(name)
    for statement in found.statements if name.startswith("schema/") else (found.text,):
        result = session.run(statement.replace("\n", " EXPLAIN\n", 1), dict.fromkeys(found.parameters))
        columns, plan = tuple(result.keys()), result.consume().plan
        assert columns == found.result
        if name not in WHOLE and not name.startswith(SELDOM):
            scans = set(_operators(plan)) & set(_SCANS) if plan else set()
            assert scans == set(), f"{name} reads all there is"


def test_indexes_are_as_the_model_says(session: neo4j.Session) -> None:
    shown = {row["name"]: row for row in session.run(cypher.query("store/indexes").text)}
    config = shown["passage_embedding"]["options"]["indexConfig"]
    assert config["vector.quantization.type"] == "NONE"
    assert config["vector.hnsw.m"] == 32
    assert shown["passage_text"]["options"]["indexConfig"]["fulltext.analyzer"] == "whitespace"
    assert {row["state"] for row in shown.values()} == {"ONLINE"}


def test_the_folder_of_queries_is_whole() -> None:
    files = {path.relative_to(Path(cypher.__file__).parent).with_suffix("").as_posix()
             for path in Path(cypher.__file__).parent.rglob("*.cypher")}  # fmt: skip
    assert files == set(QUERIES)
