"""Live sources by SQL and by a function, and what stands between them and the questions."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from contract.evidence import FailedRead, Observation
from contract.policy import LiveSourceRule
from contract.time import SECOND, Instant, parse
from retrieval.live.guarding import RESTS_SECONDS, TRIPPED, Guard
from retrieval.live.observing import Failed
from retrieval.live.reader import SourceReader

NOW = parse("2026-03-31T12:00:00Z")
SHOWN = {"en": "Stock of {subject}: {stock}.", "es": "Existencias de {subject}: {stock}."}


class Clock:
    now: Instant = NOW

    def __call__(self) -> Instant:
        return self.now


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "stock.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE stock (code TEXT, on_hand INTEGER)")
        connection.executemany("INSERT INTO stock VALUES (?, ?)", [("AR-7", 40), ("AR-8", 3), ("AR-8", 4)])
    return path


def by_sql(path: Path, sql: str = "SELECT on_hand FROM stock WHERE code = :subject") -> LiveSourceRule:
    return LiveSourceRule("stock", f"sqlite:///{path}", {"stock": "on_hand"}, SHOWN, sql=sql, retries=0)


def read(source: LiveSourceRule, subject: str) -> Observation | FailedRead:
    return SourceReader(lambda: NOW, {}).read(source, subject, "en")


# -- SQL ------------------------------------------------------------------------------------------------------------
def test_a_row_becomes_an_observation_that_does_not_tell_where_the_database_is(database: Path) -> None:
    seen = read(by_sql(database), "AR-7")
    assert isinstance(seen, Observation)
    assert (seen.text, seen.values["stock"].value, seen.uri) == ("Stock of AR-7: 40.", "40", "live:stock/AR-7")


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("nothing+like:///it", "see its url"),
        ("no url", "see its url"),
        ("mysql+asyncmy://h/d", "driver of its database"),
    ],
)
def test_a_database_without_its_driver_is_told_at_once(url: str, reason: str) -> None:
    failed = read(LiveSourceRule("stock", url, {"stock": "on_hand"}, SHOWN, sql="SELECT 1", retries=0), "AR-7")
    assert isinstance(failed, FailedRead)
    assert reason in failed.reason


@pytest.mark.parametrize(
    ("subject", "reason"),
    [
        ("AR-8", "several rows"),
        ("AR-9", "no row"),
        ("' OR 1=1 --", "no row"),
        ("AR-7'; DROP TABLE stock; --", "no row"),
    ],
)
def test_none_and_several_are_no_answer_and_a_subject_is_never_part_of_the_query(
    database: Path, subject: str, reason: str
) -> None:
    failed = read(by_sql(database), subject)
    assert isinstance(failed, FailedRead)
    assert reason in failed.reason
    assert isinstance(read(by_sql(database), "AR-7"), Observation)


def test_a_query_that_writes_writes_nothing(database: Path) -> None:
    failed = read(by_sql(database, "DELETE FROM stock WHERE code = :subject RETURNING on_hand"), "AR-7")
    assert isinstance(failed, FailedRead)
    assert isinstance(read(by_sql(database), "AR-7"), Observation)


def test_a_database_that_is_not_there_is_a_failed_read(tmp_path: Path) -> None:
    failed = read(by_sql(tmp_path / "none" / "stock.db"), "AR-7")
    assert isinstance(failed, FailedRead)
    assert str(tmp_path) not in failed.reason


# -- a function -----------------------------------------------------------------------------------------------------
def stock_of(subject: str) -> Mapping[str, Any]:
    """What an operator's own function may look like."""
    if subject == "slow":
        time.sleep(2.0)
    return {"items": [{"code": subject, "n": 7}, {"code": "other", "n": 8}]}


