"""What is in force when: the normal form, as a pure function of what is known.

Rule by rule: ``revisions`` has 1 (live) and 2 (corrections, sightings), ``nullity`` has 3 (void), ``acts`` has 4 (what
sources do to one another); 5 (which revision decides at each time) and the whole are here. No store and no clock. The
order in which things became known matters only between corrections, and around tombstones and undos.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from contract.history import Act, ActKind, Derived, Event, Hold, Put, Standing, Supersession, SupersessionKind
from contract.time import Instant, Interval
from graph.acts import Done, Retirement, asserted, done, retirements, tied_by
from graph.called import Called, called
from graph.cycles import cycles, edges, reachable, reverse
from graph.intervals import Intervals, meet, minus, union
from graph.nullity import resolve
from graph.revisions import Corrected, Known, Line, corrected, lines, live, sightings


@dataclass(frozen=True, slots=True)
class Settled:
    """What rules 1 to 4 make of a history; nothing in it depends on the valid time asked.

    ``left`` are the lines as rules 1 to 3 leave them. ``voided`` pairs the acts that void with each revision they hit.
    """

    live: tuple[Known, ...]
    corrected: tuple[Corrected, ...]
    sightings: Mapping[Known, Known]
    voided: tuple[tuple[Done, Known], ...]
    left: tuple[Line, ...]
    acts: tuple[Done, ...]
    cycles: tuple[tuple[str, ...], ...]
    names: Called


@dataclass(frozen=True, slots=True)
class Candidates:
    """Rule 5 in one line: when each revision has the latest start, and who follows whom, as (older, newer) pairs."""

    valid: Mapping[Known, Intervals]
    successions: frozenset[tuple[Known, Known]]


def derive(history: Sequence[Event], known_at: Instant, sources: Collection[str] | None = None) -> Derived:
    """All that follows from the events known at ``known_at``; events known at one instant count in the order given.

    With ``sources`` only what concerns these is given: their revisions and holds, the edges that end them, the cycles
    they are in, what their acts name that is not here. The whole history is read all the same.
    """
    log = sorted((event for event in history if event.known_at <= known_at), key=lambda event: event.known_at)
    families = frozenset(event.source for event in log if isinstance(event, Standing))
    puts = [event for event in log if isinstance(event, Put)]
    settled = settle(log, families)

    concerned = families.union(put.source for put in puts) if sources is None else frozenset(sources)
    left = [line for line in settled.left if line[0].source in concerned]
    retiring = retirements(settled.acts)
    decided = [decide(line, retiring.get(line[0].source, ())) for line in left]
    superseded = set(_settled_supersessions(settled, concerned)).union(*(edges for _, edges in decided))
    order = _order(left)
    return Derived(
        holds=tuple(hold for holds, _ in decided for hold in holds),
        supersessions=tuple(sorted(superseded, key=_by_revisions)),
        withdrawn=frozenset(put.revision_id for put in puts if put.source in concerned).difference(
            revision.id for revision in settled.live
        ),
        sightings={again.id: first.id for again, first in settled.sightings.items() if again.source in concerned},
        heads={family: order.get(family, ()) for family in sorted(families & concerned)},
        cycles=tuple(cycle for cycle in settled.cycles if not concerned.isdisjoint(cycle)),
        dangling=_dangling(left, settled.names),
        left=order,
    )


def settle(log: Sequence[Event], families: Collection[str]) -> Settled:
    """Rules 1 to 4, in their order. The log is in order and ends at what is known."""
    alive = live(log)
    corrections = tuple(corrected(line) for line in lines(alive, families))
    seen = {again: first for each in corrections for again, first in sightings(each.standing).items()}
    starts = [[revision for revision in each.standing if revision not in seen] for each in corrections]
    names = called(revision.put for revision in alive)
    nullities = [act for act in done(_by_source(starts), names) if act.act.kind is ActKind.NULLITY]
    resolution = resolve((nullity.doer.source, nullity.act.target) for nullity in nullities)
    left = tuple(line for line in starts if line[0].source not in resolution.void)
    voided = tuple(
        (nullity, revision)
        for line in starts
        if line[0].source in resolution.void
        for nullity in nullities
        if nullity.act.target == line[0].source and nullity.doer.source not in resolution.void
        for revision in line
    )
    acts = done(_by_source(left), names)
    rings = (*resolution.cycles, *_cycles_of_supersession(acts))
    return Settled(alive, corrections, seen, voided, left, acts, rings, names)


def decide(line: Line, on_source: Sequence[Retirement]) -> tuple[list[Hold], set[Supersession]]:
    """When each revision of a line is in force, and what ends it or keeps it from being so."""
    found = candidates(line)
    superseded = {_edge(newer, older, "revision", newer.start) for older, newer in found.successions}
    holds: list[Hold] = []
    for revision in line:
        concerning = [retirement for retirement in on_source if retirement.concerns(revision)]
        holds += _holds(revision, found.valid[revision], concerning)
        superseded.update(_retired(revision, found.valid[revision], concerning))
    return holds, superseded


def candidates(line: Line) -> Candidates:
    """Rule 5: at each time the latest start among those begun and not ended. No start is shared; the line is by start."""
    dated = [revision for revision in line if not revision.valid.empty]
    starting = {revision.start: revision for revision in dated}
    ends = {revision.valid.end for revision in dated}
    valid: dict[Known, list[Interval]] = {revision: [] for revision in line}
    successions: set[tuple[Known, Known]] = set()
    running: list[Known] = []
    for at, until in pairwise(sorted(ends.union(starting))):
        if at in ends:
            running = [revision for revision in running if revision.valid.end > at]
            successions.update(pairwise(running))
        if at in starting:
            successions.update((older, starting[at]) for older in running[-1:])
            running.append(starting[at])
        if running:
            valid[running[-1]].append(Interval(at, until))
    return Candidates({revision: union(spans) for revision, spans in valid.items()}, frozenset(successions))


def affected(history: Iterable[Event], source: str) -> frozenset[str]:
    """The sources whose derivation may change when something about ``source`` becomes known, itself included.

    All that acts tie to it, however indirectly and in either direction.
    """
    tied = edges(
        (put.source, other) for put in history if isinstance(put, Put) for other in tied_by(put.acts, put.source)
    )
    both_ways = {name: ends | starts for (name, ends), starts in zip(tied.items(), reverse(tied).values(), strict=True)}
    return reachable(source, both_ways)


def in_force(derived: Derived, source: str, valid_at: Instant) -> tuple[str, ...]:
    """The revisions of a source that hold at ``valid_at``, head first; more than one only in a standing family."""
    return section_in_force(derived, source, None, valid_at)


def section_in_force(derived: Derived, source: str, section: str | None, valid_at: Instant) -> tuple[str, ...]:
    """The revisions of a source whose section of this name holds at ``valid_at``, head first; None is the whole."""
    order = derived.left.get(source, ())
    of_source = frozenset(order)
    holding = {
        hold.revision_id
        for hold in derived.holds
        if hold.section == section and hold.revision_id in of_source and valid_at in hold.valid
    }
    return tuple(revision_id for revision_id in order if revision_id in holding)


def _holds(revision: Known, candidate: Intervals, concerning: Iterable[Retirement]) -> Iterator[Hold]:
    """The whole holds where it is the candidate and no act retired it; a listed section where no act on it did either."""
    retired: dict[str | None, list[Interval]] = defaultdict(list)
    for retirement in concerning:
        retired[retirement.done.act.section].extend(retirement.valid)
    whole = minus(candidate, union(retired[None]))
    for valid in whole:
        yield Hold(revision.id, None, valid)
    for section in dict.fromkeys(revision.put.sections):
        for valid in minus(whole, union(retired[section])) if section in retired else whole:
            yield Hold(revision.id, section, valid)


def _retired(revision: Known, candidate: Intervals, concerning: Iterable[Retirement]) -> Iterator[Supersession]:
    """An edge for each act that bites while the revision, or the section it lists, would otherwise hold."""
    for retirement in concerning:
        act, valid = retirement.done.act, retirement.done.valid
        if (act.section is None or act.section in revision.put.sections) and meet(candidate, retirement.valid):
            yield _edge(retirement.done.doer, revision, act.kind.value, valid.start, act, act.section)


def _settled_supersessions(settled: Settled, concerned: Collection[str]) -> Iterator[Supersession]:
    """Corrections and nullities: what they end never held, so the edge is effective from its start.

    A copy that corrects is no revision of its own: what was seen again then stands where the corrected one would.
    """
    for each in settled.corrected:
        for standing, older in each.corrections:
            if older.source in concerned:
                newer = settled.sightings.get(standing, standing)
                yield _edge(newer, older, "correction", older.start)
    for nullity, older in settled.voided:
        if older.source in concerned:
            yield _edge(nullity.doer, older, "nullity", older.start, nullity.act)


def _edge(
    newer: Known, older: Known, rule: str, effective: Instant, act: Act | None = None, section: str | None = None
) -> Supersession:
    kind = SupersessionKind.REVISION
    if newer.source != older.source:
        kind = SupersessionKind.STATED if act and act.cue else SupersessionKind.DECLARED
    return Supersession(newer.id, older.id, kind, effective, rule, section)


def _by_revisions(edge: Supersession) -> tuple[str, str, str, str, Instant]:
    return edge.older, edge.newer, edge.rule, edge.section or "", edge.effective


def _cycles_of_supersession(acts: Iterable[Done]) -> Iterator[tuple[str, ...]]:
    """Sources that repeal or replace one another whole, in a ring."""
    whole = (
        (each.doer.source, each.act.target)
        for each in acts
        if each.act.section is None and each.act.kind in (ActKind.REPEAL, ActKind.REPLACE)
    )
    return (tuple(sorted(cycle)) for cycle in sorted(cycles(edges(whole)), key=sorted))


def _dangling(left: Iterable[Line], names: Called) -> frozenset[str]:
    """What the acts of these revisions name, as target or as the one that acts, and that nothing here is for sure."""
    acts = (act for line in left for revision in line for act in asserted(revision.put.acts, revision.source, names))
    named = {source for act in acts for source in (act.target, act.by) if source is not None}
    return frozenset(named.difference(names.here))


def _order(left: Iterable[Line]) -> dict[str, tuple[str, ...]]:
    """By source its revisions, in the order of their lines, in each the latest start first."""
    order: dict[str, tuple[str, ...]] = {}
    for line in left:
        ids = tuple(revision.id for revision in reversed(line))
        order[line[0].source] = order.get(line[0].source, ()) + ids
    return order


def _by_source(found: Iterable[Line]) -> dict[str, list[Known]]:
    by_source: dict[str, list[Known]] = defaultdict(list)
    for line in found:
        by_source[line[0].source].extend(line)
    return by_source
