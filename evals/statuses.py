"""What a document's status was as of a day: every change of it taken in as a revision, in any order, and asked for again.

``status_events.json`` lists the changes: ``{"pep", "date", "new"}``. Of several on one day the last one counts.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from contract.access import Principal, Scope
from contract.time import DAY, Instant, iso, parse
from evals.datasets.reading import drawn, filled, load, part, typed
from evals.product import TENANT, Text, ingest_texts
from evals.records import Options
from language.words import key
from service.wiring import Product, latest

EVENTS = "status_events.json"
_PREDICATE = "status"


@dataclass(frozen=True, slots=True)
class Change:
    """From ``at`` on a document has this status."""

    uri: str
    at: Instant
    status: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A day and the status that was then; None: there was no document yet."""

    uri: str
    at: Instant
    status: str | None


def changes(file: Path) -> list[Change]:
    """Raises ``DataError``. In the order of the data."""
    found = []
    for number, record in enumerate(filled(typed(load(file), list, str(file)), "changes of status", file), start=1):
        where = f"{file}, change {number}"
        day = parse(part(record, "date", str, where))
        found.append(Change(str(part(record, "pep", int, where)), day, part(record, "new", str, where)))
    return found


def asked(found: Sequence[Change], options: Options) -> list[Asked]:
    """The day before a document's first change, the day of each and the middle of what follows; as many as the limit."""
    of_document: dict[str, dict[Instant, str]] = defaultdict(dict)
    for change in found:
        of_document[change.uri][change.at] = change.status
    every: list[Asked] = []
    for uri, by_day in of_document.items():
        days = sorted(by_day)
        every.append(Asked(uri, days[0] - DAY, None))
        for day, after in zip(days, [*days[1:], days[-1] + 365 * DAY], strict=True):
            every += [Asked(uri, at, by_day[day]) for at in dict.fromkeys((day, day + (after - day) // 2))]
    return drawn(every, options)


def taken_in(parts: Product, found: Sequence[Change], options: Options) -> Sequence[Mapping[str, str]]:
    """Take the changes in, shuffled; those of one document on one day keep their order. What was refused, as misses."""
    draw = random.Random(options.seed)
    places = {(change.uri, change.at): draw.random() for change in found}
    shuffled = sorted(found, key=lambda change: places[change.uri, change.at])
    report = ingest_texts(parts, TENANT, [_text(change) for change in shuffled], options.progress)
    return [{"kind": "ingestion", "document": one.name, "cause": one.error or ""} for one in report.failed]


def wrong(parts: Product, questions: Sequence[Asked]) -> list[dict[str, str]]:
    """The questions that the product's facts in force answer otherwise."""
    readable = Principal(TENANT, "evals", level=3).readable(parts.store.audiences())
    misses = []
    for question in questions:
        view = parts.store.view(Scope(TENANT, readable, question.at, latest(parts)))
        subjects = {definition.entity_id for definition in view.named([key(_title(question.uri))])}
        stated = view.stated(predicates=[_PREDICATE], subject_ids=subjects) if subjects else ()
        told = {each.fact.object.raw for each in stated}
        if told != ({question.status} if question.status is not None else set()):
            said = ", ".join(sorted(told)) or "nothing"
            day = iso(question.at) or ""
            misses.append(
                {"kind": "status", "of": question.uri, "on": day, "known": str(question.status), "told": said}
            )
    return misses


def _text(change: Change) -> Text:
    title = _title(change.uri)
    text = f"# {title}\n\nPEP: {change.uri}\nStatus: {change.status}\n"
    return Text(change.uri, title, text, {"valid_from": iso(change.at)}, ".md")


def _title(uri: str) -> str:
    return f"PEP {uri}"
