"""What a text names: the thing it opens with, other names for it, and terms it defines. By rules over word tables.

"Blood Work is a 2002 film" opens with *Blood Work*; "Kerrie Byles (born 1948), also known as "Junior Byles", is" gives
*Kerrie Byles* and *Junior Byles*; "(en adelante, «la Empresa»)" defines *la Empresa*.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import zip_longest

from contract.records import NameBasis, Span
from extraction.persons import person_names
from extraction.syntax import subject
from extraction.wording import (
    QUOTED,
    Name,
    clause_words,
    clean,
    function_words,
    has_capital,
    is_proper,
    listed,
    phrases,
    without_article,
)
from language.dates import read as read_date
from language.sentences import sentences
from language.words import fold, key, stop_words, words

OPENING = 700  # characters in which a text says what it is about
_HEAD = 160
_LONGEST = 12  # words
_LONGEST_COMMON = 5

_MARKS = re.compile(r"[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}(?!\w)")
_LINE_MARK = re.compile(r"^\s*(?:[#>]+|[-*+•]|\d+[.)])\s+")
_BRACKETED = re.compile(r"\s*[(\[][^()\[\]]*(?:[(\[][^()\[\]]*[)\]][^()\[\]]*)*[)\]]\s*")
_BRACKET = re.compile(r"\s*[(\[{]")
_JOINT = re.compile(r"[:;](?:\s|$)|\s[–—-]\s")
_FOREWORD = re.compile(r"[^,.:;()]{1,60},\s+")
_TERM = re.compile(
    r"^\s*(?:[-*+•]\s+)?(?:\*\*|__)(?P<term>[^*_\n]{2,80}?)(?:\s*[:.]\s*(?:\*\*|__)|\s*(?:\*\*|__)\s*[:–—-])\s+\S", re.M
)
ALIAS_IN_BRACKETS = re.compile(
    r"\(\s*(?:(?:the|el|la|los|las)\s+)?[\"“«]\s*(?P<name>[^\"”»()]{2,60})[\"”»]\s*\)", re.IGNORECASE
)


def lead_names(text: str, language: str) -> tuple[Name, ...]:
    """The names of what a text opens with, the main one first; empty where the rules find none."""
    opening = plain(text[:OPENING])
    main = _quoted_lead(opening) or _lead(opening, language)
    if not main:
        return ()
    found = [
        *main,
        *(Name(name, 0.9) for name in _also_known(opening, language)),
        *person_names(main[0].text, opening, language),
    ]
    return tuple(_distinct(found))


def parsed_lead(text: str, language: str) -> tuple[Name, ...]:
    """The subject of the first sentence by its parse: slower (10 ms and a model to load), for where the rules find none."""
    phrase = subject(_first_sentence(plain(text[:OPENING]), language), language)
    return tuple(replace(name, strength=0.7 * name.strength) for name in _with_article(clean(phrase or ""), language))


def defined_terms(text: str, language: str) -> tuple[Name, ...]:
    """Terms that a text defines: glossary entries, and what it says it will call a thing from there on."""
    found = [match["term"] for match in _TERM.finditer(text)]
    found += [match["name"] for match in ALIAS_IN_BRACKETS.finditer(text)]
    for match in trigger("defined_as", language).finditer(text):
        found += listed_names(text[match.end() : match.end() + 160])
    terms = (without_article(clean(term), language) for term in found)
    return tuple(_distinct(Name(term, 0.8, NameBasis.DEFINED) for term in terms if _plausible(term, language)))


def plain(text: str) -> str:
    """One line without Markdown's marks."""
    return " ".join(_MARKS.sub("", _LINE_MARK.sub("", text)).split())


def _distinct(names: Iterable[Name]) -> Iterator[Name]:
    seen: set[str] = set()
    for name in names:
        folded = key(name.text)
        if folded and folded not in seen:
            seen.add(folded)
            yield name


def _quoted_lead(opening: str) -> list[Name]:
    match = QUOTED.match(opening)
    if match is None or (match.end() < len(opening) and opening[match.end()].isalnum()):
        return []
    return [Name(clean(match["name"]), 0.95)] if clean(match["name"]) else []


def _lead(opening: str, language: str) -> list[Name]:
    """What stands before the first verb of being, bracket, comma or colon of the first sentence."""
    sentence = _first_sentence(opening, language)
    verb, bracket = _verbs(language).search(sentence, 1), _BRACKET.search(sentence, 1)
    stops = [match.start() for match in (verb, bracket) if match]
    if not stops:
        first = clean(sentence.split(",")[0]) if "," in sentence else ""
        return (
            [Name(first, 0.7)]
            if " " in first and is_proper(first) and _plausible(first, language)
            else _capital_run(sentence)
        )
    head = sentence[: min(min(stops), _HEAD)]
    flat = _BRACKETED.sub(" ", sentence[: verb.start()])[:_HEAD] if verb else head
    raw = list(dict.fromkeys(filter(None, map(clean, _heads(head, flat)))))
    found = [made for name in raw for made in _with_article(name, language)]
    found += [Name(part, 0.85) for part in _alternatives(clean(head), language)]
    return found or _capital_run(sentence)


def _first_sentence(opening: str, language: str) -> str:
    """The first sentence without an opening phrase such as "In translation, "."""
    spans = sentences(opening)
    ends = (span.end for span, after in zip_longest(spans, spans[1:]) if not _goes_on(opening, after))
    sentence = opening[: next(ends, 0)]
    found = words(sentence)
    foreword = _FOREWORD.match(sentence)
    articles = listed("articles", language)
    if not foreword or not found or found[0].folded not in stop_words(language) or found[0].folded in articles:
        return sentence
    return sentence[foreword.end() :]


