"""Which entities are one: entries are added, and never changed."""

from __future__ import annotations

from collections.abc import Iterable

from contract.merges import MergeEntry
from contract.records import Content
from contract.time import Instant
from graph.bolt.keys import keyed
from graph.bolt.turn import Numbers, Turn, end
from graph.merging import drawn, entry_key, handles
from graph.rows import merge_columns


def draw(turn: Turn, tenant: str, content: Content) -> None:
    """Keep what follows from a content that is here now."""
    keys = sorted({keyed(turn.tenant, each) for each in handles(content).values()})
    add(turn, drawn(tenant, content, turn.found("write/alike", keys)))


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
