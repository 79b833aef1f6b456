"""Reading a question: language, time, versions, identifiers, what kind of answer, which decision and predicates."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from contract.errors import InvalidQuestion
from contract.evidence import Aspect, Intent, Question
from contract.policy import Policy
from contract.time import Instant
from language.detect import detect
from language.qualifiers import of_question
from language.tables import LANGUAGES
from language.words import fold, folded, stem, stems
from retrieval.cues import Cues, cues
from retrieval.when import asked_time
from retrieval.which import identifiers, versions

LONGEST = 4000  # characters
_INFLECTION = 2  # letters that a plural adds, at most


def read(text: str, *, now: Instant, policy: Policy, language: str | None = None) -> Question:
    """A question as a record. ``now`` places "last year"; ``language`` is the caller's choice, else it is detected.

    Raises ``InvalidQuestion`` for one that is empty, has no letter or digit, or is over 4,000 characters.
    """
    asked = _clean(text)
    spoken = language or detect(asked)
    time = asked_time(asked, spoken, now)
    labels = versions(asked, spoken, time.spans)
    decision, subject = _decision(asked, spoken, policy)
    aspect = _aspect(asked, spoken, bool(labels), dated=time.valid_at is not None)
    return Question(
        text=asked,
        language=spoken,
        stems=tuple(dict.fromkeys(stems(asked, spoken))),
        valid_at=time.valid_at,
        date_text=time.text,
        versions=labels,
        identifiers=identifiers(asked, spoken, time.spans, labels),
        intent=_intent(asked, spoken, aspect, bool(labels)),
        decision=decision,
        subject=subject,
        predicates=_predicates(asked, policy),
        aspect=aspect,
        qualifiers=tuple(sorted(of_question(asked, spoken, policy.qualifiers).items())),
    )


def _clean(text: str) -> str:
    """Composed (NFC), control characters and lone surrogates as spaces, white space joined."""
    if len(text) > LONGEST:
        raise InvalidQuestion(f"the question has {len(text):,} characters: ask it in {LONGEST:,} or fewer")
    kept = (" " if unicodedata.category(char) in ("Cc", "Cs") else char for char in text)
    asked = " ".join(unicodedata.normalize("NFC", "".join(kept)).split())
    if not any(char.isalnum() for char in asked):
        raise InvalidQuestion("the question has no words: ask it in letters or digits")
    return asked


def _aspect(text: str, language: str, names_version: bool, *, dated: bool) -> Aspect | None:
    """What of versions the question asks for, by the first pattern that fits; whether one exists only of one that is named.

    Two things that differ have not changed: that needs a version, or a date.
    """
    plain = _plain(text)
    compared = not (names_version or dated) and any(
        pattern.search(plain) for table in _tables(language) for pattern in table.compared
    )
    for table in _tables(language):
        for aspect, patterns in table.aspects.items():
            if (aspect is Aspect.EXISTS and not names_version) or (aspect is Aspect.CHANGED and compared):
                continue
            if any(pattern.search(plain) for pattern in patterns):
                return aspect
    return None


def _intent(text: str, language: str, aspect: Aspect | None, names_version: bool) -> Intent:
    if aspect is not None:
        return Intent.CHANGES if aspect in (Aspect.SINCE, Aspect.UNTIL, Aspect.CHANGED) else Intent.VERSIONS
    thematic = any(pattern.search(_plain(text)) for table in _tables(language) for pattern in table.thematic)
    return Intent.THEMATIC if thematic and not names_version else Intent.SPECIFIC


def _plain(text: str) -> str:
    return " ".join(fold(text).strip(" ¿?¡!.").split())


def _tables(language: str) -> list[Cues]:
    """The question's own table first: a question may mix languages."""
    return [cues()[spoken] for spoken in sorted(LANGUAGES, key=lambda spoken: spoken != language)]


def _decision(text: str, language: str, policy: Policy) -> tuple[str | None, str | None]:
    """The first declared decision whose pattern fits, with the subject it captures. Case and accents do not matter."""
    plain = _without_accents(text)
    for name, rule in policy.decisions.items():
        ordered = sorted(rule.asked, key=lambda spoken: (spoken != language, spoken))
        for pattern in (pattern for spoken in ordered for pattern in rule.asked[spoken]):
            match = re.search(_without_accents(pattern), plain, re.IGNORECASE) or re.search(
                pattern, text, re.IGNORECASE
            )
            if match:
                return name, match.groupdict().get("subject")
    return None, None


@lru_cache(maxsize=1024)
def _without_accents(text: str) -> str:
    """Accents off, case and ñ kept; a pattern stays a pattern, and offsets stay the same."""
    return "".join(char if char in "ñÑ" else unicodedata.normalize("NFD", char)[0] for char in text)


def _predicates(text: str, policy: Policy) -> tuple[str, ...]:
    """Declared predicates whose label stands in the question: the longest where labels overlap; by place."""
    said = folded(text)
    begun = {word[:1] for word in said}
    found: list[tuple[int, int, str]] = []
    for name, rule in policy.predicates.items():
        for spoken, labels in rule.labels.items():
            for label in labels:
                wanted = _folded(label)
                if not wanted or wanted[0][:1] not in begun:  # as most labels
                    continue
                found += [(start, start + len(wanted), name) for start in _places(said, wanted, spoken)]
    kept: list[tuple[int, int, str]] = []
    for start, end, name in sorted(found, key=lambda item: (item[0] - item[1], item[0], item[2])):
        overlapping = [other for other in kept if start < other[1] and other[0] < end]
        if all((start, end) == other[:2] for other in overlapping):
            kept.append((start, end, name))
    return tuple(dict.fromkeys(name for _, _, name in sorted(kept)))


def _places(said: Sequence[str], wanted: Sequence[str], language: str) -> list[int]:
    starts = range(len(said) - len(wanted) + 1) if wanted else range(0)
    return [
        at
        for at in starts
        if all(_is_form_of(one, other, language) for one, other in zip(said[at:], wanted, strict=False))
    ]


def _is_form_of(word: str, label: str, language: str) -> bool:
    """The same word, or its plural; not another word of the same stem ("origin", "originally")."""
    return word == label or (
        word[:1] == label[:1]  # stemming keeps the first letter
        and abs(len(word) - len(label)) <= _INFLECTION
        and stem(word, language) == stem(label, language)
    )


@lru_cache(maxsize=4096)
def _folded(label: str) -> tuple[str, ...]:
    return tuple(folded(label))
