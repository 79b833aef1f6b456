"""The conflict ladder: which statements on one proposition stand, by which rule. Pure.

Each rung removes members and hands on the rest; every removed member keeps the rule that removed it, and the resolution
is the rung that left one value. The newer start alone decides nothing between two sources.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from contract.evidence import Abstention, Behavior, Removed, Resolution
from contract.policy import PredicateRule
from contract.records import Authority, Literal
from contract.time import Instant, Interval
from language.values import is_sum_of_money, more_precise, same

Qualifiers = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Member:
    """One statement of a value. ``authority`` is the source's now (a live copy past its age is ``GOVERNING``).

    ``readable`` is False for one that the reader may not see: it can only supersede.
    """

    id: str
    value: Literal
    source_type: str
    authority: Authority
    valid: Interval = Interval()
    qualifiers: Qualifiers = field(default_factory=dict)
    readable: bool = True


@dataclass(frozen=True, slots=True)
class Edge:
    """One member supersedes another. ``human``: a person said so, which ends whatever the authorities."""

    newer: str
    older: str
    human: bool = False


@dataclass(frozen=True, slots=True)
class Recorded:
    """A person's resolution: ``stands`` of exactly the values ``over``."""

    stands: Literal
    over: tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Which members stand, which rung removed which, and what the answer may do. ``resolution`` None: no conflict."""

    stands: tuple[Member, ...]
    removed: tuple[Removed, ...] = ()
    resolution: Resolution | None = None
    behavior: Behavior = Behavior.ANSWER
    abstained: Abstention | None = None


@dataclass(frozen=True, slots=True)
class _State:
    left: tuple[Member, ...]
    removed: tuple[Removed, ...] = ()

    def without(self, gone: Iterable[str], rule: Resolution) -> _State:
        lost = frozenset(gone)
        named = tuple(Removed(member.id, rule) for member in self.left if member.id in lost)
        return _State(tuple(member for member in self.left if member.id not in lost), (*self.removed, *named))


def resolve(
    members: Sequence[Member],
    rule: PredicateRule,
    at: Instant,
    *,
    edges: Sequence[Edge] = (),
    asked: Qualifiers | None = None,
    live: Member | None = None,
    read_failed: bool = False,
    recorded: Sequence[Recorded] = (),
) -> Outcome:
    """Climb the ladder for the members of one subject and predicate at one instant.

    ``live`` is the read of the system of record if one was made, ``read_failed`` that it was needed and gave nothing.
    The order of the members decides nothing.
    """
    asked = asked or {}
    present = [member for member in (*members, *((live,) if live else ())) if at in member.valid]
    state = _superseded(present, rule, edges)
    conflict = rule.cardinality == "one" and not _agree(_visible(present, state), rule)
    settled = conflict and _agree(state.left, rule)
    state = state.without((m.id for m in state.left if _contradicts(m, asked)), Resolution.SCOPE)
    if not conflict or settled:
        return _settled(state, Resolution.SUPERSEDED if settled else None, read_failed)
    return decided(_climb(state, rule, asked, live, read_failed), rule, recorded)


def decided(outcome: Outcome, rule: PredicateRule, recorded: Sequence[Recorded]) -> Outcome:
    """The rung of what people chose: the first resolution that is over exactly the values that no other rung told apart.

    One over other values, of which some have gone or to which new ones have come, says nothing.
    """
    if outcome.resolution is not Resolution.UNRESOLVED or outcome.abstained is Abstention.LIVE_READ_FAILED:
        return outcome
    values = [member.value for member in outcome.stands]
    chosen = next((each.stands for each in recorded if _alike(values, each.over, rule)), None)
    if chosen is None or not _among(chosen, values, rule):
        return outcome
    state = _State(outcome.stands, outcome.removed)
    state = state.without((m.id for m in state.left if not same(m.value, chosen, rule.datatype)), Resolution.HUMAN)
    return Outcome(state.left, state.removed, Resolution.HUMAN) if _agree(state.left, rule) else outcome


def governs(member: Member, rule: PredicateRule) -> bool:
    """Whether the member's type governs the predicate; where none is named, any governing or live type does."""
    if rule.governed_by:
        return member.source_type in rule.governed_by
    return member.authority >= Authority.GOVERNING


