"""What is in force, against the histories of an independent model and in the small."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from contract.history import (
    Act,
    ActKind,
    Delete,
    Derived,
    Event,
    Polarity,
    Put,
    Standing,
    SupersessionKind,
    Undo,
)
from contract.time import END, Instant, parse
from graph.timeline import affected, derive, in_force, section_in_force

Case = dict[str, Any]
Answer = str | None | list[str]


def _read(file: Path) -> list[Case]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def _named() -> list[Case]:
    """At collection, for the names of the tests; the fixture ``cases`` says why where there are none."""
    folder = os.environ.get("VIGENTE_CASES") or os.path.join(os.environ.get("VIGENTE_SHARED", ""), "cases")
    file = Path(folder, "timeline.jsonl")
    return _read(file) if file.is_file() else []


def _instant(day: str | None) -> Instant | None:
    return None if day is None else parse(day)


def _act(act: Case) -> Act:
    return Act(
        kind=ActKind(act["kind"]),
        target=act["target"],
        section=act.get("section"),
        effective=_instant(act.get("effective")),
        polarity=Polarity(act.get("polarity", "asserted")),
    )


def _event(place: int, event: Case) -> Event:
    at = parse(event["at"])
    if "delete" in event:
        return Delete(event["delete"], at)
    if "undo" in event:
        return Undo(event["undo"], at)
    if "standing" in event:
        return Standing(event["standing"], at)
    return Put(
        revision_id=event.get("id", f"#{place}"),
        source=event["put"],
        content=event["content"],
        known_at=at,
        valid_from=_instant(event.get("valid_from")),
        valid_to=_instant(event.get("valid_to")),
        observed_at=_instant(event.get("observed_at")),
        label=event.get("label"),
        sections=tuple(event.get("sections", ())),
        acts=tuple(_act(act) for act in event.get("acts", ())),
    )


def _history(case: Case) -> list[Event]:
    return [_event(place, event) for place, event in enumerate(case["events"])]


def _answer(history: list[Event], derived: Derived, name: str, valid_at: Instant) -> Answer:
    contents = {event.revision_id: event.content for event in history if isinstance(event, Put)}
    source, _, section = name.partition("#")
    found = [contents[each] for each in section_in_force(derived, source, section or None, valid_at)]
    if source in derived.heads:
        return found
    assert len(found) <= 1, f"{name} is in force {len(found)} times"
    return found[0] if found else None


def _wrong(case: Case) -> Iterator[str]:
    history = _history(case)
    for ask in case["ask"]:
        derived = derive(history, parse(ask["known_at"]))
        for name, expected in ask["in_force"].items():
            answer = _answer(history, derived, name, parse(ask["valid_at"]))
            if answer != expected:
                when = f"valid {ask['valid_at']}, known {ask['known_at']}"
                yield f"{case['name']}: {name} at {when} is {answer}, not {expected}"


@pytest.mark.shared
@pytest.mark.parametrize("case", _named(), ids=lambda case: str(case["name"]))
def test_named_history(case: Case, cases: Path) -> None:
    assert not list(_wrong(case))


@pytest.mark.shared
def test_generated_histories(cases: Path) -> None:
    wrong = [line for case in _read(cases / "timeline-random.jsonl") for line in _wrong(case)]
    assert not wrong, "\n".join(wrong[:10])


def _put(revision: str, source: str, start: int | None, *acts: Act, **more: Any) -> Put:
    """A revision whose id is its content; one unit of time is a microsecond, and all is known from 0."""
    return Put(revision, source, more.pop("content", revision), more.pop("known_at", 0), start, acts=acts, **more)


def _repeal(target: str, **more: Any) -> Act:
    return Act(ActKind.REPEAL, target, **more)


def _edges(derived: Derived) -> set[tuple[str, str, str, Instant]]:
    return {(edge.newer, edge.older, edge.rule, edge.effective) for edge in derived.supersessions}


def _whole(derived: Derived) -> dict[str, list[tuple[Instant, Instant]]]:
    held: dict[str, list[tuple[Instant, Instant]]] = {}
    for hold in derived.holds:
        if hold.section is None:
            held.setdefault(hold.revision_id, []).append((hold.valid.start, hold.valid.end))
    return held


def test_a_later_revision_supersedes_the_one_before_it_at_its_start() -> None:
    derived = derive([_put("C", "s", 30), _put("A", "s", 10), _put("B", "s", 20)], 0)
    assert _whole(derived) == {"A": [(10, 20)], "B": [(20, 30)], "C": [(30, END)]}
    assert _edges(derived) == {("B", "A", "revision", 20), ("C", "B", "revision", 30)}
    assert {edge.kind for edge in derived.supersessions} == {SupersessionKind.REVISION}


def test_what_keeps_a_suspended_revision_from_coming_back_supersedes_it() -> None:
    history = [_put("A", "s", 10), _put("T", "s", 20, valid_to=40), _put("B", "s", 30)]
    assert _edges(derive(history, 0)) == {
        ("T", "A", "revision", 20),
        ("B", "T", "revision", 30),
        ("B", "A", "revision", 30),
    }


def test_what_has_ended_is_superseded_by_nobody() -> None:
    assert not derive([_put("A", "s", 10, valid_to=20), _put("B", "s", 20)], 0).supersessions


def test_a_correction_supersedes_from_the_start() -> None:
    derived = derive([_put("A", "s", 10), _put("A2", "s", 10, known_at=1)], 1)
    assert _edges(derived) == {("A2", "A", "correction", 10)}
    assert derived.left == {"s": ("A2",)}


def test_a_sighting_is_of_the_revision_first_seen() -> None:
    history = [_put(each, "s", None, content="A", known_at=at) for each, at in (("one", 1), ("two", 2), ("three", 3))]
    derived = derive(history, 3)
    assert derived.sightings == {"two": "one", "three": "one"}
    assert _whole(derived) == {"one": [(1, END)]}
    assert not derived.supersessions


def test_an_act_supersedes_what_it_retires_and_not_what_is_issued_again() -> None:
    history = [
        _put("old", "a", 10, sections=("art.1", "art.2")),
        _put("again", "a", 40),
        _put("N", "b", 20, _repeal("a", section="art.1"), _repeal("a", effective=30), _repeal("a", section="art.9")),
    ]
    derived = derive(history, 0)
    assert {(edge.section, edge.effective) for edge in derived.supersessions if edge.rule == "repeal"} == {
        ("art.1", 20),
        (None, 30),
    }
    assert section_in_force(derived, "a", "art.1", 20) == ()
    assert section_in_force(derived, "a", "art.2", 20) == in_force(derived, "a", 20) == ("old",)
    assert in_force(derived, "a", 30) == ()
    assert in_force(derived, "a", 40) == ("again",)


def test_a_nullity_supersedes_every_revision_from_its_start() -> None:
    history = [_put("A", "a", 10), _put("A2", "a", 30), _put("N", "b", 20, Act(ActKind.NULLITY, "a"))]
    derived = derive(history, 0)
    assert _edges(derived) == {("N", "A", "nullity", 10), ("N", "A2", "nullity", 30)}
    assert derived.left == {"b": ("N",)}


def test_withdrawn_are_the_undone_and_the_deleted() -> None:
    history: list[Event] = [_put("A", "s", 10), _put("B", "s", 20), _put("X", "t", 10), Undo("B", 1), Delete("t", 2)]
    assert derive(history, 1).withdrawn == {"B"}
    assert derive(history, 2).withdrawn == {"B", "X"}


def test_an_undone_revision_put_again_under_its_id_lives() -> None:
    history: list[Event] = [_put("A", "s", 10), Undo("A", 1), _put("A", "s", 10, known_at=2)]
    assert in_force(derive(history, 1), "s", 10) == ()
    assert in_force(derive(history, 2), "s", 10) == ("A",)
    assert not derive(history, 2).withdrawn


def test_the_heads_of_a_family_are_in_label_order_then_latest_first() -> None:
    history: list[Event] = [
        Standing("m", 0),
        Standing("empty", 0),
        _put("none", "m", 5),
        _put("9", "m", 10, label="9"),
        _put("16", "m", 20, label="16"),
        _put("16 again", "m", 30, label="v16"),
    ]
    derived = derive(history, 0)
    assert derived.heads == {"m": ("16 again", "16", "9", "none"), "empty": ()}
    assert in_force(derived, "m", 25) == ("16", "9", "none")
    assert in_force(derived, "m", 35) == ("16 again", "9", "none")


def test_cycles_are_reported_and_decide_nothing_by_themselves() -> None:
    voiding = [_put("A", "a", 1, Act(ActKind.NULLITY, "b")), _put("B", "b", 1, Act(ActKind.NULLITY, "a"))]
    replacing = [_put("C", "c", 1, Act(ActKind.REPLACE, "d")), _put("D", "d", 2, Act(ActKind.REPLACE, "c"))]
    derived = derive([*voiding, *replacing], 0)
    assert derived.cycles == (("a", "b"), ("c", "d"))
    assert set(_whole(derived)) == {"A", "B", "C", "D"}
    assert _whole(derived)["C"] == [(1, 2)]


def test_targets_that_are_not_here_dangle() -> None:
    history = [
        _put("A", "a", 1, _repeal("gone"), _repeal("never"), _repeal("b"), _repeal("quoted", polarity=Polarity.QUOTED))
    ]
    history += [_put("B", "b", 1), _put("G", "gone", 1)]
    assert derive([*history, Delete("gone", 1)], 1).dangling == {"gone", "never"}


REPLACED_BY = Act(ActKind.REPLACE, "old", by="new")


def test_replaced_by_on_the_older_side_is_replaces_on_the_newer() -> None:
    stated_by_old = derive([_put("O", "old", 10, REPLACED_BY), _put("N", "new", 20, valid_to=90)], 0)
    stated_by_new = derive([_put("O", "old", 10), _put("N", "new", 20, Act(ActKind.REPLACE, "old"), valid_to=90)], 0)
    assert _whole(stated_by_old) == {"O": [(10, 20), (90, END)], "N": [(20, 90)]}
    assert stated_by_old == stated_by_new


def test_replaced_by_dangles_until_the_other_is_here() -> None:
    history: list[Event] = [_put("O", "old", 10, REPLACED_BY)]
    assert _whole(derive(history, 0)) == {"O": [(10, END)]}
    assert derive(history, 0).dangling == {"new"}
    history += [_put("N", "new", 20, known_at=1), Delete("new", 2)]
    assert _whole(derive(history, 1))["O"] == [(10, 20)]
    assert not derive(history, 1).dangling
    assert _whole(derive(history, 2)) == {"O": [(10, END)]}
    assert derive(history, 2).dangling == {"new"}


def test_replaced_by_takes_effect_with_the_first_revision_or_at_its_own_date_and_lasts_beyond_later_ones() -> None:
    new = [_put("N", "new", 20, valid_to=30), _put("N2", "new", 30)]
    assert _whole(derive([_put("O", "old", 10, REPLACED_BY), *new], 0))["O"] == [(10, 20)]
    dated = Act(ActKind.REPLACE, "old", by="new", effective=25)
    assert _whole(derive([_put("O", "old", 10, dated), *new], 0))["O"] == [(10, 25)]


def test_replaced_by_a_void_source_has_no_effect() -> None:
    history = [_put("O", "old", 10, REPLACED_BY), _put("N", "new", 20), _put("V", "v", 30, Act(ActKind.NULLITY, "new"))]
    assert _whole(derive(history, 0))["O"] == [(10, END)]
    assert not derive(history, 0).dangling


def test_replaced_by_falls_with_the_revision_that_says_so() -> None:
    history = [_put("O", "old", 10, REPLACED_BY), _put("O2", "old", 10, known_at=1), _put("N", "new", 20)]
    assert _whole(derive(history, 0))["O"] == [(10, 20)]
    assert _whole(derive(history, 1))["O2"] == [(10, END)]


def test_affected_are_all_that_acts_tie_together() -> None:
    history = [
        _put("A", "a", 1, _repeal("b"), _repeal("z", polarity=Polarity.NEGATED)),
        _put("C", "c", 1, Act(ActKind.REPLACE, "b", by="d")),
        _put("E", "e", 1),
        _put("Z", "z", 1),
    ]
    assert affected(history, "a") == affected(history, "d") == {"a", "b", "c", "d"}
    assert affected(history, "e") == {"e"}
    assert affected(history, "unknown") == {"unknown"}
