"""Which entities are one: entries are added, and never changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from contract.merges import MergeEntry
from contract.records import Content
from contract.time import Instant
from graph.bolt.database import Database, Transaction
from graph.bolt.keys import keyed, numbered, owner
from graph.bolt.turn import LOOKED_UP, Numbers, Turn, batched, end
from graph.merging import drawn, entry_key, handles, plainest
from graph.rows import Row, merge_columns
from language.sameness import handle


@dataclass(frozen=True, slots=True)
class Alike:
    """What ``graph.merging.drawn`` takes, and by id the handles of entities written in a way that is new."""

    rows: Sequence[Row]
    new: Mapping[str, int]


def alike(turn: Turn, content: Content) -> Alike:
    """Of a content that is not written yet: its own entities, and those of others that may be the same."""
    own = plainest(content)
    by_name = {name: numbered(turn.tenant, each) for name, each in handles(content).items()}
    others = turn.found("write/alike", sorted(set(by_name.values())))
    known = {row[1:] for row in others}
    return Alike(
        [*((by_name[each.name], each.id, each.name, each.kind) for each in own), *others],
        {each.id: by_name[each.name] for each in own if (each.id, each.name, each.kind) not in known},
    )


def handle_some(tx: Transaction, keys: Sequence[str]) -> None:
    """Mark the ways in which entities (by their keys) are written and by which no edge is found."""
    rows = [
        [key, name, kind, numbered(owner(key), handle(name))]
        for key, name, kind in tx.rows("write/unhandled", {"keys": list(keys)})
    ]
    for some in batched(rows):
        tx.do("write/handle", {"rows": some})


def handle_every(database: Database) -> None:
    """The same for all entities, some thousand in a transaction: after a load, or for an older store."""
    after = ""
    while found := [row[0] for row in database.rows("store/entity_keys", {"after": after, "limit": LOOKED_UP})]:
        with database.once() as tx:
            handle_some(tx, found)
        after = found[-1]


def draw(turn: Turn, tenant: str, content: Content, alike: Alike) -> None:
    """Keep what follows from a content that is here now."""
    add(turn, drawn(tenant, content, alike.rows))


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