def standing(member: Member, rule: PredicateRule) -> tuple[bool, Authority]:
    """The member's authority for this predicate; greater is higher."""
    return governs(member, rule), member.authority


def most_precise(stands: Sequence[Member]) -> Member:
    """Of members that agree, the one that answers: the most precise, else the first."""
    best = stands[0]
    for member in stands[1:]:
        if more_precise(member.value, best.value):
            best = member
    return best


def _climb(
    state: _State,
    rule: PredicateRule,
    asked: Qualifiers,
    live: Member | None,
    read_failed: bool,
) -> Outcome:
    """The rungs from scope on, over members that supersession left in conflict."""
    if _agree(state.left, rule):
        return _settled(state, Resolution.SCOPE, read_failed)
    state = state.without(_wider(state.left, rule, asked), Resolution.SCOPE)
    if _agree(state.left, rule):
        return _settled(state, Resolution.SCOPE, read_failed)
    if _side_by_side(state.left, rule, asked) and not read_failed:
        return Outcome(state.left, state.removed, Resolution.SCOPE, Behavior.SHOW_BOTH)
    if read_failed:
        return _settled(state, Resolution.UNRESOLVED, read_failed)
    rungs: tuple[tuple[Resolution, Callable[[tuple[Member, ...]], list[str]]], ...] = (
        (Resolution.LIVE, lambda left: _not_live(left, rule, live)),
        (Resolution.GOVERNS, lambda left: _not_governing(left, rule)),
    )
    for resolution, gone in rungs:
        state = state.without(gone(state.left), resolution)
        if _agree(state.left, rule):
            return _settled(state, resolution, read_failed)
        if _side_by_side(state.left, rule, asked):
            return Outcome(state.left, state.removed, Resolution.SCOPE, Behavior.SHOW_BOTH)
    if _only_currencies_differ(state.left, rule):
        return Outcome(state.left, state.removed, Resolution.UNRESOLVED, Behavior.SHOW_BOTH)
    return _declined(state, Resolution.UNRESOLVED, Abstention.UNRESOLVED_CONFLICT)


def _settled(state: _State, resolution: Resolution | None, read_failed: bool) -> Outcome:
    if read_failed:
        return _declined(state, resolution, Abstention.LIVE_READ_FAILED)
    if not state.left:
        return _declined(state, None, Abstention.NO_EVIDENCE)
    return Outcome(state.left, state.removed, resolution)


def _declined(state: _State, resolution: Resolution | None, why: Abstention) -> Outcome:
    return Outcome(state.left, state.removed, resolution, Behavior.ABSTAIN, why)


# -- the rungs ------------------------------------------------------------------------------------------------------
def _superseded(present: Sequence[Member], rule: PredicateRule, edges: Sequence[Edge]) -> _State:
    """Members whose superseder is valid now are out. What a hidden one retires leaves no sign of why.

    An edge stated by a source of less authority for the predicate does not end, nor do edges that form a cycle.
    """
    by_id = {member.id: member for member in present}
    ends = [edge for edge in edges if edge.newer in by_id and edge.older in by_id and _ends(edge, by_id, rule)]
    acyclic = [edge for edge in ends if edge.newer not in _reached(edge.older, ends)]
    retired = {edge.older for edge in acyclic}
    shown = {edge.older for edge in acyclic if by_id[edge.newer].readable}
    visible = tuple(member for member in present if member.readable and member.id not in retired - shown)
    return _State(visible).without(shown, Resolution.SUPERSEDED)


