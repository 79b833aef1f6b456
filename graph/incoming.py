"""What every store checks of a stream of records before and while it takes them in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from contract.errors import StoreMismatch
from contract.portable import Record, StoreHead

MEND = "check the store that it came from (`vigente store check`) and take another backup"


def begun(records: Iterable[Record], model: str, dimension: int) -> tuple[StoreHead, Iterator[Record]]:
    """The head and what follows. ``StoreMismatch`` for a stream without a head, or of another embedder."""
    coming = iter(records)
    head = next(coming, None)
    if not isinstance(head, StoreHead):
        raise StoreMismatch(f"what is to be loaded does not begin with the head of a store: {MEND}")
    if (head.model, head.dimension) != (model, dimension):
        raise StoreMismatch(
            f"the vectors were made by {head.model} with {head.dimension} dimensions and the embedder is {model} with "
            f"{dimension}: set the embedder back"
        )
    return head, coming


def ended(head: StoreHead, count: int) -> int:
    """How many records came. ``StoreMismatch`` where the head announced another number."""
    if count != head.records:
        raise StoreMismatch(f"{count:,} records came where {head.records:,} were announced: {MEND}")
    return count


def occupied() -> StoreMismatch:
    return StoreMismatch("the store is not empty: give the address of a new one")


def misplaced(record: Record) -> StoreMismatch:
    return StoreMismatch(f"a {type(record).__name__} stands where none belongs: {MEND}")


def adrift(record: Record) -> StoreMismatch:
    return StoreMismatch(f"a {type(record).__name__} names what did not come before it: {MEND}")


def contradicting(record: Record, error: Exception) -> StoreMismatch:
    return StoreMismatch(f"a {type(record).__name__} contradicts what came before it ({error}): {MEND}")
