"""What must hold of any history, whatever is in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from contract.history import Act, ActKind, Delete, Derived, Event, Polarity, Put, Standing, Undo
from contract.time import DAY, Instant
from graph.timeline import affected, derive, in_force, section_in_force

SOURCES = ("a", "b", "c", "d")
SECTIONS = ("art.1", "art.2")
LAST = 60 * DAY
NOW = 2 * LAST

given_few = settings(max_examples=60, deadline=None)

days = st.integers(0, 30).map(lambda day: day * DAY)
lengths = st.integers(1, 20).map(lambda length: length * DAY)
sources = st.sampled_from(SOURCES)
weak = st.sampled_from([polarity for polarity in Polarity if polarity is not Polarity.ASSERTED])


def _acts(polarity: st.SearchStrategy[Polarity]) -> st.SearchStrategy[tuple[Act, ...]]:
    act = st.builds(
        Act,
        kind=st.sampled_from(ActKind),
        target=st.sampled_from((*SOURCES, "elsewhere")),
        section=st.none() | st.sampled_from(SECTIONS),
        effective=st.none() | days,
        polarity=polarity,
        by=st.sampled_from((None, None, None, *SOURCES, "elsewhere")),
    )
    return st.lists(act, max_size=2).map(tuple)


def _puts(start: st.SearchStrategy[Instant | None], acts: st.SearchStrategy[tuple[Act, ...]]) -> st.SearchStrategy[Put]:
    """Uploads without a place in a history yet. An end is drawn as a length."""
    put = st.builds(
        Put,
        revision_id=st.just(""),
        source=sources,
        content=st.sampled_from("AB"),
        known_at=st.just(0),
        valid_from=start,
        valid_to=st.none() | lengths,
        observed_at=st.none() | days,
        label=st.sampled_from((None, None, "1.0", "1.1", "2.0-rc1")),
        sections=st.sampled_from(((), SECTIONS, SECTIONS[:1], SECTIONS[1:])),
        acts=acts,
    )
    return put.map(
        lambda put: put if put.valid_to is None else replace(put, valid_to=(put.valid_from or 0) + put.valid_to)
    )


puts = _puts(st.none() | days, _acts(st.sampled_from([Polarity.ASSERTED] * 5 + list(Polarity))))
weak_puts = _puts(days, _acts(weak))
events = st.one_of(
    puts, puts, puts, puts, puts, st.builds(Delete, sources, st.just(0)), st.builds(Undo, st.just(""), days)
)
families = st.sets(st.sampled_from(SOURCES), max_size=2).map(
    lambda found: [Standing(source, 0) for source in sorted(found)]
)


def _placed(event: Event, place: int) -> Event:
    """An event as the one of its day: an upload gets its id, an undo takes back an earlier day's."""
    if isinstance(event, Put):
        return replace(event, revision_id=f"r{place}", known_at=place * DAY)
    if isinstance(event, Undo):
        return Undo(f"r{event.known_at // DAY % place}", place * DAY)
    return replace(event, known_at=place * DAY)


def _history(declared: list[Standing], drawn: Sequence[Event]) -> list[Event]:
    return [*declared, *(_placed(event, place) for place, event in enumerate(drawn, start=1))]


def _free_of_order(declared: list[Standing], drawn: Sequence[Put]) -> list[Event]:
    """Nothing in it asks when it came: dates of its own, one revision a start, nothing taken back."""
    dated = [replace(put, observed_at=put.observed_at or 0) for put in drawn]
    starts = {(put.source, put.observed_at if put.valid_from is None else put.valid_from): put for put in dated}
    return _history(declared, list(starts.values()))


histories = st.builds(_history, families, st.lists(events, min_size=1, max_size=10))
histories_free_of_order = st.builds(_free_of_order, families, st.lists(puts, min_size=2, max_size=8))


def source_of(history: Sequence[Event]) -> dict[str, str]:
    return {event.revision_id: event.source for event in history if isinstance(event, Put)}


def boundaries(derived: Derived) -> list[Instant]:
    return sorted({at for hold in derived.holds for at in (hold.valid.start, hold.valid.end)})


@given_few
@given(histories_free_of_order, st.data())
def test_the_order_of_arrival_does_not_matter(history: list[Event], data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations([event for event in history if isinstance(event, Put)]))
    arrived = [replace(put, known_at=(place + 1) * DAY) for place, put in enumerate(shuffled)]
    declared = [event for event in history if isinstance(event, Standing)]
    assert derive([*declared, *arrived], NOW) == derive(history, NOW)


