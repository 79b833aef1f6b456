"""The answer's text from claims: grouped by source, cited after every sentence, joined by fixed neutral words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from contract.evidence import Claim, Evidence
from contract.time import Instant
from grounding.quotes import Quote
from grounding.texts import show_date, texts

_ENDS = (".", "!", "?", "…", ":", ";")


@dataclass(frozen=True, slots=True)
class Statement:
    """A claim that leaves, with the quote that it was made from."""

    claim: Claim
    quote: Quote


def marked(claim: Claim) -> str:
    """The claim with the formal ids that it cites: "It is 14 days. [DOC_1]"; an open end is closed after them."""
    docs = dict.fromkeys(each.doc for each in claim.citations)
    ids = " ".join(f"[{doc}]" for doc in docs)
    return f"{claim.text} {ids}" if claim.text.rstrip("»”\"')").endswith(_ENDS) else f"{claim.text} {ids}."


def doubted(claim: Claim, language: str) -> str:
    """A claim of a model's that nothing carries, marked as such."""
    return texts(language).unverified.format(text=claim.text)


def derived(claims: Sequence[Claim]) -> str:
    """The text of a decision's claims, in order."""
    return " ".join(map(marked, claims))


def extract(statements: Sequence[Statement], language: str) -> str:
    """Quotes as running text: document order inside a source, "[…]" for gaps, the next source named."""
    words = texts(language)
    parts: list[str] = []
    before: Quote | None = None
    for each in statements:
        quote = each.quote
        said = marked(each.claim)
        if before is None:
            parts.append(words.slot.format(source=place(quote.evidence), text=said) if quote.line else said)
        elif quote.bullet and _goes_on(before, quote):
            parts.append(f"\n- {said}")
        elif quote.evidence.evidence_id != before.evidence.evidence_id:
            parts.append(f"\n\n{words.also.format(source=source(quote.evidence))} {said}")
        else:
            gap = "" if quote.ordinal == before.ordinal + 1 else f"{words.gap} "
            parts.append(f"\n- {gap}{said}" if quote.bullet else f" {gap}{said}")
        before = quote
    return "".join(parts)


def _goes_on(before: Quote, quote: Quote) -> bool:
    """Whether a list item is the first of the passage after the one that was quoted before."""
    one, other = before.evidence, quote.evidence
    beside = one.ordinal is not None and other.ordinal == one.ordinal + 1
    return beside and one.revision_id == other.revision_id and quote.ordinal == 0


def differing(statements: Sequence[Statement], language: str) -> str:
    """Statements that do not agree, each with its source, revision and date, none preferred."""
    words = texts(language)
    lines = [
        words.member.format(
            source=source(each.quote.evidence),
            revision=revision(each.quote.evidence, language),
            date=dated(each.quote.evidence, language),
            text=marked(each.claim),
        ).replace(", ,", ",")
        for each in statements
    ]
    return "\n- ".join([words.differ, *lines])


def as_of(text: str, valid_at: Instant, language: str) -> str:
    """Says for which day the answer holds, where the question named it."""
    return f"{texts(language).as_of.format(date=show_date(valid_at, language))} {text}"


def source(item: Evidence) -> str:
    """What a reader calls the source: its title, else its URI."""
    return item.title or item.uri


def place(item: Evidence) -> str:
    """The source with the headings below its title: where a key and its value hold."""
    return " › ".join([source(item), *item.path[1:]])


def revision(item: Evidence, language: str) -> str:
    """The revision's label in words; empty where it has none."""
    return texts(language).revision.format(label=item.revision) if item.revision else ""


def dated(item: Evidence, language: str) -> str:
    """Since when the source holds, or when it was read live."""
    at = item.observed_at if item.observation is not None else item.valid_from
    words = texts(language)
    if at is None or not show_date(at, language):
        return words.undated
    day = show_date(at, language)
    return words.read_at.format(date=day) if item.observation is not None else words.from_date.format(date=day)
