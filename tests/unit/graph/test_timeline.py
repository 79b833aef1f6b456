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
    Undo,
)
from contract.time import Instant, parse
from graph.timeline import derive, section_in_force

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
