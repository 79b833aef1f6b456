"""Random histories of a tenant, as strategies, and how they are told to a store."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from hypothesis import strategies as st

from contract.access import Audience
from contract.errors import NotFound
from contract.history import Act, ActKind, Polarity, Put
from contract.records import Commit, RevisionDraft
from contract.store import Store
from contract.time import DAY, Instant, iso, parse
from tests.store.drafts import draft, embedded

FIRST = parse("2025-01-01")
DAYS = 12
URIS = ("policy", "law/1", "law/2", "note")
STANDING = "law/2"
SECTIONS = ("art-1", "art-2")
_WORDS = ("refund", "policy", "New York", "window", "spark-44581", "Order", "año", "days")
_NAMES = {"policy": "Refund Policy", "law/1": "New York", "law/2": "New York Times", "note": "Order"}
_ENDS = ("New York", "New York Times", "Order", "Acme SA", "Acme S.A.")  # the last two are one
_AUDIENCES = (Audience(), Audience(), Audience(2), Audience(0, frozenset({"board"})))

days = st.integers(0, DAYS)
dates = st.none() | days
texts = st.lists(st.sampled_from(_WORDS), min_size=2, max_size=6).map(" ".join)


@dataclass(frozen=True)
class Told:
    """One upload; days count from the first."""

    uri: str
    sections: tuple[tuple[str, tuple[str, ...]], ...]
    valid_from: int | None
    lasts: int | None
    observed_at: int | None
    label: str | None
    audience: Audience
    acts: tuple[Act, ...]
    named: bool
    fact: str | None
    leads: str | None = None  # to which thing a fact about the source's leads


@dataclass(frozen=True)
class Gone:
    uri: str
    purge: bool


@dataclass(frozen=True)
class Undone:
    which: int


Step = Told | Gone | Undone

acts = st.builds(
    Act,
    kind=st.sampled_from(ActKind),
    target=st.sampled_from((*URIS, "elsewhere")),
    section=st.none() | st.sampled_from(SECTIONS),
    effective=dates.map(lambda day: None if day is None else FIRST + day * DAY),
    polarity=st.sampled_from([Polarity.ASSERTED] * 4 + [Polarity.NEGATED]),
    by=st.sampled_from((None, None, *URIS)),
)
tellings = st.builds(
    Told,
    uri=st.sampled_from(URIS),
    sections=st.lists(
        st.tuples(st.sampled_from(SECTIONS), st.lists(texts, min_size=1, max_size=2).map(tuple)),
        min_size=1,
        max_size=2,
        unique_by=lambda each: each[0],
    ).map(tuple),
    valid_from=dates,
    lasts=st.none() | st.integers(1, DAYS),
    observed_at=dates,
    label=st.sampled_from((None, None, "1.0", "2.0")),
    audience=st.sampled_from(_AUDIENCES),
    acts=st.lists(acts, max_size=2).map(tuple),
    named=st.booleans(),
    fact=st.none() | st.sampled_from(("14 days", "30 days")),
    leads=st.none() | st.sampled_from(_ENDS),
)
again = st.integers(0, 5)
steps = st.lists(
    st.one_of(tellings, tellings, tellings, again, st.builds(Gone, st.sampled_from(URIS), st.booleans()),
              st.builds(Undone, st.integers(0, 9))),
    min_size=2, max_size=9,
).map(lambda drawn: tuple(_repeated(drawn)))  # fmt: skip


def _repeated(drawn: list[Told | Gone | Undone | int]) -> Iterator[Step]:
    """A number stands for an earlier upload, told again."""
    told: list[Told] = []
    for each in drawn:
        step = each if not isinstance(each, int) else (told[each % len(told)] if told else None)
        if isinstance(step, Told):
            told.append(step)
        if step is not None:
            yield step


def tell(store: Store, tenant: str, history: Sequence[Step]) -> Iterator[object]:
    """Apply the steps, one a day; what each came to."""
    for day, step in enumerate(history):
        try:
            if isinstance(step, Undone):
                put = [event.revision_id for event in store.history(tenant) if isinstance(event, Put)]
                done = store.undo(tenant, put[step.which % len(put)] if put else "none", FIRST + day * DAY)
            else:
                done = apply(store, tenant, step, FIRST + day * DAY)
            yield (done.known_at, done.outcome, done.revision_id, done.superseded, done.dangling, done.cycles)
        except NotFound:
            yield "not found"


def apply(store: Store, tenant: str, step: Told | Gone, at: Instant) -> Commit:
    """One upload or deletion. ``NotFound`` where there is nothing to delete."""
    if isinstance(step, Gone):
        return store.delete(tenant, step.uri, at, purge=step.purge)
    made = drafted(tenant, step)
    return store.commit(made, embedded(made, store), at)


def tell_timed(
    store: Store, tenant: str, timed: Sequence[tuple[Instant, Step]], apart: Container[int] = ()
) -> list[str]:
    """Apply steps at their instants; the revisions that were uploaded, none for the same one told twice. An undo counts none of
    those ``apart``, by place."""
    uploaded: list[str] = []
    counted: list[str] = []
    for place, (at, step) in enumerate(timed):
        with suppress(NotFound):
            if isinstance(step, Undone):
                store.undo(tenant, counted[step.which % len(counted)] if counted else "none", at)
                continue
            known = len(store.history(tenant))
            apply(store, tenant, step, at)
            new = store.history(tenant)[known:]
            fresh = [event.revision_id for event in new if isinstance(event, Put)]
            uploaded += fresh
            counted += [] if place in apart else fresh
    return uploaded


def name_of(uri: str) -> str:
    """The name that a source defines where it defines one; several may define the same."""
    return _NAMES.get(uri, "Order")


def drafted(tenant: str, step: Told) -> RevisionDraft:
    start = step.valid_from if step.valid_from is not None else step.observed_at or 0
    first = step.sections[0][0]
    facts = [("Refund", "window", step.fact)] if step.fact else []
    last = [f"{name_of(step.uri)} {step.fact or ''}", *([f"It leads to {step.leads}."] if step.leads else [])]
    sections = {name: [*parts, *last] if name == first else list(parts) for name, parts in step.sections}
    return draft(
        step.uri,
        sections,
        tenant=tenant,
        names={name_of(step.uri): name_of(step.uri)} if step.named else None,
        facts=facts,
        leads=[(name_of(step.uri), "leads_to", step.leads)] if step.leads else (),
        acts=step.acts,
        valid_from=_day(step.valid_from),
        valid_to=_day(None if step.lasts is None else start + step.lasts),
        observed_at=_day(step.observed_at),
        label=step.label,
        audience=step.audience,
        standing=step.uri == STANDING,
        title=f"About {step.uri}",
    )


def _day(day: int | None) -> str | None:
    return None if day is None else iso(FIRST + day * DAY)
