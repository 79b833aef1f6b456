"""Conflicts on what the question asks for: each proposition climbs the ladder, and what a rung removed is held back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from assembly.authority import held
from assembly.decisions import decidable, with_choices
from assembly.ladder import Edge, Member, Outcome, aged, resolve
from assembly.live import must_be_read, read_of
from assembly.state import AssemblyRequest, Item, Proposition, State, declined, passed
from assembly.superseded import retired
from contract.conflicts import conflict_id
from contract.evidence import (
    Abstention,
    Behavior,
    ConflictSet,
    HeldBack,
    Observation,
    Reason,
    Removed,
    Resolution,
    Stated,
)
from contract.records import Authority
from contract.time import SECOND
from language.qualifiers import asked

_SEPARATOR = "/"


def without_conflict(request: AssemblyRequest, state: State) -> State:
    """Resolve every asked proposition. Members that a rung removed go, unless something else they state still stands.

    Where the question names the predicate an unresolved conflict declines the answer; where its words only suggest it,
    the answer shows what stands on either side.
    """
    kept = {item.id: item for item in state.items}
    sets: list[ConflictSet] = []
    stands: set[str] = set()
    removed: dict[str, Resolution] = {}
    for proposition in state.propositions:
        outcome = _outcome(request, proposition, kept)
        if outcome is None:
            continue
        found = _conflict_set(request, proposition, outcome)
        stands.update(found.stands)
        removed |= {each.member: each.rule for each in found.removed}
        sets.append(found)
    gone = {member: rule for member, rule in removed.items() if member in kept and member not in stands}
    overruled = {member: _overruling(request, member, kept, sets) for member in gone}
    state = passed(
        _in_their_place(state, overruled),
        "conflicts",
        {member: rule.value for member, rule in gone.items()},
        tuple(_held_back(kept[member], rule, overruled[member]) for member, rule in gone.items()),
        groups=[(each.conflict_id, each.resolution, len(each.members)) for each in sets],
    )
    state = replace(state, conflicts=tuple(each for each in sets if each.resolution is not None))
    return _decided(request, state, sets)


def _decided(request: AssemblyRequest, state: State, sets: Sequence[ConflictSet]) -> State:
    """What the conflicts together let the answer do. One that declines beside others that do not is shown on both sides."""
    reasons = [each.abstained for each in sets if each.abstained is not None]
    answered = {each.conflict_id for each in sets if each.abstained is None}
    if reasons and (request.decision is not None or not answered):
        return declined(state, reasons[0])
    if lack := _unstated(request, state):
        record = state.stages[-1]
        record = replace(record, detail={**record.detail, "unstated": lack})
        state = replace(state, stages=(*state.stages[:-1], record))
        if not decidable(request.decision, lack):
            return declined(state, Abstention.NO_EVIDENCE)
    conflicts = tuple(
        replace(each, behavior=Behavior.SHOW_BOTH, abstained=None) if each.abstained else each
        for each in state.conflicts
    )
    shown = any(each.behavior is Behavior.SHOW_BOTH for each in conflicts)
    return replace(state, conflicts=conflicts, behavior=Behavior.SHOW_BOTH if shown else state.behavior)


def _unstated(request: AssemblyRequest, state: State) -> list[str]:
    """A decision's needs for which no kept piece states a value."""
    said = {each.fact.predicate for item in state.items for each in item.facts}
    read = {name for item in state.items if item.observation for name in item.observation.values}
    return [
        need.name
        for need in (request.decision.needs if request.decision else ())
        if need.predicate not in (read if need.live else said | read)
    ]


def _outcome(request: AssemblyRequest, proposition: Proposition, kept: Mapping[str, Item]) -> Outcome | None:
    """The ladder over the statements whose passages are still here; None where nothing is stated."""
    least = proposition.need.least if proposition.need else Authority.INFORMAL
    members = [
        _member(request, proposition, each)
        for each in proposition.statements
        if each.at.passage.id in kept and kept[each.at.passage.id].authority >= least
    ]
    read = read_of(request, proposition)
    live = _live_member(read, proposition, request) if read else None
    if not members and live is None:
        return None
    outcome = with_choices(request, proposition, _resolved(request, proposition, members, live))
    if outcome.abstained is Abstention.UNRESOLVED_CONFLICT and not proposition.firm:
        return replace(outcome, behavior=Behavior.SHOW_BOTH, abstained=None)
    return outcome


