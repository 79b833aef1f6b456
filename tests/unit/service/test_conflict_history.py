"""What a reader is told of a conflict's past: nothing that hangs on a member which the reader may not read."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from contract.conflicts import ConflictEntry, ConflictMember, EntryKind
from contract.evidence import Resolution
from contract.records import Datatype, Literal
from service.inbox.history import Happened, events, open_since

A, B, C = (
    ConflictMember(name, name, name, Literal(Datatype.NUMBER, value, raw=value))
    for name, value in (("a", "1"), ("b", "2"), ("c", "3"))
)


def entry(at: int, kind: EntryKind, *members: ConflictMember, by: str = "", over: bool = False) -> ConflictEntry:
    resolution = Resolution.DISJOINT if over else Resolution.UNRESOLVED
    return ConflictEntry("id", "s", "p", kind, by, members, resolution, known_at=at)


def told(*entries: ConflictEntry) -> list[Happened]:
    return [event.what for event in events(entries, Datatype.NUMBER)]


def test_a_decision_is_over_when_its_members_change() -> None:
    entries = [
        entry(1, EntryKind.FOUND, A, B),
        entry(2, EntryKind.RESOLVED, A, B, by="ana"),
        entry(3, EntryKind.FOUND, A, B),
        entry(4, EntryKind.FOUND, A, B, C),
        entry(5, EntryKind.FOUND, A, C),
        entry(6, EntryKind.FOUND, A, C, over=True),
        entry(7, EntryKind.FOUND, A, B),
    ]
    assert told(*entries) == ["found", "resolved", "reopened", "changed", "closed", "changed"]
    assert open_since(events(entries, Datatype.NUMBER)) == 7
    assert open_since(events(entries[:4], Datatype.NUMBER)) == 4


@given(st.lists(st.tuples(st.sets(st.sampled_from([A, B, C]), min_size=1), st.booleans()), max_size=8))
@settings(max_examples=200, deadline=None)
def test_a_hidden_member_leaves_no_sign(steps: list[tuple[set[ConflictMember], bool]]) -> None:
    """The entries as they are with C hidden tell what they would tell if C had never been; without it, a look that would
    have found nothing new was not kept."""
    with_it, without, last = [], [], None
    for at, (members, over) in enumerate(steps):
        seen = sorted((each for each in members if each is not C), key=lambda each: each.fact_id)
        hidden = len(seen) < len(members)
        made = entry(at, EntryKind.FOUND, *seen, over=over)
        if seen:
            with_it.append(replace(made, resolution=None if hidden and not over else made.resolution))
        kept = (seen, over)
        if seen and kept != last:
            without.append(made)
            last = kept
    assert events(with_it, Datatype.NUMBER) == events(without, Datatype.NUMBER)
