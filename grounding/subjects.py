"""What a question is about, and how near a unit stands to it.

A code that a question names counts most as the heading of a section, less as that of a section around it. The names that
every source has, and the version that was pinned, tell no sentence from another. A unit that only repeats its title
answers nothing, and code answers only a question for code.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from contract.evidence import Evidence, Question
from grounding.lexicon import Lexicon, lexicon
from grounding.reading import Sort, read
from grounding.units import Shape, Unit, is_field
from language.asking import kinds
from language.words import fold, stem, stems, words

HEADED, AROUND = (
    0.5,
    0.15,
)  # what the heading of a section, or of one around it, adds where it names what is asked about
SIGNED = 1.0  # what the heading adds that is the signature asked for
CODED = 0.6  # what being code takes away from a unit
LEADS = 0.3  # what only leading into an example takes away
FIELD = 0.3  # what being a field of a record takes away from a unit that no key leads to
EMPTY = 1.0  # what saying nothing new takes away
_CALL = re.compile(r"(?:new )?(?P<name>[\w.]+)\(")
_PARTS = re.compile(r"[/_.\-]")
FENCES = ("```", "~~~")
_SHORT = 12  # words of a unit that may only repeat its title


def subjects(question: Question, item: Evidence) -> list[str]:
    """The question's codes less those that the piece's title names, as all its sections would."""
    return [code for code in question.identifiers if not _names(item.title, code)]


def given(question: Question, item: Evidence) -> frozenset[str]:
    """The stems of the question's codes that headings over the piece name: what stands below is said of them."""
    held = [code for code in subjects(question, item) if any(_names(part, code) for part in item.path[1:])]
    return frozenset(each for code in held for each in stems(code, question.language))


def says(question: Question, text: str, item: Evidence) -> bool:
    """Whether a text of the piece, or a heading over it, names one of the question's codes."""
    return any(_names(part, code) for code in subjects(question, item) for part in (text, *item.path[1:]))


def depth(question: Question, item: Evidence) -> int | None:
    """How many headings lie between the piece and the nearest one that names a code of the question; None where none does."""
    codes = subjects(question, item)
    over = enumerate(reversed(item.path[1:]))
    return next((away for away, part in over if any(_names(part, code) for code in codes)), None)


def headed(question: Question, item: Evidence) -> float:
    """The share of the question's codes that the piece's own heading names, and of those around it, weighed."""
    if not item.path:
        return 0.0
    if signs(question, item):
        return SIGNED
    codes = subjects(question, item)
    if not codes:
        return 0.0
    own = sum(_names(item.path[-1], code) for code in codes)
    around = sum(any(_names(part, code) for part in item.path[1:-1]) for code in codes)
    return (HEADED * own + AROUND * around) / len(codes)


def signs(question: Question, item: Evidence) -> bool:
    """Whether a question for a signature names what the piece's own heading calls: "new Error(message)"."""
    spoken = words(question.text)
    if len(item.path) < 2 or {word.folded for word in spoken}.isdisjoint(lexicon(question.language).signature_words):
        return False
    called = _CALL.match(item.path[-1].strip("` "))
    return called is not None and fold(called["name"]) in {word.folded for word in spoken}


def is_headed(question: Question, item: Evidence) -> bool:
    """Whether the piece stands right under a heading that names one of the question's codes."""
    return depth(question, item) == 0


def is_within(question: Question, item: Evidence) -> bool:
    """Whether any heading over the piece names one of the question's codes."""
    return depth(question, item) is not None


def common(question: Question, evidence: Sequence[Evidence]) -> frozenset[str]:
    """Stems of the question that all titles have as names, those of the version that it names, and of what frames it."""
    named = {token.key for token in read(question.text, question.language).tokens if token.sort is Sort.NAME}
    named |= {stem(code, question.language) for code in question.identifiers}
    titles = [set(stems(f"{item.title} {_PARTS.sub(' ', item.uri)}", question.language)) for item in evidence]
    everywhere = set.intersection(*titles) if titles else set()
    labels = {
        each
        for label in question.versions
        for each in stems(f"{label} v{label} {_called(question)}", question.language)
    }
    return frozenset(((named & everywhere) | labels | _frame(question)) & set(question.stems))


