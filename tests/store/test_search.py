"""Both searches give what comparing every passage of the scope would, and nothing outside it moves a score."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contract.access import Audience, Holding, Principal
from contract.ports import GraphStore, GraphView
from contract.store import Store
from contract.time import parse
from tests.store.conftest import Opener
from tests.store.drafts import TENANT, draft, put, vector, view

_WORDS = [
    *(
        "refund",
        "policy",
        "order",
        "window",
        "days",
        "export",
        "Canada",
        "ñandú",
        "año",
        "ano",
        "straße",
        "東京",
        "don't",
    ),
    *("spark-44581", "SPARK-1", "c++", "c#", "5.3.1", "16.20.2", "x_y", "a/b", "R2-D2"),
]
_READERS = [Principal(TENANT, level=level, groups=frozenset(groups)) for level in (0, 2) for groups in ((), ("board",))]


@pytest.fixture(scope="module")
def full(opener: Opener, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Some 300 passages of three audiences and two tenants, some lapsed, some deleted."""
    opened = opener(tmp_path_factory.mktemp("search"))
    dice = np.random.default_rng(7)
    audiences = [Audience(), Audience(2), Audience(0, frozenset({"board"}))]
    for number in range(60):
        passages = [" ".join(dice.choice(_WORDS, dice.integers(1, 30))) for _ in range(dice.integers(1, 9))]
        made = draft(
            f"doc/{number % 50}",
            [*passages, "the same everywhere"],
            tenant=TENANT if number % 4 else "other",
            valid_from=f"20{10 + number % 15}-01-01",
            valid_to="2025-01-01" if number % 7 == 0 else None,
            audience=audiences[number % 3],
        )
        put(opened, made)
    opened.delete(TENANT, "doc/1", parse("2026-01-02"))
    yield opened
    assert opened.check() == ()
    opened.close()


def _views(store: GraphStore) -> Iterator[GraphView]:
    for reader in _READERS:
        for holding in (Holding.IN_FORCE, Holding.LAPSED):
            yield view(store, reader=reader, holding=holding)


def _by_hand(seen: GraphView, question: list[str]) -> dict[str, float]:
    """BM25 over the scope's passages and no others, from their stems."""
    documents = {each.passage.id: each.passage.stems.split() for each in seen.located(seen.passage_ids())}
    average = sum(map(len, documents.values())) / max(len(documents), 1)
    found: dict[str, float] = {}
    for stem in dict.fromkeys(question):
        n = sum(stem in document for document in documents.values())
        weight = math.log(1 + (len(documents) - n + 0.5) / (n + 0.5))
        for identity, document in documents.items():
            if tf := document.count(stem):
                part = weight * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * len(document) / average))
                found[identity] = found.get(identity, 0.0) + part
    return found


def _stems(seen: GraphView) -> list[str]:
    return sorted({stem for each in seen.located(seen.passage_ids()) for stem in each.passage.stems.split()})


@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_lexical_is_bm25_of_the_scope_alone(full: Store, data: st.DataObject) -> None:
    for seen in _views(full):
        known = _stems(seen)
        question = data.draw(st.lists(st.sampled_from([*known, "unknown", 'x" OR y', "a b", "", "*"]), max_size=5))
        expected = _by_hand(seen, question)
        found = seen.lexical(question, 1000)
        assert {each.passage_id: each.score for each in found} == pytest.approx(expected, abs=1e-9)
        assert list(found) == sorted(found, key=lambda each: (-each.score, each.passage_id))
        assert seen.lexical(question, 3) == found[:3]
        scores = seen.bm25(question, seen.passage_ids())
        assert scores == pytest.approx(
            {identity: expected.get(identity, 0.0) for identity in seen.passage_ids()}, abs=1e-9
        )


def test_idf_counts_the_scope_alone(full: Store) -> None:
    for seen in _views(full):
        documents = [set(each.passage.stems.split()) for each in seen.located(seen.passage_ids())]
        for stem, weight in seen.idf([*_stems(seen), "unknown"]).items():
            n = sum(stem in document for document in documents)
            assert weight == pytest.approx(math.log(1 + (len(documents) - n + 0.5) / (n + 0.5)), abs=1e-12)


