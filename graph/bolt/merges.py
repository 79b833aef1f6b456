"""Which entities are one: entries are added, and never changed."""

from __future__ import annotations

from collections.abc import Iterable

from contract.merges import MergeEntry
from contract.records import Content, Entity
from contract.time import Instant
from graph.bolt.keys import keyed
from graph.bolt.turn import Numbers, Turn, end
from graph.merging import drawn, entry_key, handles
from graph.rows import Row, merge_columns


def alike(turn: Turn, content: Content) -> list[Row]:
    """What ``graph.merging.drawn`` takes of a content that is not written yet: its own entities, and those of others."""
    own: dict[str, Entity] = {}
    for each in sorted(content.entities, key=lambda entity: (entity.id, entity.name)):
        own.setdefault(each.id, each)
    by_name = {name: keyed(turn.tenant, each) for name, each in handles(content).items()}
    others = turn.found("write/alike", sorted(set(by_name.values())))
    return [*((by_name[each.name], each.id, each.name, each.kind) for each in own.values()), *others]


def draw(turn: Turn, tenant: str, content: Content, alike: Iterable[Row]) -> None:
    """Keep what follows from a content that is here now."""
    add(turn, drawn(tenant, content, alike))


def add(turn: Turn, entries: Iterable[MergeEntry]) -> None:
    """Keep entries; not a second time what the service has found before."""
    rows = [merge_row(turn.numbers, turn.tenant, entry, turn.at, turn.number) for entry in entries]
    turn.batches("write/merges", rows)


def record(turn: Turn, entries: Iterable[MergeEntry]) -> None:
    """Keep entries as one commit."""
    add(turn, entries)
    end(turn)


def merge_row(numbers: Numbers, tenant: int, entry: MergeEntry, known_at: Instant, number: int) -> dict[str, object]:
    """What ``write/merges`` takes of one entry."""
    return {
        **merge_columns(entry),
        "row": numbers.next("merges"),
        "key": keyed(tenant, entry_key(entry, number)),
        "tenant": tenant,
        "known_at": known_at,
        "number": number,
    }
