"""Rank fusion: ranks alone count."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contract.evidence import Retrieved, Scored
from retrieval.fusion import opinions, rank_share, rrf

RANKINGS = st.lists(st.lists(st.sampled_from("abcdefgh"), unique=True), max_size=4)


def test_rrf_sums_reciprocal_ranks() -> None:
    fused = rrf([["a", "b"], ["b"]], k=60)
    assert fused == {"a": pytest.approx(1 / 61), "b": pytest.approx(1 / 62 + 1 / 61)}


@given(RANKINGS)
def test_rrf_does_not_depend_on_the_order_of_methods(rankings: list[list[str]]) -> None:
    forth, back = rrf(rankings), rrf(rankings[::-1])
    assert forth.keys() == back.keys()
    assert all(forth[passage] == pytest.approx(back[passage]) for passage in forth)


@given(RANKINGS, st.integers(1, 100))
def test_first_everywhere_is_first(rankings: list[list[str]], k: int) -> None:
    fused = rrf([["z", *ranking] for ranking in rankings] or [["z"]], k)
    assert max(fused, key=lambda passage: (fused[passage], passage)) == "z"


def test_rank_share_is_whole_at_the_first() -> None:
    assert rank_share(1) == 1.0
    assert rank_share(2) == pytest.approx(61 / 62)


def test_opinions_keep_each_methods_rank_and_raw_score() -> None:
    found = {"lexical": [Scored("a", 7.5), Scored("b", 2.0)], "dense": [Scored("b", 0.8)]}
    assert opinions(found, {"a", "b"}) == {
        "a": (Retrieved("lexical", 1, 7.5),),
        "b": (Retrieved("lexical", 2, 2.0), Retrieved("dense", 1, 0.8)),
    }
    assert opinions(found, {"a"}) == {"a": (Retrieved("lexical", 1, 7.5),)}
