"""Cues → acts: what a store keeps of them, by the names of what they speak of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from contract.history import Act, ActKind, Polarity
from contract.records import Authority, Metadata
from contract.time import Instant
from extraction.cues.names import key_of
from extraction.cues.records import Confidence, Cue, CueKind, Direction, Effect, EffectBasis, Reach

_KINDS = {
    CueKind.REPEAL: ActKind.REPEAL,
    CueKind.SUSPEND: ActKind.REPEAL,
    CueKind.NULLITY: ActKind.NULLITY,
    CueKind.REPLACE: ActKind.REPLACE,
    CueKind.REINSTATES: ActKind.REINSTATES,
}


def stated(found: Iterable[Cue], metadata: Metadata) -> tuple[Act, ...]:
    """The acts of the cues of one text. What does not end a whole text or a section is kept as conditional: shown, inert.

    A suspension is a repeal that is lifted again; one without a known end is conditional. An informal source (a forum, a
    chat) ends nothing by its words, whatever they are: anyone may write them.
    """
    informal = metadata.authority is Authority.INFORMAL
    acts: dict[Act, None] = {}
    for cue in found:
        for act in _acts(cue, metadata):
            inert = informal and act.polarity is Polarity.ASSERTED
            acts[replace(act, polarity=Polarity.CONDITIONAL) if inert else act] = None
    return tuple(acts)


def retires(cue: Cue) -> bool:
    """Only what is asserted, said by the text that does it, and whole or of a named section, ends anything."""
    return (
        cue.polarity is Polarity.ASSERTED
        and cue.confidence is Confidence.PERFORMATIVE
        and cue.reach in (Reach.WHOLE, Reach.SECTION)
        and cue.effect.basis is not EffectBasis.UNKNOWN
        and cue.kind is not CueKind.ABANDONED
        and (cue.kind is not CueKind.SUSPEND or cue.effect.until is not None or cue.effect.lasting is not None)
    )


def _acts(cue: Cue, metadata: Metadata) -> Iterator[Act]:
    kind = _KINDS.get(cue.kind)
    if kind is None:
        return
    start = _start(cue.effect, metadata.valid_from)
    weak = Polarity.CONDITIONAL if cue.polarity is Polarity.ASSERTED else cue.polarity
    target = metadata.uri if cue.target is None else key_of(cue.target, metadata.language)
    by = None if cue.by is None or cue.direction is Direction.SUPERSEDES else key_of(cue.by, metadata.language)
    act = Act(
        kind,
        target=target,
        effective=start,
        polarity=Polarity.ASSERTED if retires(cue) else weak,
        by=by,
        cue=(cue.span.start, cue.span.end),
    )
    if kind is ActKind.NULLITY and cue.sections:  # a nullity is of a whole source: of a section it is a repeal
        act = replace(act, kind=ActKind.REPEAL)
    for section in cue.sections or (None,):
        yield replace(act, section=section)
        if cue.kind is CueKind.SUSPEND and (end := _end(cue.effect, start, metadata.valid_from)) is not None:
            yield replace(act, kind=ActKind.REINSTATES, section=section, effective=end)


def _start(effect: Effect, own: Instant | None) -> Instant | None:
    if effect.basis is EffectBasis.RELATIVE:
        return None if own is None else own + effect.delay
    return effect.at


def _end(effect: Effect, start: Instant | None, own: Instant | None) -> Instant | None:
    if effect.until is not None:
        return effect.until
    begin = start if start is not None else own
    return None if begin is None or effect.lasting is None else begin + effect.lasting
