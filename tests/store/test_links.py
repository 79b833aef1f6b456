"""Names, mentions and facts, within a scope and in either order of arrival."""

from __future__ import annotations

from itertools import permutations

import pytest

from contract.access import Audience, Principal
from contract.ports import GraphStore
from contract.records import RevisionDraft
from tests.store.drafts import TENANT, draft, put, texts, view

CITY = draft("city", "New York is a city.", names={"New York": "New York"}, valid_from="2025-01-01")
PAPER = draft("paper", "The New York Times is a daily.", names={"New York Times": "The Times"}, valid_from="2025-01-01")
NOTE = draft("note", ["He read the New York Times in New York.", "Nothing here."], valid_from="2025-01-01")


def _mentioned(store: GraphStore, uri: str) -> list[tuple[str, str]]:
    """(what is written, entity) of the mentions in a source, by position."""
    seen = view(store)
    located = {each.passage.id: each for each in seen.located(seen.passage_ids()) if each.revision.uri == uri}
    names = {entity.id: entity.name for entity in seen.entities({m.entity_id for m in seen.mentions(located)})}
    shown = []
    for mention in seen.mentions(located):
        passage = located[mention.passage_id].passage
        span = passage.local(mention.span)
        shown.append((passage.shown[span.start : span.end], names[mention.entity_id]))
    return shown


@pytest.mark.parametrize("order", list(permutations([CITY, PAPER, NOTE])), ids=str)
def test_names_bind_in_any_order_of_arrival(store: GraphStore, order: tuple[RevisionDraft, ...]) -> None:
    for each in order:
        put(store, each)
    assert _mentioned(store, "note") == [("New York Times", "The Times"), ("New York", "New York")]


def test_of_overlapping_names_the_longest_that_the_scope_defines(store: GraphStore) -> None:
    put(store, NOTE)
    put(store, CITY)
    assert _mentioned(store, "note") == [("New York", "New York"), ("New York", "New York")]
    hidden = put(
        store, draft("paper", "The New York Times.", names={"New York Times": "The Times"}, audience=Audience(3))
    )
    assert _mentioned(store, "note") == [("New York", "New York"), ("New York", "New York")]
    seen = view(store)
    (times,) = [each.entity_id for each in view(store, reader=Principal(TENANT, level=3)).named(["new york times"])]
    assert seen.named(["new york times"]) == ()
    assert seen.entities([times]) == ()
    assert seen.mentioning([times], 10) == ()
    assert hidden.embedded == 1


def test_who_defines_and_who_mentions(store: GraphStore) -> None:
    for each in (CITY, PAPER, NOTE):
        put(store, each)
    seen = view(store)
    (definition,) = seen.named(["new york", "unknown"])
    assert seen.defining([definition.entity_id]) == (definition,)
    assert seen.definitions([definition.passage_id]) == (definition,)
    found = seen.mentioning([definition.entity_id], 10)
    assert [mention.passage_id for mention in found] == sorted(mention.passage_id for mention in found)
    assert len(found) == 2, "its own passage and the note; not inside the longer name"
    assert seen.mentioning([definition.entity_id], 1) == found[:1]
    assert seen.mentioning([definition.entity_id], 0) == ()


def test_one_name_of_two_things_leads_to_both(store: GraphStore) -> None:
    put(store, draft("a", "Mercury is a planet.", names={"Mercury": "Mercury (planet)"}, valid_from="2025-01-01"))
    put(store, draft("note", "Then came Mercury.", valid_from="2025-01-01"))
    put(store, draft("b", "Mercury is a metal.", names={"Mercury": "Mercury (metal)"}, valid_from="2025-01-01"))
    both = [("Mercury", "Mercury (metal)"), ("Mercury", "Mercury (planet)")]
    assert sorted(_mentioned(store, "note")) == both


def test_facts_by_each_criterion(store: GraphStore) -> None:
    facts = [("Refund", "window", "14 days"), ("Refund", "channel", "in writing"), ("Order", "window", "30 days")]
    made = draft(
        "a", ["refunds within 14 days", "in writing", "orders in 30 days"], facts=facts, valid_from="2025-01-01"
    )
    put(store, made)
    put(store, draft("b", "within 60 days", facts=[("Refund", "window", "60 days")], audience=Audience(3)))
    put(
        store,
        draft(
            "c",
            "within 90 days",
            facts=[("Refund", "window", "90 days")],
            valid_from="2020-01-01",
            valid_to="2021-01-01",
        ),
    )
    seen = view(store)
    refund = next(each.fact.subject_id for each in seen.stated() if each.fact.subject == "Refund")
    assert {each.fact.object.value for each in seen.stated()} == {"14 days", "30 days", "in writing"}
    one = seen.stated()[0].fact
    assert {each.fact.id for each in seen.stated(fact_ids=[one.id, "unknown"])} == {one.id}
    assert {each.fact.object.value for each in seen.stated(predicates=["window"])} == {"14 days", "30 days"}
    assert {each.fact.object.value for each in seen.stated(subject_ids=[refund])} == {"14 days", "in writing"}
    (one,) = seen.stated(predicates=["window"], subject_ids=[refund], passage_ids=seen.passage_ids())
    span = one.at.passage.local(one.span)
    assert one.at.passage.shown[span.start : span.end] == "14 days"
    assert seen.stated(predicates=["window"], limit=1) == seen.stated(predicates=["window"])[:1]
    assert seen.stated(predicates=["unknown"]) == ()
    assert [each.fact.object.value for each in view(store, "2020-06-01").stated()] == ["90 days"]


def test_sections_and_siblings(store: GraphStore) -> None:
    put(store, draft("a", {"one": ["first", "second"], "two": "third"}, valid_from="2025-01-01"))
    seen = view(store)
    by_text = {each.passage.text: each for each in seen.located(seen.passage_ids())}
    first = by_text["first"].passage.id
    section = seen.section(first)
    assert section is not None
    assert (section[0].name, section[0].path, section[1]) == ("one", ("A title", "one"), "first\n\nsecond")
    assert seen.siblings(first) == (first, by_text["second"].passage.id)
    assert [each.passage.text for each in seen.located([by_text["third"].passage.id, "unknown", first])] == [
        "third",
        "first",
    ]
    assert texts(seen) == ["first", "second", "third"]
