"""Questions that name a version: which revisions they are pinned to, and what is not there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from contract.evidence import Abstention, Behavior, EvidencePacket, Question, StageRecord
from contract.ports import GraphView
from contract.records import Revision
from language.words import fold, stems
from retrieval.lexical import by_identifiers, holds
from service.versions.families import are_notes, plain
from service.wiring import Product

_CODED = 20  # passages looked at for a code
_HALF = 0.5  # share of a source's name from which a question means it
_DOTTED = re.compile(r"\d+(?:\.\d+)+")


def pinned(view: GraphView, question: Question) -> frozenset[str]:
    """The revisions that the question names by their labels: those of the sources it names, else all with the label."""
    if not question.versions:
        return frozenset()
    wanted = {plain(label) for label in question.versions}
    found = [
        revision
        for revision in view.revisions()
        if revision.metadata.revision and plain(revision.metadata.revision) in wanted
    ]
    best = max((_named(revision, question) for revision in found), default=0.0)
    return frozenset(revision.id for revision in found if _named(revision, question) == best)


def lacking(view: GraphView, whole: GraphView, question: Question) -> tuple[str, ...]:
    """What a question that names a version asks for and is not there, since another version is no answer to it.

    The version itself, where the source it names has others labelled in that manner; or a code, in the version it names.
    ``view`` is what the question is asked of, ``whole`` the scope without the version.
    """
    if not question.versions:
        return ()
    if not view.scope.revisions:
        return question.versions if _labels_others(whole, question) else ()
    named = {revision.id for revision in view.revisions()} & view.scope.revisions
    names = " ".join(f"{one.uri} {one.metadata.title}" for one in view.revisions() if one.id in named)
    return tuple(
        code
        for code in question.identifiers
        if not holds(names, fold(code)) and not by_identifiers(view, replace(question, identifiers=(code,)), _CODED)
    )


def without(question: Question, lacks: Sequence[str]) -> EvidencePacket:
    """The packet of a question whose version, or a code in it, is not there: nothing to answer from."""
    record = StageRecord("versions", 0, detail={"lacking": len(lacks)})
    return EvidencePacket(question, (), behavior=Behavior.ABSTAIN, abstained=Abstention.NO_EVIDENCE, stages=(record,))


def _labels_others(whole: GraphView, question: Question) -> bool:
    """Whether the question names a source, by half of its name at least, whose labels look like the ones that it asks for."""
    manners = {manner for label in question.versions if (manner := _manner(label))}
    return any(
        _manner(revision.metadata.revision or "") in manners and _named(revision, question) >= _HALF
        for revision in whole.revisions()
    )


def _manner(label: str) -> str | None:
    """How a label is made: numbers with points, or letters; None for a number alone, which may be a year or anything else."""
    plain = label.removeprefix("v")
    if _DOTTED.match(plain):
        return "dotted"
    return "letters" if plain.isalpha() and plain.isupper() else None


def notes_too(product: Product, view: GraphView, whole: GraphView, best: str) -> GraphView | None:
    """The view widened by all notes of the family that a passage of ``whole`` stands in; None where it is of no notes.

    Notes about each version stand side by side: what one says no later one repeats, so none is below another.
    """
    located = whole.located([best])
    uri = located[0].revision.uri if located else ""
    lower = {revision.id for revision in whole.in_force(uri)[1:]} & view.scope.without
    if not lower or not are_notes(product, whole, uri):
        return None
    return product.store.view(whole.scope.leaving_out(view.scope.without - lower))


def answers_by_head(heads: GraphView, whole: GraphView, question: Question) -> bool:
    """Whether the heads are where to look: not if a code of the question stands in lower labels alone."""
    alone = [replace(question, identifiers=(code,)) for code in question.identifiers]
    return all(by_identifiers(heads, one, _CODED) or not by_identifiers(whole, one, _CODED) for one in alone)


def _named(revision: Revision, question: Question) -> float:
    """The share of the source's name (URI and title, labels left out) that stands in the question."""
    label = set(stems(revision.metadata.revision or "", question.language))
    name = {stem for stem in stems(f"{revision.uri} {revision.metadata.title}", question.language) if stem.isalpha()}
    name -= label
    return len(name & set(question.stems)) / len(name) if name else 0.0