@given_few
@given(histories)
def test_nothing_is_in_force_twice(history: list[Event]) -> None:
    derived = derive(history, NOW)
    labels = {event.revision_id: event.label for event in history if isinstance(event, Put)}
    for source in SOURCES:
        for at in boundaries(derived):
            for section in (None, *SECTIONS):
                holding = section_in_force(derived, source, section, at)
                told_apart = {labels[each] for each in holding} if source in derived.heads else {source}
                assert len(holding) <= len(told_apart)


@given_few
@given(histories)
def test_the_holds_of_a_revision_are_apart_and_those_of_a_section_within_them(history: list[Event]) -> None:
    held = defaultdict(list)
    for hold in derive(history, NOW).holds:
        assert not hold.valid.empty
        held[hold.revision_id, hold.section].append(hold.valid)
    for (revision, _), intervals in held.items():
        assert all(before.end < after.start for before, after in pairwise(intervals))
        assert all(any(part.meet(whole) == part for whole in held[revision, None]) for part in intervals)


@given_few
@given(histories)
def test_what_ends_another_is_a_revision_of_its_own(history: list[Event]) -> None:
    """Neither taken back nor a copy that was only seen again; so is what it ends."""
    derived = derive(history, NOW)
    ends = {end for edge in derived.supersessions for end in (edge.newer, edge.older)}
    assert ends <= source_of(history).keys() - derived.withdrawn - derived.sightings.keys()


@given_few
@given(histories, puts, st.data())
def test_undo_restores(history: list[Event], put: Put, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(history)))
    known_at = history[at - 1].known_at if at else 0
    fresh = replace(put, revision_id="fresh", known_at=known_at)
    undone = derive([*history[:at], fresh, *history[at:], Undo("fresh", LAST)], NOW)
    assert replace(undone, withdrawn=undone.withdrawn - {"fresh"}) == derive(history, NOW)


@given_few
@given(histories, histories, days)
def test_only_what_is_known_counts(history: list[Event], later: list[Event], known_at: Instant) -> None:
    known = [event for event in history if event.known_at <= known_at]
    unknown = [replace(event, known_at=event.known_at + known_at + 1) for event in later]
    assert derive([*unknown, *known], known_at) == derive(known, known_at) == derive(history, known_at)


@given_few
@given(histories, sources)
def test_a_deleted_source_holds_nothing(history: list[Event], source: str) -> None:
    derived = derive([*history, Delete(source, LAST)], NOW)
    assert not derived.left.get(source)
    assert not any(in_force(derived, source, at) for at in boundaries(derived))


@given_few
@given(st.lists(weak_puts, min_size=2, max_size=6))
def test_only_an_asserted_act_counts(uploads: list[Put]) -> None:
    silent = [replace(put, acts=()) for put in uploads]
    assert derive(_history([], uploads), NOW) == derive(_history([], silent), NOW)


@given_few
@given(histories, st.sets(st.sampled_from(SOURCES)))
def test_asking_for_some_sources_is_the_whole_without_the_others(history: list[Event], asked: set[str]) -> None:
    whole, part = derive(history, NOW), derive(history, NOW, asked)
    ours = {revision for revision, source in source_of(history).items() if source in asked}
    assert part.holds == tuple(hold for hold in whole.holds if hold.revision_id in ours)
    assert part.supersessions == tuple(edge for edge in whole.supersessions if edge.older in ours)
    assert part.withdrawn == whole.withdrawn & ours
    assert part.sightings == {again: first for again, first in whole.sightings.items() if again in ours}
    assert part.left == {source: order for source, order in whole.left.items() if source in asked}
    assert part.heads == {source: order for source, order in whole.heads.items() if source in asked}
    assert part.cycles == tuple(cycle for cycle in whole.cycles if asked & set(cycle))
    assert part.dangling <= whole.dangling


@given_few
@given(histories, puts)
def test_an_upload_changes_only_what_it_affects(history: list[Event], put: Put) -> None:
    after = [*history, replace(put, revision_id="fresh", known_at=LAST)]
    untouched = set(SOURCES) - affected(after, put.source)
    assert derive(after, NOW, untouched) == derive(history, NOW, untouched)


@given_few
@given(histories)
def test_every_source_is_affected_by_those_that_it_affects(history: list[Event]) -> None:
    groups = {source: affected(history, source) for source in SOURCES}
    assert all(groups[other] == group for group in groups.values() for other in group if other in groups)


@given_few
@given(histories)
def test_whoever_is_superseded_does_not_hold_because_of_it(history: list[Event]) -> None:
    """An edge within a source: at no time do both ends hold as one text."""
    derived = derive(history, NOW)
    of = source_of(history)
    for edge in derived.supersessions:
        assert edge.newer != edge.older
        if of[edge.newer] == of[edge.older]:
            for at in boundaries(derived):
                assert not {edge.newer, edge.older} <= set(in_force(derived, of[edge.newer], at))
