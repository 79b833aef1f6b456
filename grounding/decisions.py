"""Declared decisions: the facts they need, a three-valued rule over them, and claims that cite all that was used."""

from __future__ import annotations

import string
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from contract.evidence import Abstention, Claim, Evidence, EvidencePacket, Verdict
from contract.policy import DecisionRule, Needed, Policy, Texts
from contract.records import Datatype, Literal, Span
from contract.rules import names_of
from contract.time import DAY, Instant
from grounding.claims import cite, claim
from grounding.rules.evaluating import evaluate
from grounding.rules.values import day_of
from grounding.texts import texts
from grounding.verify import Judgement
from language.values import amounts, same, show
from language.words import key

_HELD = Judgement(Verdict.SUPPORTED, 1.0, "fact")
_NOT_HELD = Judgement(Verdict.UNSUPPORTED, 0.0, "fact")


@dataclass(frozen=True, slots=True)
class Known:
    """A needed fact as the packet states it: its value, what the rule compares, and the span that carries it."""

    need: Needed
    subject: str
    literal: Literal
    compared: Literal
    evidence: Evidence
    span: Span


@dataclass(frozen=True, slots=True)
class Decided:
    """The claims of a decision: one for each fact that it rests on, then the derived one. Unknown is an abstention, never
    false; ``why`` then names what is not known, for the trace."""

    claims: tuple[Claim, ...]
    abstained: Abstention | None = None
    holds: bool | None = None
    why: str = ""


def decide(rule: DecisionRule, packet: EvidencePacket, language: str, valid_at: Instant, policy: Policy) -> Decided:
    """Apply a decision to a packet. A fact that is missing, imprecise or not comparable is unknown to its rule.

    A fact must be about what the question asks, unless its predicate is declared to be about one thing only. What the rule
    does not name must be stated all the same. The derived claim cites the facts that decide (where one part of an ``and`` is
    false the others need not be known) and those that its own words tell.
    """
    found: dict[str, Known] = {}
    for need in rule.needs:
        options = _known(need, packet, valid_at, policy)
        if not all(same(options[0].literal, other.literal) for other in options[1:]):
            return Decided((), Abstention.UNRESOLVED_CONFLICT)
        if options:
            found[need.name] = options[0]
    beside = {need.name for need in rule.needs} - names_of(rule.rule)
    told = evaluate(rule.rule, {name: known.compared for name, known in found.items()}, valid_at)
    if told.holds is None or not beside <= found.keys():
        lacking = [f"{name}: not stated" for name in sorted(beside - found.keys())]
        return Decided((), Abstention.NO_EVIDENCE, why="; ".join([*([told.why] if told.why else []), *lacking]))
    template = _in(rule.holds if told.holds else rule.fails, language)
    used = [known for name, known in found.items() if name in told.by | beside | _fields(template)]
    if not used:
        return Decided((), Abstention.NO_EVIDENCE, why="no fact decides it, so there is nothing to cite")
    facts = (_fact(known, _subject(packet, known), language) for known in used)
    return Decided((*facts, _derived(rule, template, used, packet, language)), holds=told.holds)


def _fields(template: str) -> set[str]:
    """The names in braces."""
    return {field for _, field, _, _ in string.Formatter().parse(template) if field}


def _known(need: Needed, packet: EvidencePacket, valid_at: Instant, policy: Policy) -> list[Known]:
    """Where the packet states a needed fact of the right subject with authority enough; the strongest first."""
    subject_asked = None if policy.predicate(need.predicate).subject else packet.question.subject
    out = {removed.member for conflict in packet.conflicts for removed in conflict.removed}
    found = [
        Known(need, subject, literal, compared, item, span)
        for item in packet.evidence
        if item.authority >= need.least and item.evidence_id not in out
        for subject, literal, span in _stated(need, item)
        if _about(subject, subject_asked) and (compared := _compared(need, literal, valid_at)) is not None
    ]
    return sorted(found, key=lambda known: (-known.evidence.authority, known.evidence.rank))


