"""The scorer against the formula written out."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.bm25 import Posting, idf, scores

_WORDS = st.sampled_from(["a", "b", "c", "d"])
_DOCUMENTS = st.lists(st.lists(_WORDS, min_size=1, max_size=8), min_size=1, max_size=8)


def by_hand(documents: list[list[str]], question: list[str]) -> dict[int, float]:
    average = sum(map(len, documents)) / len(documents)
    found: dict[int, float] = {}
    for place, document in enumerate(documents):
        for word in question:
            if tf := document.count(word):
                n = sum(word in other for other in documents)
                weight = math.log(1 + (len(documents) - n + 0.5) / (n + 0.5))
                part = weight * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * len(document) / average))
                found[place] = found.get(place, 0.0) + part
    return found


@given(documents=_DOCUMENTS, question=st.lists(_WORDS, unique=True, max_size=4))
def test_scores_are_the_formula(documents: list[list[str]], question: list[str]) -> None:
    def posting(word: str) -> Posting:
        counts = np.array([document.count(word) for document in documents], dtype=np.int64)
        return Posting(np.flatnonzero(counts), counts[counts > 0])

    lengths = np.array([len(document) for document in documents], dtype=np.int64)
    places, found = scores([posting(word) for word in question], lengths, len(documents), float(lengths.mean()))
    expected = by_hand(documents, question)
    assert places.tolist() == sorted(expected)
    assert found.tolist() == pytest.approx([expected[place] for place in sorted(expected)], rel=1e-12)


def test_idf_is_never_negative_and_falls_with_frequency() -> None:
    weights = [idf(10, containing) for containing in range(11)]
    assert weights == sorted(weights, reverse=True)
    assert weights[-1] > 0
    assert idf(0, 0) == pytest.approx(math.log(2))


def test_nothing_found() -> None:
    places, found = scores([], np.array([3]), 1, 3.0)
    assert places.size == found.size == 0
