"""Where the vector index proposes, what is nearest is what comparing all gives: for each reader, and at each time."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from contract.access import Audience, Principal
from contract.ports import GraphView
from contract.store import Store
from contract.time import parse
from graph.bolt import searching
from tests.store.conftest import OPENERS
from tests.store.drafts import TENANT, draft, put, vector, view

BOARD = frozenset({"board"})


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Documents for everyone and for the board; half of them have a later revision, and one is withdrawn."""
    store = OPENERS["neo4j"](tmp_path_factory.mktemp("nearest"))
    for number in range(12):
        texts = [f"text {number} {part}" for part in range(20)]
        audience = Audience(0, BOARD) if number % 3 == 0 else Audience()
        put(store, draft(f"d/{number}", texts, valid_from="2025-01-01", audience=audience), "2026-01-01")
        if number % 2:
            changed = [f"{text} again" for text in texts]
            put(store, draft(f"d/{number}", changed, valid_from="2025-06-01", audience=audience), "2026-02-01")
    store.delete(TENANT, "d/2", parse("2026-03-01"))
    yield store
    store.close()


@pytest.mark.parametrize("valid_at", ["2025-03-01", "2026-06-01", "2024-01-01"])
@pytest.mark.parametrize("known_at", ["2026-01-15", "2026-02-15", "2027-01-01"])
@pytest.mark.parametrize("groups", [frozenset(), BOARD])
def test_the_index_agrees_with_comparing_all(
    full: Store, monkeypatch: pytest.MonkeyPatch, valid_at: str, known_at: str, groups: frozenset[str]
) -> None:
    monkeypatch.setattr(searching, "EXACT", 10)
    monkeypatch.setattr(searching, "EXACT_SHARE", 0.0)
    seen = view(full, valid_at, known_at, reader=Principal(TENANT, groups=groups))
    for limit in (1, 10, 50, 1000):
        found = [(each.passage_id, round(each.score, 9)) for each in seen.nearest(vector("a question"), limit)]
        assert found == _by_comparing(seen, "a question")[:limit]


def test_a_commit_after_a_view_changes_nothing_in_it(full: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "EXACT", 10)
    monkeypatch.setattr(searching, "EXACT_SHARE", 0.0)
    before = view(full)
    expected = _by_comparing(before, "a question")[:10]
    put(full, draft("d/late", ["a question"], valid_from="2025-01-01"), "2026-04-01")
    full.delete(TENANT, "d/4", parse("2026-05-01"))
    assert [each.passage_id for each in before.nearest(vector("a question"), 10)] == [id_ for id_, _ in expected]
    assert view(full).nearest(vector("a question"), 1)[0].score == pytest.approx(1.0)


def _by_comparing(seen: GraphView, question: str) -> list[tuple[str, float]]:
    query = np.frombuffer(vector(question), "<f4").astype(np.float64)
    located = seen.located(seen.passage_ids())
    scores = {each.passage.id: float(np.frombuffer(vector(each.passage.shown), "<f4") @ query) for each in located}
    return [(id_, round(scores[id_], 9)) for id_ in sorted(scores, key=lambda id_: (-round(scores[id_], 9), id_))]