def _called(question: Question) -> str:
    """The words for "version" that stand right before a label of the question: they say no more than the label."""
    spoken = words(question.text)
    labels = {each.folded for label in question.versions for each in words(f"{label} v{label}")}
    called = lexicon(question.language).version_words
    before = (one for one, other in pairwise(spoken) if other.folded in labels)
    return " ".join(one.text for one in before if one.folded in called)


def _frame(question: Question) -> frozenset[str]:
    """Stems of words that only frame a question: "what type of release", «qué tipo de versión»."""
    folded = tuple(word.folded for word in words(question.text))
    standing = (phrase for phrase in lexicon(question.language).frames if _stands(phrase, folded))
    return frozenset(each for phrase in standing for each in stems(" ".join(phrase), question.language))


def penalty(question: Question, unit: Unit, item: Evidence) -> float:
    """What takes a unit back as an answer."""
    if unit.shape is Shape.CODE:
        return 0.0 if asks_for_code(question) else CODED
    if is_field(unit) or (unit.shape is Shape.LINE and explains(question)):
        return FIELD
    if _leads_into_code(unit, item):
        return 0.0 if asks_for_code(question) else LEADS
    return EMPTY if _is_title(question, unit, item) else 0.0


def _leads_into_code(unit: Unit, item: Evidence) -> bool:
    """Whether a unit ends in a colon and code follows."""
    return unit.text.endswith(":") and item.text[unit.span.end :].lstrip().startswith(FENCES)


def asks_for_several(question: Question) -> bool:
    """Whether a question asks for all of a list: which options, what steps, the list of."""
    folded = tuple(word.folded for word in words(question.text))
    return any(_stands(phrase, folded) for phrase in lexicon(question.language).listing)


def asks_for_code(question: Question) -> bool:
    """Whether a question asks for code: an example, a signature, how something is imported or called."""
    folded = {word.folded for word in words(question.text)}
    return not folded.isdisjoint(lexicon(question.language).code_words)


def _is_title(question: Question, unit: Unit, item: Evidence) -> bool:
    """Whether a short unit holds nothing but words of the title and the label: "Release 2.1", "Version 17.9.1"."""
    if unit.shape is not Shape.SENTENCE or len(unit.text.split()) > _SHORT:
        return False
    label = (item.revision or "").removeprefix("v")
    known = {*stems(item.title, item.language), *stems(f"{label} v{label}", item.language)}
    known |= {each for word in lexicon(question.language).version_words for each in stems(word, item.language)}
    return set(stems(unit.text, item.language)) <= known


def _names(text: str, code: str) -> bool:
    wanted = [word.folded for word in words(code)]
    held = [word.folded for word in words(text)]
    return any(held[at : at + len(wanted)] == wanted for at in range(len(held) - len(wanted) + 1)) if wanted else False


def explains(question: Question) -> bool:
    """Whether a question asks for more than a sentence: why, how, what for, what is the difference."""
    folded = tuple(word.folded for word in words(question.text))
    lex = lexicon(question.language)
    if asks_twice([word.text.casefold() for word in words(question.text)], lex):
        return True
    counted = bool(kinds(question.text, question.language) & {"number", "date"})
    return not counted and any(_stands(phrase, folded) for phrase in lex.explaining)


def asks_twice(spoken: Sequence[str], lex: Lexicon) -> bool:
    """Whether a second question word follows an "and": "what is it, and when does it occur"."""
    joined = (at for at, word in enumerate(spoken) if at and word in lex.joining)
    return any(not lex.interrogatives.isdisjoint(spoken[at + 1 : at + 3]) for at in joined)


def _stands(phrase: tuple[str, ...], folded: tuple[str, ...]) -> bool:
    return any(folded[at : at + len(phrase)] == tuple(map(fold, phrase)) for at in range(len(folded)))
