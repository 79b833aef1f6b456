"""What can be a name, where names stand, and which of overlapping ones is chosen."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contract.records import Span
from graph.naming import longest, mentions, ngram_keys, occurrences
from language.words import key

TEXTS = st.text(alphabet=st.sampled_from("abII AÑé'’s.,|-_1\n¿?"), max_size=80) | st.text(max_size=60)


def stand(text: str, *names: str) -> list[str]:
    found = occurrences(text, {key(name) for name in names})
    return [text[at.start : at.end] for at in found]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("When did Lothair Ii's mother die?", "Lothair II"),
        ("He saw THE WHO live.", "The Who"),
        ("as shown in the Matrix films", "The Matrix"),
        ("según la Ley Orgánica 3/2018", "la ley orgánica 3/2018"),
        ("born in Paris, Texas, in 1950", "Paris, Texas"),
        ("She lives in St. Louis.", "St. Louis"),
        ("by J. K. Rowling", "J. K. Rowling"),
        ("the error ERR_CONN_RESET came up", "ERR_CONN_RESET"),
        ("call fs.open first", "fs.open"),
        ("la referencia 4471123 del pedido", "4471123"),
        ("the novel Strange Case of Dr Jekyll and Mr Hyde was", "Strange Case of Dr Jekyll and Mr Hyde"),
        ("estaba en Logroño", "Logroño"),
        ("asked the WHO about it", "WHO"),
        ("when did GOD'S GIFT TO WOMEN open", "God's Gift to Women"),
        ("the author of Act of War; Direct Action", "Act of War: Direct Action"),
    ],
)
def test_a_name_is_found_as_written(text: str, name: str) -> None:
    assert [key(found) for found in stand(text, name)] == [key(name)]
    assert key(name) in ngram_keys(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("the ones who came", "Who"),
        ("asked who it was", "It"),
        ("he went home", "Home"),
        ("Order the parts. The order is late.", "Order"),  # capital only because it opens the sentence
        ("The film ended late.", "The film"),
        ("a son of Lothair II of Lotharingia", "II"),
        ("he died on 4 May in Rome", "May"),
        ("on May 4 he died", "May"),
        ("the launch of Apollo 11 was", "Apollo"),
        ("there were 1917 of them", "1917"),
        ("vitamin a and b", "vitamin a"),
        ("died in Rome\n\nPeter was", "Rome Peter"),
        ("died in Rome. Peter was", "Rome Peter"),
        ("| Rome | Peter |", "Rome Peter"),
    ],
)
def test_what_names_nothing_is_left(text: str, name: str) -> None:
    assert stand(text, name) == []


def test_overlapping_names_are_all_kept_and_the_leftmost_longest_is_chosen() -> None:
    text = "University of Paris Press in Paris"
    found = occurrences(text, {"university of paris", "paris", "paris press"})
    assert [at.key for at in found] == ["university of paris", "paris", "paris press", "paris"]
    assert [at.key for at in longest(found)] == ["university of paris", "paris"]


def test_mentions_keep_every_entity_of_an_ambiguous_name() -> None:
    found = mentions("p", "He met Mercury.", {"mercury": ["planet", "element"]})
    assert [(at.entity_id, at.span) for at in found] == [("element", Span(7, 14)), ("planet", Span(7, 14))]
    assert longest(found) == found


@given(TEXTS)
def test_both_directions_agree(text: str) -> None:
    """The keys a text offers are exactly the names that can be found in it."""
    keys = ngram_keys(text)
    assert {at.key for at in occurrences(text, keys)} == keys


@given(TEXTS)
def test_occurrences_lie_in_the_text_and_the_chosen_ones_do_not_overlap(text: str) -> None:
    found = occurrences(text, ngram_keys(text))
    assert all(0 <= at.start < at.end <= len(text) for at in found)
    spans = sorted({(at.start, at.end) for at in longest(found)})
    assert all(left[1] <= right[0] for left, right in itertools.pairwise(spans))


@given(TEXTS)
def test_a_key_is_the_folded_name_of_what_is_written(text: str) -> None:
    assert all(key(text[at.start : at.end]) == at.key for at in occurrences(text, ngram_keys(text)))


def test_in_a_text_without_capitals_any_longer_word_may_be_a_name() -> None:
    text = "where was the director of phoolwari and it born?"
    assert occurrences(text, {"phoolwari", "it"}) == []
    assert [at.key for at in occurrences(text, {"phoolwari", "it"}, cased=False)] == ["phoolwari"]
    assert "phoolwari" in ngram_keys(text, cased=False)
