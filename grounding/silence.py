"""Whether what would be quoted is only about the thing that a question asks about, and silent on what is asked of it.

Words alone rank a sentence about the right thing first, whatever it says of it: "Who painted the ceiling of the town museum?"
finds what the museum shows. Where nothing that was asked is met, declining is the answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from contract.evidence import Question
from grounding.lexicon import Kind
from grounding.quotes import Quote
from grounding.reading import read
from grounding.refusal_features import meeting
from language.asking import kinds
from language.values import amounts
from language.words import stems

_HALF = 0.5  # of the question's weight: a smaller part may be said in other words


def silent(question: Question, found: Sequence[Quote], weights: Mapping[str, float]) -> bool:
    """Whether these quotes say nothing of what is asked.

    Where a number is asked for: none is quoted, and the pieces lack a word of the question. Else: all that the pieces meet of
    it is in their titles, and that is not even half; the heading of a section is said of it. ``weights`` are its stems' shares;
    those of a date that it asks about have done their work. What was looked up, states a declared fact, or is in another
    language than the question is never silent: it may say it in other words.
    """
    if not found or any(_otherwise(each, question) for each in found):
        return False
    when = stems(question.date_text or "", question.language)
    weights = {each: weight for each, weight in weights.items() if each not in when}
    met = meeting(tuple(weights), question.language)
    named = met("\n".join(part for each in found for part in (each.evidence.title, *each.evidence.path[:1])))
    told = met("\n".join(part for each in found for part in (*each.evidence.path[1:], each.evidence.text)))
    asked = weights.keys() - named
    if "number" in kinds(question.text, question.language):
        return bool(asked - told) and not any(map(_counts, found))
    return not asked & told and sum(weights[each] for each in asked) >= _HALF * sum(weights.values()) > 0


def _otherwise(said: Quote, question: Question) -> bool:
    """Whether a quote may answer without the question's words."""
    item = said.evidence
    if said.slots or item.observation is not None or item.language != question.language:
        return True
    facts = (each.at.passage.local(each.span) for each in item.facts)
    return any(span.start <= fact.start and fact.end <= span.end for fact in facts for span in said.spans)


def _counts(said: Quote) -> bool:
    """Whether a quote says how many: a number in digits or in words, "none", "several", «cada»."""
    language = said.evidence.language or ""
    if any(map(str.isdigit, said.text)) or amounts(said.text, language):
        return True
    found = read(said.text, language)
    marks = [*found.loose, *(mark for token in found.tokens for mark in token.marks)]
    return any(mark.kind in (Kind.NEGATION, Kind.QUANTIFIER) for mark in marks)
