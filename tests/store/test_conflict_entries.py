"""Entries of conflicts: added at a commit, known from then on, and told to who may read what they name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from contract.access import Audience, Principal
from contract.conflicts import ConflictEntry, ConflictMember, EntryKind, conflict_id
from contract.errors import NotFound
from contract.evidence import Resolution
from contract.records import Datatype, Literal
from contract.store import Store
from contract.time import parse
from tests.store.drafts import TENANT, draft, put, view

ABOUT = (conflict_id(TENANT, "pool", "age"), "pool", "age")
STAFF = Principal(TENANT, "s", 2)
VALUES = {name: Literal(Datatype.NUMBER, str(age), raw=f"{age}") for name, age in (("a", 10), ("b", 12), ("c", 14))}


def members(store: Store) -> dict[str, ConflictMember]:
    """Two sources for everyone and one for the staff, each with its value."""
    made = {}
    for name, audience in (("a", Audience()), ("b", Audience()), ("c", Audience(2))):
        commit = put(store, draft(name, f"age of {name}", valid_from="2025-01-01", audience=audience))
        made[name] = ConflictMember(commit.revision_id, f"p{name}", f"f{name}", VALUES[name])
    return made


def entry(kind: EntryKind, *of: ConflictMember, **more: object) -> ConflictEntry:
    return replace(ConflictEntry(*ABOUT, kind, members=of), **more)  # type: ignore[arg-type]


def test_entries_come_back_as_they_went_in_and_from_when_they_were_known(store: Store) -> None:
    of = members(store)
    found = entry(EntryKind.FOUND, of["a"], replace(of["b"], rule=Resolution.GOVERNS), resolution=Resolution.GOVERNS)
    chosen = entry(EntryKind.RESOLVED, of["a"], of["b"], by="ana", chosen=VALUES["a"], note="the sign is old")
    store.record_conflicts(TENANT, [found, chosen], parse("2026-02-01"))
    store.record_conflicts(TENANT, [entry(EntryKind.NOTED, of["a"], by="luis", note="«¿seguro?»")], parse("2026-03-01"))
    seen = view(store).conflict_entries([ABOUT[0]])
    assert [replace(each, known_at=0, number=0) for each in seen[:2]] == [found, chosen]
    assert [each.known_at for each in seen] == [parse("2026-02-01")] * 2 + [parse("2026-03-01")]
    assert [each.number for each in seen] == [4, 4, 5]
    assert view(store).conflict_entries() == seen
    assert len(view(store, known_at="2026-02-15").conflict_entries()) == 2
    assert view(store, known_at="2026-01-15").conflict_entries() == ()
    assert view(store).conflict_entries([]) == view(store).conflict_entries(["another"]) == ()
    assert view(store, reader=Principal("other")).conflict_entries([ABOUT[0]]) == ()
    with pytest.raises(NotFound, match="nobody"):
        store.record_conflicts("nobody", [found], parse("2026-03-02"))


def test_what_a_reader_may_not_read_leaves_no_sign(store: Store) -> None:
    of = members(store)
    whole = entry(
        EntryKind.FOUND, of["a"], of["b"], replace(of["c"], rule=Resolution.GOVERNS), resolution=Resolution.GOVERNS
    )
    chosen = entry(EntryKind.RESOLVED, of["a"], of["c"], by="ana", chosen=VALUES["c"])
    store.record_conflicts(TENANT, [whole, chosen, entry(EntryKind.FOUND, of["c"])], parse("2026-02-01"))
    (told,) = view(store).conflict_entries()
    assert told.members == (of["a"], of["b"])
    assert told.resolution is None
    assert len(view(store, reader=STAFF).conflict_entries()) == 3


def test_a_withdrawn_value_is_not_told_and_a_purged_one_is_gone(store: Store) -> None:
    of = members(store)
    entries = [entry(EntryKind.FOUND, of["a"], of["b"]), entry(EntryKind.NOTED, of["a"], of["b"], note="b is wrong")]
    store.record_conflicts(TENANT, entries, parse("2026-02-01"))
    store.delete(TENANT, "b", parse("2026-02-02"))
    found, noted = view(store).conflict_entries()
    assert found.members == (of["a"], replace(of["b"], value=None))
    assert noted.note == "b is wrong"
    assert view(store, known_at="2026-02-01").conflict_entries()[0].members == (of["a"], of["b"])
    store.delete(TENANT, "b", parse("2026-02-03"), purge=True)
    found, noted = view(store, known_at="2026-02-01").conflict_entries()
    assert [each.value for each in found.members] == [None, None]
    assert noted.note == ""
    assert not any("b is wrong" in repr(record) for record in store.dump())
