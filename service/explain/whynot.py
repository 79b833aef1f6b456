"""Why a source does not carry the answer to a question: the first stage at which it stopped."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from contract.errors import NotFound
from contract.evidence import Abstention, HeldBack, Located, Retrieved, StageRecord
from contract.ports import GraphView
from contract.time import Instant
from language.words import stems
from service.ask import AskRequest, Layers, layers
from service.explain.timeline import Line, timeline
from service.wiring import Product


class Fate(StrEnum):
    """How far a source came, from the end backwards."""

    CITED = "cited"  # it does carry the answer
    ADMITTED = "admitted"  # it might have been cited; other evidence says it, or nothing could be said
    DROPPED = "dropped"  # a stage of the assembly took it out
    NOT_PROPOSED = "not_proposed"  # no retriever thought of it
    OTHER_VERSION = "other_version"  # the question is asked of other revisions
    NOT_IN_FORCE = "not_in_force"


@dataclass(frozen=True, slots=True)
class Piece:
    """One passage of the source: where it stopped, why, and what the retrievers thought of it.

    ``words`` of the question's ``asked`` stand in it. ``bm25`` and ``cosine`` are raw; ``least`` is the lowest fused score
    that was proposed, None where nothing was.
    """

    passage_id: str
    path: tuple[str, ...]
    text: str
    stage: str | None = None
    reason: str | None = None
    by: tuple[Retrieved, ...] = ()
    words: tuple[str, ...] = ()
    bm25: float = 0.0
    cosine: float | None = None


@dataclass(frozen=True, slots=True)
class WhyNot:
    """``pieces`` are the passages that came furthest, best first; ``held`` what the answer itself says of the source."""

    uri: str
    fate: Fate
    valid_at: Instant
    known_at: Instant
    abstained: Abstention | None
    language: str
    asked: tuple[str, ...]
    pieces: tuple[Piece, ...] = ()
    held: tuple[HeldBack, ...] = ()
    lines: tuple[Line, ...] = ()


_SHOWN = 5  # passages


def why_not(product: Product, request: AskRequest, uri: str) -> WhyNot:
    """The source's fate for this question and reader. Hidden and absent look alike: ``NotFound``."""
    done = layers(product, request)
    scope = done.asked.whole.scope
    whole = done.asked.whole
    if not whole.revisions(uri):
        raise NotFound(f"no source {uri!r} here; 'vigente search' shows the URIs of what it finds")
    found = WhyNot(
        uri=uri,
        fate=Fate.NOT_IN_FORCE,
        valid_at=scope.valid_at,
        known_at=scope.known_at,
        abstained=done.grounded.abstained,
        language=done.asked.question.language,
        asked=done.asked.question.stems,
        held=tuple(item for item in done.packet.held_back if item.uri == uri),
    )
    own = _passages(product, whole, uri)
    seen = _passages(product, done.asked.view, uri)
    if cited := [one for one in (*seen, *own) if one.passage.id in _cited(done)]:
        return replace(found, fate=Fate.CITED, pieces=_pieces(done, cited))
    if not own:
        lines = timeline(product, request.principal, uri, scope.valid_at, scope.known_at).lines
        return replace(found, lines=lines)
    if not seen:
        return replace(found, fate=Fate.OTHER_VERSION, pieces=())
    return _furthest(found, done, seen)


def _furthest(found: WhyNot, done: Layers, seen: list[Located]) -> WhyNot:
    """What became of passages that the question was asked of."""
    admitted = {item.evidence_id for item in done.packet.evidence}
    if kept := [one for one in seen if one.passage.id in admitted]:
        return replace(found, fate=Fate.ADMITTED, pieces=_pieces(done, kept))
    stopped = _stopped(done.packet.stages)
    if dropped := [one for one in seen if one.passage.id in stopped]:
        return replace(found, fate=Fate.DROPPED, pieces=_pieces(done, dropped))
    proposed = {one.passage_id for one in done.found.candidates}
    if left := [
        one for one in seen if one.passage.id in proposed
    ]:  # the answer was declined before any stage dropped it
        return replace(found, fate=Fate.ADMITTED, pieces=_pieces(done, left))
    return replace(found, fate=Fate.NOT_PROPOSED, pieces=_pieces(done, seen))


def _passages(product: Product, view: GraphView, uri: str) -> list[Located]:
    """The source's passages that a view holds, in document order."""
    ids = {revision.id for revision in view.revisions(uri)}
    pinned = product.store.view(replace(view.scope, without=frozenset()).pinned(ids))
    return sorted(view.located(pinned.passage_ids()), key=lambda one: (one.revision.id, one.passage.ordinal))


def _cited(done: Layers) -> frozenset[str]:
    if done.grounded.abstained is not None:
        return frozenset()
    return frozenset(link.evidence_id for claim in done.grounded.claims for link in claim.citations)


def _stopped(stages: Iterable[StageRecord]) -> dict[str, tuple[str, str]]:
    """By passage the stage that dropped it, and why."""
    return {key: (stage.name, reason) for stage in stages for key, reason in stage.dropped}


def _pieces(done: Layers, located: Iterable[Located]) -> tuple[Piece, ...]:
    question, view = done.asked.question, done.asked.view
    stopped = _stopped(done.packet.stages)
    by = {one.passage_id: one for one in done.found.candidates}
    listed = list(located)
    scores = view.bm25(question.stems, [one.passage.id for one in listed])
    pieces = []
    for one in listed:
        key = one.passage.id
        own = set(one.passage.stems.split()) | set(stems(one.passage.text, question.language))
        stage, reason = stopped.get(key, (None, None))
        proposed = by.get(key)
        pieces.append(
            Piece(
                passage_id=key,
                path=one.path,
                text=one.passage.shown,
                stage=stage,
                reason=reason,
                by=proposed.by if proposed else (),
                words=tuple(stem for stem in question.stems if stem in own),
                bm25=scores.get(key, 0.0),
                cosine=proposed.cosine if proposed else None,
            )
        )
    best = sorted(
        pieces, key=lambda piece: (-(by[piece.passage_id].score if piece.passage_id in by else 0.0), -piece.bm25)
    )
    return tuple(best[:_SHOWN])