@pytest.mark.parametrize("code", ["spark-44581", "c++", "5.3.1", "ñandu", "a/b", "x_y", "東京", "strass"])
def test_codes_and_letters_are_found_whole(full: Store, code: str) -> None:
    seen = view(full, reader=Principal(TENANT, level=3, groups=frozenset({"board"})))
    found = {each.passage_id for each in seen.lexical([code], 1000)}
    holding = {each.passage.id for each in seen.located(seen.passage_ids()) if code in each.passage.stems.split()}
    assert found == holding
    assert found


def test_nearest_is_what_comparing_all_gives(full: Store) -> None:
    for seen in _views(full):
        rows = {
            each.passage.id: np.frombuffer(vector(each.passage.shown), "<f4")
            for each in seen.located(seen.passage_ids())
        }
        for question in ("refund", "export", "the same everywhere"):
            query = np.frombuffer(vector(question), "<f4").astype(np.float64)
            exact = {identity: float(row.astype(np.float64) @ query) for identity, row in rows.items()}
            for limit in (0, 1, 7, 1000):
                found = seen.nearest(vector(question), limit)
                wanted = sorted(exact, key=lambda identity: (-round(exact[identity], 9), identity))[:limit]
                assert [each.passage_id for each in found] == wanted
                assert [each.score for each in found] == pytest.approx(
                    [exact[identity] for identity in wanted], abs=1e-9
                )
            assert seen.cosines(vector(question), rows) == pytest.approx(exact, abs=1e-9)
            mean = sum(exact.values()) / len(exact) if exact else 0.0
            assert seen.mean_cosine(vector(question)) == pytest.approx(mean, abs=1e-6)


def test_an_empty_scope_finds_nothing(full: Store) -> None:
    seen = view(full, "1900-01-01")
    assert (seen.size(), seen.passage_ids(), seen.lexical(["refund"], 5), seen.nearest(vector("x"), 5)) == (
        0,
        (),
        (),
        (),
    )
    assert (seen.mean_cosine(vector("x")), seen.located(["x"])) == (0.0, ())
    assert seen.idf(["refund"]) == {"refund": pytest.approx(math.log(2))}


@pytest.mark.parametrize("opener", ["embedded"], indirect=True)
def test_the_index_of_many_vectors_agrees_with_comparing_all(
    opener: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the limit low, HNSW proposes: written at the end, read again, caught up, and ten given where ten are."""
    from graph.embedded import vectors

    monkeypatch.setattr(vectors, "EXACT", 50)
    opened = opener(tmp_path)
    for number in range(40):
        audience = Audience(2) if number % 2 else Audience()
        put(
            opened,
            draft(
                f"d/{number}",
                [f"text {number} {part}" for part in range(20)],
                valid_from="2025-01-01",
                audience=audience,
            ),
        )
    before = _nearest(opened)
    opened.close()
    assert (tmp_path / "store.db.faiss").exists()

    opened = opener(tmp_path)
    assert _nearest(opened) == before
    put(opened, draft("d/late", ["the late one", "text 3 3"], valid_from="2025-01-01"))
    assert _nearest(opened, "the late one")[0][0] == pytest.approx(1.0)
    assert opened.check() == ()
    opened.close()

    opened = opener(tmp_path)
    assert _nearest(opened, "the late one")[0][0] == pytest.approx(1.0)
    opened.delete(TENANT, "d/late", parse("2026-02-01"), purge=True)
    assert not (tmp_path / "store.db.faiss").exists()
    assert _nearest(opened) == before
    opened.close()


def _nearest(store: GraphStore, question: str = "a question") -> list[list[float]]:
    readers = (Principal(TENANT), Principal(TENANT, level=2))
    found = [view(store, reader=reader).nearest(vector(question), 10) for reader in readers]
    assert all(len(each) == 10 for each in found)
    return [[round(each.score, 9) for each in some] for some in found]