def _about(subject: str, asked: str | None) -> bool:
    """Whether a fact's subject is the asked one; "order 1042" is 1042."""
    return asked is None or set(key(asked).split()) <= set(key(subject).split())


def _stated(need: Needed, item: Evidence) -> list[tuple[str, Literal, Span]]:
    """The values of the needed predicate in one piece of evidence, with their spans in its text."""
    read = item.observation
    if need.live is not None or read is not None:
        if read is None or read.source != (need.live or read.source) or need.predicate not in read.values:
            return []
        span = _place(item.text, read.text, read.spans[need.predicate])
        return [(read.subject, read.values[need.predicate], span)] if span else []
    found = []
    for stated in item.facts:
        if stated.fact.predicate == need.predicate:
            passage = stated.at.passage
            span = _place(item.text, passage.shown, passage.local(stated.span))
            if span:
                found.append((stated.fact.subject, stated.fact.object, span))
    return found


def _place(text: str, whole: str, span: Span) -> Span | None:
    """A span of a whole text as a span of the part of it that is evidence; None if it is not in there."""
    words = whole[span.start : span.end]
    if text[span.start : span.end] == words and words:
        return span
    at = text.find(words) if words else -1
    return None if at < 0 else Span(at, at + len(words))


def _compared(need: Needed, literal: Literal, valid_at: Instant) -> Literal | None:
    """The value that the rule compares: the literal, or its age in whole days; None for a date to come or without a day."""
    if not need.days_since:
        return literal
    at = day_of(literal)
    if at is None or at > valid_at:
        return None
    days = (valid_at - at) // DAY
    return Literal(Datatype.QUANTITY, str(days), "day", raw=str(days))


def _fact(known: Known, subject: str, language: str) -> Claim:
    text = _in(known.need.claim, language).format(value=show(known.compared, language), subject=subject)
    carried = known.evidence.text[known.span.start : known.span.end]
    judged = _HELD if carries(carried, known.literal, known.evidence.language) else _NOT_HELD
    return claim(text, [cite(known.evidence, known.span)], judged)


@lru_cache(maxsize=1024)
def carries(text: str, literal: Literal, language: str) -> bool:
    """Whether the words of a span state a value: the same after normalising, or as it was written."""
    if any(same(literal, other, literal.datatype) for _, other in amounts(text, language)):
        return True
    written = (literal.raw, literal.value)
    return any(key(words) and f" {key(words)} " in f" {key(text)} " for words in written)


def _derived(rule: DecisionRule, template: str, used: Sequence[Known], packet: EvidencePacket, language: str) -> Claim:
    """The decision in its own words. A fact that they tell and that is not known, as it need not be, is said to be so."""
    values = {need.name: texts(language).unknown for need in rule.needs}
    values |= {known.need.name: show(known.compared, language) for known in used}
    text = template.format(subject=_subject(packet, *used), **values)
    citations = dict.fromkeys(cite(known.evidence, known.span) for known in used)
    whole = all(carries(_carried(known), known.literal, known.evidence.language) for known in used)
    return claim(text, list(citations), _HELD if whole else _NOT_HELD, derived_by=rule.name)


def _carried(known: Known) -> str:
    return known.evidence.text[known.span.start : known.span.end]


def _subject(packet: EvidencePacket, *known: Known) -> str:
    """The subject as the question names it, else as the facts do."""
    return packet.question.subject or known[-1].subject


def _in(by_language: Texts, language: str) -> str:
    """The template of a language; the first there is for one that has none."""
    return by_language.get(language) or next(iter(by_language.values()))


def supported(claims: Sequence[Claim], least: float) -> bool:
    """Whether every claim of a decision may leave: a decision with a hole in it is none."""
    return all(each.verdict is Verdict.SUPPORTED and each.support >= least for each in claims)
