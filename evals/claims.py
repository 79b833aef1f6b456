"""Claims judged by words, by another rule than the product's own check.

A text carries a claim if it holds nearly all the stems of the claim and all its numbers (``CARRIED``). A derived claim says what
stands nowhere in these words (a decision's "20 days old", from a date; which versions there are): it is right if it says what
the case expects and cites what the case needs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from contract.evidence import Citation, Claim
from evals.datasets.cases import EITHER, Expected
from evals.measures import Judged, Ref, contains_answer
from language.sentences import sentences
from language.words import stems

CARRIED = 0.8
"""Least share of a claim's stems in the text that carries it."""

AGAINST = 0.6
"""From this share on a sentence speaks of the same thing: if it has other numbers, it speaks against the claim."""

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


@dataclass(frozen=True, slots=True)
class Quoted:
    """A piece of evidence that claims may cite."""

    id: str
    ref: Ref
    text: str
    language: str


def judged(claims: Sequence[Claim], evidence: Sequence[Quoted], expected: Expected, *, derived: bool) -> list[Judged]:
    """Each claim against the packet it was made from; if they are ``derived``, against the case."""
    by_id = {each.id: each for each in evidence}
    return [_derived(claim, by_id, expected) if derived else _quoted(claim, by_id) for claim in claims]


def carries(text: str, claim: str, language: str) -> bool:
    """Whether a text holds the stems and the numbers of a claim."""
    wanted = set(stems(claim, language))
    held = len(wanted & set(stems(text, language)))
    return bool(wanted) and held >= CARRIED * len(wanted) and _numbers(claim) <= _numbers(text)


def _quoted(claim: Claim, by_id: Mapping[str, Quoted]) -> Judged:
    spans = [(_span(link, by_id), link) for link in claim.citations]
    language = next((by_id[link.evidence_id].language for _, link in spans if link.evidence_id in by_id), "en")
    supported = any(carries(each.text, claim.text, each.language) for each in by_id.values())
    return Judged(
        supported=supported,
        contradicted=not supported and any(_against(each, claim.text) for each in by_id.values()),
        citations=tuple(_right(at, [text for text, _ in spans], claim.text, language) for at, _ in enumerate(spans)),
    )


def _span(link: Citation, by_id: Mapping[str, Quoted]) -> str:
    return by_id[link.evidence_id].text[link.start : link.end] if link.evidence_id in by_id else ""


def _right(at: int, spans: Sequence[str], claim: str, language: str) -> bool:
    """Whether a citation carries the claim alone, or the cited spans do together and not without it (ALCE)."""
    others = "\n".join(text for other, text in enumerate(spans) if other != at)
    together = carries("\n".join(spans), claim, language)
    return carries(spans[at], claim, language) or (together and not carries(others, claim, language))


def _against(each: Quoted, claim: str) -> bool:
    """Whether a sentence of the evidence speaks of the same thing with other numbers."""
    wanted = {stem for stem in stems(claim, each.language) if not stem.isdigit()}
    for span in sentences(each.text):
        said = each.text[span.start : span.end]
        close = len(wanted & set(stems(said, each.language))) >= AGAINST * len(wanted)
        if wanted and close and _numbers(said) and not _numbers(claim) <= _numbers(said):
            return True
    return False


def _numbers(text: str) -> set[str]:
    return set(_NUMBER.findall(text))


def _derived(claim: Claim, by_id: Mapping[str, Quoted], expected: Expected) -> Judged:
    """A derived claim. A citation is right if it points to words that the case needs of that source."""
    against = any(holds(claim.text, phrase) for phrase in expected.says_not)
    says = any(holds(claim.text, phrase) for phrase in expected.says)
    return Judged(says and not against, against, tuple(_needed(link, by_id, expected) for link in claim.citations))


def _needed(link: Citation, by_id: Mapping[str, Quoted], expected: Expected) -> bool:
    """Whether a citation points to words that the case needs: of that revision, or of what the graph says of its source."""
    source = by_id.get(link.evidence_id)
    if source is None:
        return False
    uri, label = source.ref
    wanted = (
        each
        for each in expected.gold
        if source.ref in each.refs or (label is None and uri in {of for of, _ in each.refs})
    )
    return any(holds(_span(link, by_id), each.words) for each in wanted)


def holds(text: str, phrase: str) -> bool:
    """Whether the words of a phrase, or of one of its alternatives, stand in a text in their order, case and accents folded;
    nothing is in every text."""
    return not phrase or contains_answer(text, phrase.split(EITHER))
