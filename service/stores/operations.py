"""What an operator does to a whole store: back it up, restore it, copy it into another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

from contract.portable import Portable, Record, StoreHead
from service.stores import archive

Progress = Callable[[str, float], None]


def backup(store: Portable, to: Path, progress: Progress) -> int:
    """Write the whole store into a new file; how many records it holds."""
    return archive.write(to, counted(store.dump(), progress))


def restore(path: Path, into: AbstractContextManager[Portable], progress: Progress) -> int:
    """Fill an empty store from a backup, all or nothing. The file is read through before the store is even opened."""
    archive.verify(path)
    with into as store:
        return store.load(counted(archive.read(path), progress))


def copy(source: Portable, target: Portable, progress: Progress) -> int:
    """Fill an empty store from another, of whatever kind; how many records went over."""
    return target.load(counted(source.dump(), progress))


def counted(records: Iterable[Record], progress: Progress) -> Iterator[Record]:
    """The same records, told of as they pass: which kind, and what share of all."""
    total = 1
    for number, record in enumerate(records):
        if isinstance(record, StoreHead):
            total = max(1, record.records)
        if number % 256 == 0 or number == total:
            progress(type(record).__name__.removesuffix("Record").lower(), number / total)
        yield record
