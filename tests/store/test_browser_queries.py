"""The queries for Neo4j Browser, sent as the Browser sends them, over some of the examples that the product took in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import neo4j
import pytest

from cypher.kit import Saved, saved
from examples.pictures.filled import CORPUS, LATE, TENANT, fill
from service.settings import load
from tests import neo4j_server

pytestmark = pytest.mark.timeout(600)  # a new server plans each query anew
KIT = saved()
FEW = (
    "policies/refund-es-2025-01-01.md",
    "policies/refund-es-2026-03-01.md",
    "policies/cold-chain.md",
    "laws/calibres-ley-512.md",
    "laws/calidad-ley-731.md",
    "products/arandano.md",
    "legal/contenedor-halifax.md",
    "contracts/northern-berry.docx",
)
SCANS = {"AllNodesScan", "NodeByLabelScan", "DirectedAllRelationshipsScan", "UndirectedAllRelationshipsScan"}
FEW_OF_THEM = {"Audience", "Trace"}  # labels without an index that would serve: few nodes, or all are wanted


@pytest.fixture(scope="module")
def session() -> Iterator[neo4j.Session]:
    where = neo4j_server.uri()
    neo4j_server.empty(where)
    fill(load(store=where, tenant=TENANT), [CORPUS / name for name in FEW], [LATE / "refund-es-2023-02-01.md"])
    with neo4j.GraphDatabase.driver(where) as driver, driver.session() as opened:
        yield opened


def run(session: neo4j.Session, query: Saved, **changed: object) -> list[dict[str, Any]]:
    return [dict(record) for record in session.run(query.text, {**query.examples, **changed})]


def named(name: str) -> Saved:
    return next(query for query in KIT if query.name == name)


def steps(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for child in plan.get("children", ()):
        yield from steps(child)


@pytest.mark.parametrize("query", KIT, ids=lambda query: query.name)
def test_a_query_gives_rows_and_the_columns_that_its_header_names(session: neo4j.Session, query: Saved) -> None:
    result = session.run(query.text, dict(query.examples))
    assert tuple(result.keys()) == query.query.result
    assert list(result)
    told = [status for status in result.consume().gql_status_objects if not status.gql_status.startswith("00")]
    assert [status.status_description for status in told] == []  # nothing misspelt, nothing deprecated


@pytest.mark.parametrize("query", KIT, ids=lambda query: query.name)
def test_a_query_begins_from_an_index_in_either_cypher(session: neo4j.Session, query: Saved) -> None:
    for text in (query.text, query.query.text):  # the Browser's default language, and ours
        plan = session.run(f"EXPLAIN {text}", dict(query.examples)).consume().plan
        assert plan is not None
        scans = [step for step in steps(plan) if step["operatorType"].split("@")[0] in SCANS]
        assert {_label(step) for step in scans} <= FEW_OF_THEM


def _label(step: dict[str, Any]) -> str:
    return str(step["args"]["Details"]).rpartition(":")[2]


def test_a_timeline_is_as_known_at_the_time_that_was_asked(session: neo4j.Session) -> None:
    def starts(known_at: str) -> list[str]:
        return [row["in_force_from"] for row in run(session, named("timeline"), known_at=known_at)]

    assert starts("now") == ["2023-02-01", "2025-01-01", "2026-03-01"]
    assert starts("2026-09-10") == ["2025-01-01", "2026-03-01"]
    assert starts("2026-09-01T12:00:00Z") == ["2025-01-01", "2026-03-01"]
    assert starts("2026-09-01") == []  # its first instant, before anything came


def test_what_is_in_force_follows_the_date(session: neo4j.Session) -> None:
    def labels(valid_at: str) -> list[str | None]:
        rows = run(session, named("in_force"), valid_at=valid_at, prefix="policy/refund.es")
        return [row["label"] for row in rows]

    assert [labels(day) for day in ("2024-01-01", "2026-02-28", "2026-03-01", "now")] == [[None], ["A"], ["B"], ["B"]]


def test_a_conflict_is_open_only_while_both_sides_hold(session: neo4j.Session) -> None:
    def sides(valid_at: str) -> set[str]:
        return {row["uri"] for row in run(session, named("open_conflicts"), valid_at=valid_at)}

    assert sides("2026-06-15") == {"law/731", "product/blueberry"}
    assert sides("2025-07-15") == set()  # law 731 has replaced law 512, and the product sheet is not there yet


def test_the_evidence_of_a_question_is_in_order_and_by_the_revision_in_force(session: neo4j.Session) -> None:
    rows = run(session, named("trace_evidence"))
    assert [row["rank"] for row in rows] == list(range(1, len(rows) + 1))
    assert (rows[0]["uri"], rows[0]["label"]) == ("policy/refund.es", "B")
    again = run(session, named("trace_evidence"), trace=rows[0]["trace"]["id"])
    assert [row["text"] for row in again] == [row["text"] for row in rows]


def test_a_reader_of_the_browser_sees_what_readers_of_answers_may_not(session: neo4j.Session) -> None:
    """It is said in the guide, and so it must be true: no query of the kit hides anything."""
    assert [(row["level"], row["groups"]) for row in run(session, named("audiences"))] == [
        (0, []),
        (1, []),
        (2, ["legal"]),
    ]


def test_a_picture_of_the_same_rows_is_the_same(session: neo4j.Session) -> None:
    pytest.importorskip("matplotlib", reason="pictures need the extra evals")
    from cypher.kit import style
    from examples.pictures.frame import picture
    from examples.pictures.grass import Style

    query = named("open_conflicts")

    def drawn() -> bytes:
        result = session.run(query.text, dict(query.examples))
        return picture(query, result.keys(), [record.values() for record in result], Style(style()))

    assert drawn() == drawn()
