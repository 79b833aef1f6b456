"""A document → the cues in its text: where it says that one text ends another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from contract.history import Polarity
from contract.records import Span
from extraction.cues.clauses import mentioned
from extraction.cues.items import excepted, read_items
from extraction.cues.lexer import Token
from extraction.cues.reading import Item, Named, Reading
from extraction.cues.records import Confidence, Cue, CueKind, Direction, Effect, EffectBasis, Reach, Reference
from extraction.cues.streams import parts, sentences
from extraction.cues.tables import CueTable, Phrase, cue_table
from extraction.document import Document

_BETWEEN = frozenset({"date", "loose_date", "comma", "fillers", "of", "quote", "close", "negations", "effects", "own"})
_NEAR = 3  # tokens before a cue in which "that" makes it tell of something
_SUBJECT = 5  # tokens before an active verb in which its subject stands


@dataclass(frozen=True, slots=True)
class Opening:
    """What is said beside the objects of a verb, of all of them."""

    partial: bool = False
    conditional: bool = False
    excepted: Named | None = None
    effect: Effect | None = None


def cues(document: Document, language: str) -> tuple[Cue, ...]:
    """The cues of a text in order; none where the language has no table. Headings, tables and code say nothing.

    What a later sentence takes out again («exceptúanse …», "remains in force as to …") is an exception of the cue.
    """
    table = cue_table(language)
    if table is None:
        return ()
    found: list[Cue] = []
    for part in parts(document, table):
        of_part: list[Cue] = []
        for stream in part:
            for start, end in sentences(stream):
                of_part += _in_sentence(stream, start, end, document.text, table, of_part)
        found += of_part
    return tuple(found)


def _in_sentence(
    stream: Sequence[Token], start: int, end: int, text: str, table: CueTable, before: list[Cue]
) -> list[Cue]:
    sentence = stream[start:end]
    last = _last_reference(before)
    kinds = {token.kind for token in sentence}
    if "carve_outs" in kinds or "survives" in kinds:
        _take_out(sentence, table, before)
    found: list[Cue] = []
    if "cue" not in kinds:
        return found
    quoted = _open_quotes(stream[:start])
    for at, token in enumerate(sentence):
        if token.kind != "cue" or _reported(sentence, at, token.value):
            continue
        last = _last_reference(found) or last
        made = _said(sentence, at, text, table, last)
        polarity = _polarity(sentence, at, quoted)
        found += [cue if polarity is Polarity.ASSERTED else replace(cue, polarity=polarity) for cue in made]
    return found


def _said(sentence: Sequence[Token], at: int, text: str, table: CueTable, last: Reference | None) -> list[Cue]:
    """The cues of one verb: its objects by its voice, and who does it."""
    phrase: Phrase = sentence[at].value
    opening = _ahead(read_items(sentence[_clause_start(sentence, at) : at], text, table))
    after = read_items(sentence[at + 1 :], text, table, last)
    if phrase.voice == "active":
        return _by_subject(sentence, at, phrase, after.items, text, table, opening)
    if phrase.voice == "passive":
        return _passive(sentence, at, phrase, text, table, last, opening)
    if after.items and phrase.objects != "before":
        return _all(sentence[at], phrase, after.items, opening)
    objects = [] if phrase.objects == "after" else _before(sentence, at, text, table, last)
    return _all(sentence[at], phrase, objects, _ahead(after))


def _by_subject(
    sentence: Sequence[Token],
    at: int,
    phrase: Phrase,
    objects: list[Item],
    text: str,
    table: CueTable,
    opening: Opening,
) -> list[Cue]:
    near = sentence[max(0, at - _SUBJECT) : at]
    if any(token.kind == "own" for token in near) and not phrase.past:
        return _all(sentence[at], phrase, objects, opening)
    subjects = _before(sentence, at, text, table, None)
    if not subjects:
        return []
    made = _all(sentence[at], phrase, objects, opening)
    doer = subjects[-1].reference
    return [replace(cue, direction=Direction.THIRD_PARTY, by=doer, confidence=Confidence.ASSERTIVE) for cue in made]


def _passive(
    sentence: Sequence[Token],
    at: int,
    phrase: Phrase,
    text: str,
    table: CueTable,
    last: Reference | None,
    opening: Opening,
) -> list[Cue]:
    token, rest = sentence[at], sentence[at + 1 :]
    by = next((place for place, other in enumerate(rest) if other.kind == "by"), len(rest))
    tail = read_items(rest[:by], text, table, last)
    agents = read_items(rest[by + 1 :], text, table, last).items
    own_agent = any(other.kind == "own" for other in rest[by + 1 : by + 4])
    objects = _before(sentence, at, text, table, last)
    if phrase.kind is CueKind.ABANDONED:
        agents = agents or tail.items
    if agents and not own_agent:
        doer = agents[0].reference
        if not objects and _own_before(sentence, at):
            return [_superseded(token, phrase, doer, opening)]
        made = _all(token, phrase, objects, opening)
        return [replace(cue, direction=Direction.THIRD_PARTY, by=doer, confidence=Confidence.ASSERTIVE) for cue in made]
    if own_agent or (phrase.kind is CueKind.REPEAL and by == len(rest) and not phrase.past):
        return _all(token, phrase, objects, _joined(_ahead(tail), opening))
    return []


def _superseded(token: Token, phrase: Phrase, doer: Reference, opening: Opening) -> Cue:
    """That another ends this document: "was superseded" only tells of it, as others might."""
    return Cue(
        _span(token, doer),
        phrase.kind,
        Direction.SUPERSEDED_BY,
        None,
        Reach.PARTIAL if opening.partial else Reach.WHOLE,
        confidence=Confidence.ASSERTIVE if phrase.past else Confidence.PERFORMATIVE,
        by=doer,
    )


def _all(token: Token, phrase: Phrase, objects: list[Item], opening: Opening) -> list[Cue]:
    """A cue for each object; what is said beside them goes for all."""
    found = []
    for item in objects:
        beside = excepted(opening.excepted, item.reference)
        exceptions = item.exceptions if beside is None else (*(item.exceptions or ()), *beside)
        when = item.effect or opening.effect or Effect()
        conditional = item.conditional or opening.conditional or when.basis is EffectBasis.UNKNOWN
        found.append(
            Cue(
                _span(token, item.reference),
                phrase.kind,
                Direction.SUPERSEDES,
                item.reference,
                _reach(item, exceptions, opening.partial),
                item.sections,
                exceptions or (),
                Polarity.CONDITIONAL if conditional else Polarity.ASSERTED,
                when,
            )
        )
    return found


def _reach(item: Item, exceptions: tuple[str, ...] | None, partial: bool) -> Reach:
    if item.partial or item.inner or partial:
        return Reach.PARTIAL
    if item.sections:
        return Reach.SECTION if exceptions is None else Reach.PARTIAL
    return Reach.WHOLE if exceptions is None else Reach.WHOLE_WITH_EXCEPTION


def _ahead(reading: Reading) -> Opening:
    return Opening(reading.partial_ahead, reading.conditional_ahead, reading.excepted_ahead, reading.effect_ahead)


def _joined(one: Opening, other: Opening) -> Opening:
    return Opening(
        one.partial or other.partial,
        one.conditional or other.conditional,
        one.excepted or other.excepted,
        one.effect or other.effect,
    )


def _clause_start(sentence: Sequence[Token], at: int) -> int:
    """Where the words begin that belong to the verb at ``at``."""
    places = range(at - 1, -1, -1)
    return next((place + 1 for place in places if sentence[place].kind in ("semicolon", "cue", "declares")), 0)


def _before(sentence: Sequence[Token], at: int, text: str, table: CueTable, last: Reference | None) -> list[Item]:
    """The objects that stand before their verb, the last of them right before it."""
    start = _clause_start(sentence, at)
    own = sentence[start:at]
    items = read_items(own, text, table, last).items
    if not items:
        return []
    place = items[-1].end
    while place < len(own):
        if own[place].kind == "open":
            while place < len(own) and own[place].kind != "close":
                place += 1
        elif own[place].kind not in _BETWEEN:
            return []
        place += 1
    return items


def _own_before(sentence: Sequence[Token], at: int) -> bool:
    """Whether the document itself is the subject: it is named right before, or nothing is."""
    own = sentence[:at]
    return not own or any(token.kind == "own" for token in own[-_SUBJECT:])


def _take_out(sentence: Sequence[Token], table: CueTable, before: list[Cue]) -> None:
    """Make exceptions of what this sentence names in the cues before it: in all of them if it only names the repeal."""
    place = next(at for at, token in enumerate(sentence) if token.kind in ("carve_outs", "survives"))
    carved = sentence[place].kind == "carve_outs"
    words = sentence[place + 1 :] if carved else sentence[:place]
    named = mentioned(words)
    of_the_repeal = carved and any(table.repeal.fullmatch(token.text) for token in words)
    if not (named.numbers or of_the_repeal):
        return
    for at, cue in enumerate(before):
        if cue.target is None or not named.concerns(cue.target):
            continue
        exceptions = (*cue.exceptions, *named.sections)
        if cue.reach is Reach.WHOLE:
            before[at] = replace(cue, reach=Reach.WHOLE_WITH_EXCEPTION, exceptions=exceptions)
        elif cue.reach is Reach.SECTION and carved and named.sections:
            kept = tuple(name for name in cue.sections if name not in named.sections)
            before[at] = replace(cue, sections=kept, exceptions=exceptions)


def _polarity(sentence: Sequence[Token], at: int, quoted: bool) -> Polarity:
    before = sentence[:at]
    if quoted != (_open_quotes(before)):
        return Polarity.QUOTED
    if any(token.kind == "negations" for token in before[-2:]):
        return Polarity.NEGATED
    if any(token.kind == "conditions" for token in before):
        return Polarity.CONDITIONAL
    return Polarity.ASSERTED


def _open_quotes(stream: Sequence[Token]) -> bool:
    return sum(token.kind == "quote" for token in stream) % 2 == 1


def _reported(sentence: Sequence[Token], at: int, phrase: Phrase) -> bool:
    """«Las leyes que por ésta se derogan»: it tells of what is said elsewhere, unless the sentence declares it."""
    near = sentence[max(0, at - _NEAR) : at]
    if phrase.opens and at > 0 and sentence[at - 1].kind not in ("colon", "open", "quote", "break"):
        return True
    if any(token.kind == "declares" for token in sentence[:at]):
        return phrase.voice == "impersonal"
    return any(token.kind in ("reporters", "contexts") and token.text in _that(token) for token in near)


def _that(token: Token) -> tuple[str, ...]:
    return (token.text,) if token.kind == "reporters" or " " not in token.text else ()


def _last_reference(found: Sequence[Cue]) -> Reference | None:
    return found[-1].target if found else None


def _span(token: Token, reference: Reference) -> Span:
    return Span(min(token.span.start, reference.span.start), max(token.span.end, reference.span.end))
