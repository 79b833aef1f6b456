"""The dilution rule: a header never takes more than 35 % of what is embedded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.context import SHARE, header, room
from models.embedding import BundledEmbedder
from tests.unit.extraction.by_hand import words

ADDED = 2
PATH = ("Refund policy", "Windows by product", "Perishable goods")
SUMMARY = "This policy says within how many days a customer may ask for a refund. " * 10

_part = st.text("abc de", max_size=60)


@given(
    st.lists(_part, max_size=6),
    _part | st.just(SUMMARY),
    st.integers(ADDED, 600),
    st.sampled_from([0.15, SHARE, 0.6]),
    st.none() | st.integers(600, 700),
)
def test_the_rule_holds_always(path: list[str], summary: str, tokens: int, share: float, limit: int | None) -> None:
    made = header(path, summary, tokens, words, share, limit)
    own, added = tokens - ADDED, words(made) - ADDED
    assert added <= own * share / (1 - share) + 1e-9
    assert added == 0 or added / (added + own) <= share + 1e-9
    assert limit is None or tokens + added <= limit


def test_figures_of_the_rule() -> None:
    assert room(30) == 16
    assert room(300) == 161
    assert room(0) == 0


@pytest.mark.parametrize(
    ("tokens", "expected"), [(2, ""), (6, "Perishable goods"), (14, "Windows by product > Perishable goods")]
)
def test_a_short_text_gets_the_end_of_its_path(tokens: int, expected: str) -> None:
    assert header(PATH, SUMMARY, tokens, words) == expected


def test_a_long_text_gets_the_path_and_a_summary() -> None:
    made = header(PATH, SUMMARY, 202, words)
    first, second = made.split("\n")
    assert first == "Refund policy > Windows by product > Perishable goods"
    assert SUMMARY.startswith(second)
    assert 100 < words(made) <= 109


def test_it_holds_by_the_embedders_own_count() -> None:
    count = BundledEmbedder().count
    text = "Perishable goods are refunded within 14 days of purchase, in full. " * 12
    made = header(PATH, SUMMARY, count(text), count, limit=512)
    together = count(f"{made}\n{text}")
    assert 0.3 < (together - count(text)) / (together - 4) <= SHARE