def _ends(edge: Edge, by_id: Mapping[str, Member], rule: PredicateRule) -> bool:
    return edge.human or standing(by_id[edge.newer], rule) >= standing(by_id[edge.older], rule)


def _reached(start: str, edges: Sequence[Edge]) -> set[str]:
    """What ``start`` supersedes, directly or not."""
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        at = waiting.pop()
        for edge in edges:
            if edge.newer == at and edge.older not in reached:
                reached.add(edge.older)
                waiting.append(edge.older)
    return reached


def _visible(present: Sequence[Member], state: _State) -> tuple[Member, ...]:
    shown = {member.id for member in state.left} | {removed.member for removed in state.removed}
    return tuple(member for member in present if member.id in shown)


def _contradicts(member: Member, asked: Qualifiers) -> bool:
    return any(name in asked and asked[name] != value for name, value in member.qualifiers.items())


def _wider(left: Sequence[Member], rule: PredicateRule, asked: Qualifiers) -> list[str]:
    """Members that a narrower one of the asked scope speaks for, if its authority is not lower."""
    return [
        wide.id
        for wide in left
        if any(_narrower(narrow, wide, asked) and standing(narrow, rule) >= standing(wide, rule) for narrow in left)
    ]


def _narrower(narrow: Member, wide: Member, asked: Qualifiers) -> bool:
    inner, outer = set(narrow.qualifiers.items()), set(wide.qualifiers.items())
    return outer < inner and all(name in asked for name, _ in inner - outer)


def _side_by_side(left: Sequence[Member], rule: PredicateRule, asked: Qualifiers) -> bool:
    """Members of one authority in scopes that the question does not tell apart, with one value a scope."""
    scopes: dict[tuple[tuple[str, str], ...], list[Member]] = {}
    for member in left:
        scope = tuple(sorted((name, value) for name, value in member.qualifiers.items() if name not in asked))
        scopes.setdefault(scope, []).append(member)
    alike = len({standing(member, rule) for member in left}) == 1
    return alike and len(scopes) > 1 and all(_agree(inside, rule) for inside in scopes.values())


def _not_live(left: Sequence[Member], rule: PredicateRule, live: Member | None) -> list[str]:
    if live is None or live not in left:
        return []
    return [member.id for member in left if not same(member.value, live.value, rule.datatype)]


def _not_governing(left: Sequence[Member], rule: PredicateRule) -> list[str]:
    governing = [member for member in left if governs(member, rule)]
    if not governing:
        return []
    highest = max(member.authority for member in governing)
    kept = {member.id for member in governing if member.authority == highest}
    return [member.id for member in left if member.id not in kept]


# -- values ---------------------------------------------------------------------------------------------------------
def _agree(members: Sequence[Member], rule: PredicateRule) -> bool:
    """Whether all values can be exact together: every pair of them agrees."""
    return all(same(a.value, b.value, rule.datatype) for a, b in combinations(members, 2))


def _among(value: Literal, values: Iterable[Literal], rule: PredicateRule) -> bool:
    return any(same(value, other, rule.datatype) for other in values)


def _alike(values: Sequence[Literal], others: Sequence[Literal], rule: PredicateRule) -> bool:
    """Whether two lists hold the same values: each of the one agrees with one of the other."""
    return all(_among(each, others, rule) for each in values) and all(_among(each, values, rule) for each in others)


def _only_currencies_differ(left: Sequence[Member], rule: PredicateRule) -> bool:
    """Whether members that differ are sums of money in different currencies, which do not compare."""
    if not all(is_sum_of_money(member.value) for member in left):
        return False
    return all(a.value.unit != b.value.unit or same(a.value, b.value, rule.datatype) for a, b in combinations(left, 2))


def aged(authority: Authority, fresh: bool) -> Authority:
    """The authority of a stored copy: a live source's counts as live only within its allowed age."""
    return Authority.GOVERNING if authority is Authority.LIVE and not fresh else authority
