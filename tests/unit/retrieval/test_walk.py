"""The scoring of the walk, on plain inputs."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contract.records import Span
from retrieval.settings import WalkSettings
from retrieval.walk import (
    Anchor,
    Edge,
    Residue,
    best_targets,
    joined,
    led_by,
    named_passages,
    order,
    relevance,
    second_hop,
    spread,
)

SETTINGS = WalkSettings()
DIRECTOR = Residue("director", "director", 3.0)
BORN = Residue("born", "born", 1.0)
IDS = st.sampled_from("abcdef")
UNIT = st.floats(0, 1)
EDGES = st.lists(st.builds(Edge, IDS, IDS, UNIT, UNIT, st.booleans()), max_size=20)
SHARES = st.dictionaries(IDS, st.dictionaries(st.sampled_from(["one", "two", "a", "b"]), UNIT, min_size=1), max_size=6)


def about(text: str, name: str, *residue: Residue, language: str = "en") -> float:
    start = text.index(name)
    return relevance(residue, text, Span(start, start + len(name)), language, SETTINGS)


def test_words_that_are_asked_for_beside_a_mention_make_it_relevant() -> None:
    text = "Its director Ana Solano worked with the painter Luis Rey."
    assert about(text, "Ana Solano", DIRECTOR) > 0.9
    assert about(text, "Ana Solano", DIRECTOR) > about(text, "Luis Rey", DIRECTOR)


def test_relevance_is_a_mean_by_idf_of_each_asked_words_best_match() -> None:
    text = "The director Ana Solano was there"
    both = about(text, "Ana Solano", DIRECTOR, BORN)
    assert both == pytest.approx(about(text, "Ana Solano", DIRECTOR) * 3.0 / 4.0)


def test_a_like_beginning_counts_less_than_the_same_stem() -> None:
    near = math.exp(-1 / SETTINGS.decay)
    assert about("the directed Ana Solano", "Ana Solano", DIRECTOR) == pytest.approx(0.8 * near)
    assert about("the directors Ana Solano", "Ana Solano", DIRECTOR) == pytest.approx(near)


def test_words_after_a_mention_are_further_away_than_words_before() -> None:
    assert (
        about("director Ana Solano", "Ana Solano", DIRECTOR) > about("Ana Solano director", "Ana Solano", DIRECTOR) > 0
    )


def test_what_stands_outside_the_window_counts_for_nothing() -> None:
    assert about("director " + "x" * 70 + " Ana Solano", "Ana Solano", DIRECTOR) == 0.0
    assert about("Ana Solano " + "x" * 30 + " director", "Ana Solano", DIRECTOR) == 0.0
    assert about("the director Ana Solano", "Ana Solano") == 0.0  # nothing is asked


def test_an_edge_carries_relevance_above_a_floor_and_less_backwards() -> None:
    edge = Edge("a", "b", relevance=0.5, strength=0.9)
    assert edge.carries(SETTINGS) == pytest.approx((0.8 * 0.5 + 0.24) * 0.9)
    assert Edge("a", "b", 0.5, 0.9, backward=True).carries(SETTINGS) == pytest.approx(0.7 * edge.carries(SETTINGS))


def test_one_hop_brings_the_best_of_several_ways_and_never_home() -> None:
    edges = [Edge("a", "b", 0.0), Edge("a", "b", 1.0), Edge("a", "a", 1.0), Edge("z", "b", 1.0)]
    assert spread({"a": "name"}, {"a": 0.5}, edges, SETTINGS) == {"b": {"name": pytest.approx(0.5 * 1.04)}}


def test_the_second_hop_goes_on_from_the_three_best_and_keeps_three_tenths() -> None:
    near = [Edge("a", target, 1.0 - 0.1 * at) for at, target in enumerate("bcde")]
    first = spread({"a": "a"}, {"a": 1.0}, near, SETTINGS)
    onward = best_targets(near, SETTINGS)
    assert onward == {"a": ("b", "c", "d")}
    far = [Edge("b", "x", 1.0), Edge("e", "y", 1.0), Edge("b", "a", 1.0)]
    second = second_hop(first, {"a": "a"}, onward, far, SETTINGS)
    assert second == {"x": {"a": pytest.approx(1.04 * 1.04 * 0.3)}}
    assert joined(first, second).keys() == {"b", "c", "d", "e", "x"}


def test_a_passage_is_named_by_its_strongest_name() -> None:
    anchors = [Anchor("short", {"p": 0.5, "q": 0.5}), Anchor("long name", {"p": 1.0})]
    assert named_passages(anchors) == {"p": (1.0, "long name"), "q": (0.5, "short")}


def test_both_sides_of_a_comparison_come() -> None:
    anchors = [Anchor("one", {"one": 1.0}), Anchor("two", {"two": 1.0})]
    fixed = {"one": 1.7, "two": 1.2, "a": 0.3, "b": 0.2, "c": 0.1, "d": 0.0}
    shares = {"a": {"one": 0.9}, "b": {"one": 0.85}, "c": {"one": 0.8}, "d": {"two": 0.6}}
    faded = [passage for passage, _ in order(fixed, anchors, shares, SETTINGS)]
    assert faded.index("d") < faded.index("c")
    alone = [passage for passage, _ in order(fixed, anchors[:1], shares, SETTINGS)]
    assert alone.index("c") < alone.index("d")


@given(st.dictionaries(IDS, UNIT), SHARES, st.integers(0, 2))
def test_the_order_holds_every_passage_once_and_its_scores_never_rise(
    fixed: dict[str, float], shares: dict[str, dict[str, float]], named: int
) -> None:
    anchors = [Anchor(key, {}) for key in ["one", "two"][:named]]
    fixed = dict.fromkeys(shares, 0.0) | fixed
    ordered = order(fixed, anchors, shares, SETTINGS)
    assert sorted(passage for passage, _ in ordered) == sorted(fixed)
    assert all(left >= right for (_, left), (_, right) in pairwise(ordered))
    assert ordered == order(dict(reversed(fixed.items())), anchors, shares, SETTINGS)


@given(st.dictionaries(IDS, UNIT, min_size=1), st.one_of(st.none(), IDS))
def test_one_passage_is_put_first_and_the_others_stay_as_they_were(scores: dict[str, float], first: str | None) -> None:
    ordered = sorted(scores.items(), key=lambda item: -item[1])
    led = led_by(first, ordered)
    assert led[0][0] == (first if first in scores else ordered[0][0])
    assert [item for item in led if item[0] != first] == [item for item in ordered if item[0] != first]
    assert all(left >= right for (_, left), (_, right) in pairwise(led))


@given(EDGES, st.dictionaries(IDS, UNIT, min_size=6))
def test_the_walk_does_not_depend_on_the_order_of_edges(edges: list[Edge], activation: dict[str, float]) -> None:
    origins = {"a": "one", "b": "b"}
    assert spread(origins, activation, edges, SETTINGS) == spread(origins, activation, edges[::-1], SETTINGS)
    assert best_targets(edges, SETTINGS) == best_targets(edges[::-1], SETTINGS)


@given(st.text(max_size=80), st.integers(0, 80), st.integers(0, 20))
def test_relevance_is_a_share(text: str, start: int, length: int) -> None:
    span = Span(min(start, len(text)), min(start + length, len(text)))
    assert 0.0 <= relevance((DIRECTOR, BORN), text, span, "es", SETTINGS) <= 1.0