@pytest.mark.parametrize("path", ["items.0.n", "$.items[?@.code == 'AR-7'].n"])
def test_a_function_is_read_by_either_kind_of_path(monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    seen = read(by_function(monkeypatch, {"stock": path}), "AR-7")
    assert isinstance(seen, Observation)
    assert seen.values["stock"].value == "7"


@pytest.mark.parametrize(
    ("path", "reason"), [("$.items[*].n", "2 values"), ("$.none", "0 values"), ("none", "no none")]
)
def test_a_path_gives_one_value_or_nothing(monkeypatch: pytest.MonkeyPatch, path: str, reason: str) -> None:
    failed = read(by_function(monkeypatch, {"stock": path}), "AR-7")
    assert isinstance(failed, FailedRead)
    assert reason in failed.reason


def test_a_function_that_takes_too_long_or_is_not_there_is_a_failed_read(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = replace(by_function(monkeypatch, {"stock": "items.0.n"}), timeout_seconds=0.1)
    assert isinstance(failed := read(slow, "slow"), FailedRead)
    assert "0.1 s" in failed.reason
    assert isinstance(read(replace(slow, python="live_stock:none"), "AR-7"), FailedRead)
    assert isinstance(read(replace(slow, python="no_such_module:f"), "AR-7"), FailedRead)


def by_function(monkeypatch: pytest.MonkeyPatch, fields: Mapping[str, str]) -> LiveSourceRule:
    """The function above, as a module of the operator's."""
    import sys
    import types

    module = types.ModuleType("live_stock")
    module.stock_of = stock_of  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "live_stock", module)
    return LiveSourceRule("stock", "", fields, SHOWN, python="live_stock:stock_of", retries=0)


# -- what stands between --------------------------------------------------------------------------------------------
def source(**given: Any) -> LiveSourceRule:
    return replace(LiveSourceRule("stock", "", {"stock": "n"}, SHOWN, python="a:b"), **given)


def counting(outcomes: list[Any]) -> tuple[list[str], Callable[[str], Any]]:
    asked: list[str] = []

    def fetch(subject: str) -> Any:
        asked.append(subject)
        outcome = outcomes.pop(0)
        if isinstance(outcome, Failed):
            raise outcome
        return outcome

    return asked, fetch


def test_a_record_is_kept_no_longer_than_allowed_and_keeps_its_time() -> None:
    clock = Clock()
    guard = Guard(source(cache_seconds=60), clock)
    asked, fetch = counting([1, 2])
    assert guard.read("a", fetch) == (NOW, 1)
    clock.now += 59 * SECOND
    assert guard.read("a", fetch) == (NOW, 1)
    clock.now += SECOND
    assert guard.read("a", fetch) == (NOW + 60 * SECOND, 2)
    assert asked == ["a", "a"]


def test_without_an_allowed_age_every_question_reads() -> None:
    asked, fetch = counting([1, 2])
    guard = Guard(source(), lambda: NOW)
    assert [guard.read("a", fetch)[1] for _ in range(2)] == [1, 2]
    assert len(asked) == 2


def test_what_may_pass_is_tried_again_and_nothing_else() -> None:
    asked, fetch = counting([Failed("busy", passing=True), 1])
    assert Guard(source(retries=1), lambda: NOW).read("a", fetch)[1] == 1
    asked, fetch = counting([Failed("no row"), 1])
    with pytest.raises(Failed, match="no row"):
        Guard(source(retries=1), lambda: NOW).read("a", fetch)
    assert asked == ["a"]


def test_a_source_that_fails_again_and_again_is_left_alone_for_a_while() -> None:
    clock = Clock()
    guard = Guard(source(retries=0), clock)
    asked, fetch = counting([*[Failed("down", passing=True) for _ in range(TRIPPED)], 1])
    for _ in range(TRIPPED):
        with pytest.raises(Failed, match="down"):
            guard.read("a", fetch)
    with pytest.raises(Failed, match="left alone"):
        guard.read("a", fetch)
    assert len(asked) == TRIPPED
    clock.now += round(RESTS_SECONDS * SECOND)
    assert guard.read("a", fetch)[1] == 1
