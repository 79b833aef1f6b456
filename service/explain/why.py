"""Why something is told: from an answer's claims to the words that carry them, the revision, and every edge that keeps it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from contract.access import Principal
from contract.errors import NotFound
from contract.evidence import Located, Stated, Trace
from contract.history import Supersession
from contract.ports import GraphView
from contract.records import Revision, Span
from contract.time import Instant, Interval
from service.explain.replay import readable_trace
from service.scoping import view_of
from service.wiring import Product


class About(StrEnum):
    ANSWER = "answer"  # by its trace
    FACT = "fact"
    PASSAGE = "passage"
    REVISION = "revision"


@dataclass(frozen=True, slots=True)
class Edge:
    """One revision ends another, or a section of it: ``rule`` names the rule that made the edge."""

    newer: Revision
    older: Revision
    effective: Instant
    rule: str
    section: str | None


@dataclass(frozen=True, slots=True)
class Ground:
    """A revision that carries something: the words, when it holds, what it ended and what ended it.

    ``quoted`` are the words; empty where the whole revision is asked about. ``claim`` is the id of the claim they carry.
    """

    revision: Revision
    path: tuple[str, ...]
    passage_id: str | None
    quoted: str
    holds: tuple[Interval, ...]
    in_force: bool
    ended: tuple[Edge, ...]
    ended_by: tuple[Edge, ...]
    facts: tuple[Stated, ...] = ()
    claim: str | None = None


@dataclass(frozen=True, slots=True)
class Why:
    """``reads`` are live reads that an answer rests on: they are of their moment and kept nowhere."""

    id: str
    about: About
    valid_at: Instant
    known_at: Instant
    grounds: tuple[Ground, ...]
    reads: tuple[str, ...] = ()


def why(
    product: Product,
    principal: Principal,
    identity: str,
    valid_at: Instant | None = None,
    known_at: Instant | None = None,
) -> Why:
    """The chain behind an answer (its trace's id), a fact, a passage (an evidence id) or a revision.

    An answer is explained as of its own two times. Hidden and absent look alike: ``NotFound``.
    """
    if trace := readable_trace(product, principal, identity):
        return _of_answer(product, principal, trace)
    view = view_of(product, principal, valid_at, known_at)
    now, known = view.scope.valid_at, view.scope.known_at
    every = {revision.id: revision for revision in view.revisions()}
    if identity in every:
        return Why(identity, About.REVISION, now, known, (_ground(view, every, every[identity]),))
    whole = product.store.view(view.scope.pinned(every)) if every else view
    if stated := whole.stated(fact_ids=[identity]):
        grounds = tuple(_of_statement(view, every, one) for one in stated)
        return Why(identity, About.FACT, now, known, grounds)
    if located := whole.located([identity]):
        return Why(identity, About.PASSAGE, now, known, (_of_passage(whole, view, every, located[0]),))
    raise NotFound(
        f"nothing here has the id {identity!r}: give a trace, evidence, fact or revision id, as --json shows them"
    )


def _of_answer(product: Product, principal: Principal, trace: Trace) -> Why:
    view = view_of(product, principal, trace.valid_at, trace.known_at)
    every = {revision.id: revision for revision in view.revisions()}
    cited = [(claim, key, Span(start, end)) for claim, key, start, end in trace.outcome.get("citations", ())]
    whole = product.store.view(view.scope.pinned(every)) if every else view
    located = {one.passage.id: one for one in whole.located(dict.fromkeys(key for _, key, _ in cited))}
    grounds = []
    for claim, key, span in cited:
        if one := located.get(key):
            quoted = one.passage.shown[span.start : span.end]
            grounds.append(replace(_of_passage(whole, view, every, one), quoted=quoted, claim=claim))
    reads = dict.fromkeys(key for _, key, _ in cited if key not in located)
    return Why(trace.id, About.ANSWER, trace.valid_at, trace.known_at, tuple(grounds), tuple(reads))


def _of_statement(view: GraphView, every: Mapping[str, Revision], stated: Stated) -> Ground:
    """Where one passage states a fact, in its words."""
    local = stated.at.passage.local(stated.span)
    quoted = stated.at.passage.shown[local.start : local.end]
    return replace(_placed(view, every, stated.at), quoted=quoted, facts=(stated,))


def _of_passage(whole: GraphView, view: GraphView, every: Mapping[str, Revision], located: Located) -> Ground:
    found = whole.stated(passage_ids=[located.passage.id])
    return replace(_placed(view, every, located), quoted=located.passage.shown, facts=found)


def _placed(view: GraphView, every: Mapping[str, Revision], located: Located) -> Ground:
    ground = _ground(view, every, located.revision, located.passage.section)
    return replace(ground, passage_id=located.passage.id, path=located.path)


def _ground(view: GraphView, every: Mapping[str, Revision], revision: Revision, section: str | None = None) -> Ground:
    held = [one for one in view.holds(revision.uri) if one[0] == revision.id]
    own = [one for one in held if one[1] == section] or [one for one in held if one[1] is None]
    holds = tuple(Interval(start, end) for _, _, start, end in own)
    return Ground(
        revision=revision,
        path=(revision.metadata.title,),
        passage_id=None,
        quoted="",
        holds=holds,
        in_force=any(view.scope.valid_at in hold for hold in holds),
        ended=_edges((edge for edge in view.supersessions(every) if edge.newer == revision.id), every),
        ended_by=_edges(view.supersessions([revision.id]), every),
    )


def _edges(found: Iterable[Supersession], every: Mapping[str, Revision]) -> tuple[Edge, ...]:
    return tuple(
        Edge(every[edge.newer], every[edge.older], edge.effective, edge.rule, edge.section)
        for edge in found
        if edge.newer in every and edge.older in every
    )