def _resolved(
    request: AssemblyRequest, proposition: Proposition, members: list[Member], live: Member | None
) -> Outcome:
    """The ladder with what a source in force has superseded. That was retired already: if a rung would let it stand, because
    its superseder has less authority for the predicate, it is left out."""
    at, failed = request.valid_at, must_be_read(proposition) and live is None
    scope = _asked(request, proposition)
    ids = {member.id for member in members}
    pairs = [
        (_member(request, proposition, each.said), _member(request, proposition, each.by))
        for each in retired(request, proposition)
    ]
    pairs = [(older, newer) for older, newer in pairs if newer.id in ids]
    if pairs:
        edges = [Edge(newer.id, older.id) for older, newer in pairs]
        whole = [*members, *(older for older, _ in pairs)]
        outcome = resolve(whole, proposition.rule, at, edges=edges, asked=scope, live=live, read_failed=failed)
        if {member.id for member in outcome.stands} <= ids | ({live.id} if live else set()):
            return outcome
    return resolve(members, proposition.rule, at, asked=scope, live=live, read_failed=failed)


def _asked(request: AssemblyRequest, proposition: Proposition) -> dict[str, str]:
    """The scope that the question asks for, in the values that the proposition is stated for."""
    stated = [(dict(each.fact.qualifiers), each.at.revision.metadata.language) for each in proposition.statements]
    question = request.question
    return asked(dict(question.qualifiers), question.text, question.language, stated)


def _member(request: AssemblyRequest, proposition: Proposition, said: Stated) -> Member:
    metadata = said.at.revision.metadata
    seen = metadata.observed_at if metadata.observed_at is not None else said.at.revision.indexed_at
    fresh = request.valid_at - seen <= proposition.rule.max_age_seconds * SECOND
    return Member(
        id=_member_id(said),
        value=said.fact.object,
        source_type=metadata.source_type,
        authority=aged(metadata.authority, fresh),
        qualifiers=dict(said.fact.qualifiers),
    )


def _live_member(read: Observation, proposition: Proposition, request: AssemblyRequest) -> Member:
    source = request.policy.live_sources.get(read.source)
    kind = source.source_type if source else ""
    return Member(f"{read.id}{_SEPARATOR}", read.values[proposition.rule.name], kind, Authority.LIVE)


def _conflict_set(request: AssemblyRequest, proposition: Proposition, outcome: Outcome) -> ConflictSet:
    stands = _pieces(member.id for member in outcome.stands)
    removed = {_piece(each.member): each.rule for each in outcome.removed if _piece(each.member) not in stands}
    return ConflictSet(
        conflict_id=conflict_id(request.view.scope.tenant, proposition.subject_id, proposition.rule.name),
        subject=proposition.subject,
        predicate=proposition.rule.name,
        members=(*stands, *removed),
        stands=stands,
        removed=tuple(Removed(member, rule) for member, rule in removed.items()),
        resolution=outcome.resolution,
        behavior=outcome.behavior,
        abstained=outcome.abstained,
    )


def _pieces(members: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_piece(member) for member in members))


def _piece(member: str) -> str:
    """The passage or observation of a member's id."""
    return member.partition(_SEPARATOR)[0]


def _overruling(
    request: AssemblyRequest, member: str, kept: Mapping[str, Item], sets: Sequence[ConflictSet]
) -> tuple[Item, ...]:
    """What stands where this member was removed, what is in the question's language first."""
    found = [kept[one] for each in sets if member in each.members for one in each.stands if one in kept]
    return tuple(sorted(found, key=lambda item: item.language not in (None, request.question.language)))


def _in_their_place(state: State, overruled: Mapping[str, tuple[Item, ...]]) -> State:
    """What overrules a better placed piece takes its place: the words that led to the one are answered by the other."""
    places = {item.id: item.order for item in state.items}
    for member, winners in overruled.items():
        for winner in winners:
            places[winner.id] = min(places[winner.id], places[member])
    return replace(state, items=tuple(replace(item, order=places[item.id]) for item in state.items))


def _held_back(item: Item, rule: Resolution, winners: Sequence[Item]) -> HeldBack:
    reason = Reason.NOT_AUTHORISED if rule is Resolution.GOVERNS else Reason.CONFLICT
    return held(item, "conflicts", reason, winners[0] if winners else None)


def contrary(state: State) -> frozenset[str]:
    """The pieces that stand against another in a conflict: evidence on both sides."""
    return frozenset(piece for each in state.conflicts if each.behavior is Behavior.SHOW_BOTH for piece in each.stands)


@dataclass(frozen=True, slots=True)
class Settled:
    """What the ladder and people made of all that is stated of a proposition; ``said`` by the ids of members."""

    outcome: Outcome
    said: Mapping[str, Stated]


def settled(request: AssemblyRequest, proposition: Proposition) -> Settled:
    """The proposition by itself, whatever else was retrieved: what the inbox shows."""
    members = [_member(request, proposition, each) for each in proposition.statements]
    outcome = with_choices(request, proposition, _resolved(request, proposition, members, None))
    replaced = [each.said for each in retired(request, proposition)] if outcome.removed else []
    said = {_member_id(each): each for each in (*replaced, *proposition.statements)}
    return Settled(outcome, said)


def _member_id(said: Stated) -> str:
    return f"{said.at.passage.id}{_SEPARATOR}{said.fact.id}"