def _goes_on(opening: str, after: Span | None) -> bool:
    """Whether what seems to be the next sentence is none: "Do You Believe in Magic? is a film"."""
    return after is not None and opening[after.start].islower()


def _heads(head: str, flat: str) -> Iterator[str]:
    """Candidates for the name, best first. ``flat`` goes on to the verb, without what stands in brackets."""
    joint = _JOINT.search(head)
    if joint and not is_proper(head):
        if " " in head[: joint.start()].strip():  # one word and a colon is a key and its value
            yield head[: joint.start()]
        return
    if _is_series(head):
        yield head
        return
    yield head.split(",")[0]
    yield head
    before, comma, after = flat.partition(",")
    if is_proper(before):
        yield before
    if comma:
        yield f"{before},{after.split(',')[0]}"


def _with_article(name: str, language: str) -> Iterator[Name]:
    """The name as it stands and without its article, if it can be one at all."""
    if not _plausible(name, language):
        return
    bare = without_article(name, language)
    proper = is_proper(bare)
    mixed = sum(map(has_capital, bare.split())) * 2 > len(bare.split())
    if not proper and (
        len(bare.split()) > (_LONGEST if mixed else _LONGEST_COMMON) or (bare != name and " " not in bare)
    ):
        return
    strength = 0.9 if proper else 0.7 if mixed else 0.5
    if bare != name:
        yield Name(bare, strength)
        if proper:
            yield Name(name, strength)
    else:
        yield Name(name, strength)


def _plausible(name: str, language: str) -> bool:
    """Whether a run of words may be a name: not long, no clause, and not opened by a pronoun or preposition."""
    found = words(name)
    if not 0 < len(found) <= _LONGEST or not any(char.isalpha() for char in name):
        return False
    if name[-1].isdigit() and read_date(name, language) is not None:
        return False
    first = found[0].folded
    pointing = first in listed("pointing", language)
    opener = first in stop_words(language) and first not in listed("articles", language)
    if pointing or (opener and (len(found) < 2 or not has_capital(found[-1].text))):
        return False
    return not any(word.folded in clause_words() and word.text[0].islower() for word in found)


def _is_series(name: str) -> bool:
    """ "Salt, Pepper and Oil": its last comma leads to an "and"; such a head names no single thing before its first comma."""
    if "," not in name:
        return False
    last = name.rsplit(",", 1)[-1].split()
    return bool(last) and (fold(last[0]) in ("and", "y", "e") or any(fold(word) in ("and", "y") for word in last[1:3]))


def _alternatives(name: str, language: str) -> list[str]:
    joints = "|".join(sorted(listed("alternatives", language))) or "(?!)"
    parts = re.split(rf",?\s+(?:{joints})\s+", name)
    return [clean(part) for part in parts if is_proper(part)] if len(parts) > 1 else []


def _capital_run(opening: str) -> list[Name]:
    """The capitalised words a sentence opens with, if there are two or more: "Debbie Smith plays …"."""
    run = _proper_run(opening)
    found = [word for word in words(run) if word.folded not in function_words()]
    if len(found) < 2 or words(run)[0].folded in function_words():
        return []
    return [Name(run, 0.6)]


def _proper_run(text: str) -> str:
    """Capitalised words and the function words between them, from the start of a text."""
    end, last = 0, 0
    for word in words(text):
        if re.search(r"[^\s.'’&-]", text[last : word.start]) or re.search(
            r"[^.\s]{4,}\.\s|\.\s\s", text[last : word.start]
        ):
            break
        if has_capital(word.text) or (end and word.text.isdigit()):
            end = end if end and word.folded in function_words() else word.end
        elif word.folded not in function_words() or not end:
            break
        last = word.end
    return clean(text[:end])


def _also_known(opening: str, language: str) -> Iterator[str]:
    """Other names given in the first sentence, or in a second one that goes on about the same thing ("It is also …")."""
    spans = sentences(opening)[:2]
    if len(spans) == 2 and fold(opening[spans[1].start : spans[1].end].split()[0]) not in stop_words(language):
        spans.pop()
    opening = opening[: spans[-1].end] if spans else opening
    for match in trigger("also_known", language).finditer(opening):
        for name in listed_names(opening[match.end() : match.end() + 200]):
            if _plausible(name, language):
                yield name


def listed_names(text: str) -> list[str]:
    """The names right after a phrase that announces them: a list in quotes, else one capitalised run."""
    text = re.sub(r"^[\s,:]*(?:(?:the|as|el|la|los|las|by|por)\s+)?", "", text)
    quoted: list[str] = []
    while match := QUOTED.match(text):
        quoted.append(clean(match["name"]))
        text = re.sub(r"^[\s,]*(?:(?:and|or|y|o|u)\s+)?(?:the\s+|as\s+)?", "", text[match.end() :])
    if quoted:
        return quoted
    run = _proper_run(text)
    rest = text[text.find(run) + len(run) :] if run else ""
    return [run] if run and not re.match(r"\s*,?\s*\d", rest) else []


@lru_cache(maxsize=8)
def _verbs(language: str) -> re.Pattern[str]:
    """Verbs that part what is defined from what it is; lower case only, for titles hold them too ("What Is Love")."""
    verbs = "|".join(map(re.escape, phrases("lead_verbs", language))) or "(?!)"
    return re.compile(rf"\s*,?(?<!\w)(?:{verbs})\b")


@lru_cache(maxsize=16)
def trigger(kind: str, language: str) -> re.Pattern[str]:
    """The phrases of a kind of a language's table, anywhere in a text."""
    known = "|".join(map(re.escape, phrases(kind, language))) or "(?!)"
    return re.compile(rf"(?<!\w)(?:{known})(?!\w)")
