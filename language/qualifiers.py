"""What narrows a statement or a question: the country, the plan, the channel, the kind of customer it is for.

A qualifier is a name and a folded value. Declared ones are known by their values, or by a word beside their label ("Premium
customers", «plan Básico»); what follows "for" or a place after "in" is a qualifier under that word where nothing declared
stands in it. One reading serves headings, labels and questions, so that the two sides meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from contract.policy import QualifierRule
from language.tables import LANGUAGES, table
from language.words import Word, fold, key, stem, stop_words, words

Qualifiers = Mapping[str, str]
Rules = Mapping[str, QualifierRule]

FOR, IN = "for", "in"
_BESIDE = 3  # words that a value beside its label has at most
_LONGEST = 6  # words after "for" that are still a scope and not a clause


@dataclass(slots=True)
class _Reading:
    """A text being read: its words, which of them say a qualifier or announce one, and what was found."""

    text: str
    spoken: list[Word]
    language: str
    said: list[str]  # the words folded
    taken: set[int] = field(default_factory=set)
    found: dict[str, str] = field(default_factory=dict)

    def folded(self, at: int) -> str:
        return self.said[at]

    def adjoins(self, one: int, other: int) -> bool:
        """Whether nothing but space stands between two words that follow one another."""
        return self.text[self.spoken[one].end : self.spoken[other].start].isspace()

    def is_content(self, at: int) -> bool:
        return self.folded(at) not in stop_words(self.language) and at not in self.taken


def of_heading(text: str, language: str, rules: Rules) -> tuple[dict[str, str], bool]:
    """The qualifiers that a heading or a caption says, and whether it says nothing else: declared ones, and what it is "for"
    if it opens with that."""
    reading = _declared(text, language, rules, loose=True)
    if not reading.found and reading.spoken and _announces(FOR, reading.folded(0), language):
        _opened(reading, 0, FOR)
    whole = bool(reading.found) and not any(reading.is_content(at) for at in range(len(reading.spoken)))
    return reading.found, whole


def of_title(text: str, language: str, rules: Rules) -> dict[str, str]:
    """The declared qualifiers of a document's title; what it is "for" is what the document is about."""
    return _declared(text, language, rules, loose=False).found


def of_label(text: str, language: str, rules: Rules) -> dict[str, str]:
    """The qualifiers that the words after a label say ("… for fishing boats", "… in transit"); empty if they say more."""
    reading = _declared(text, language, rules, loose=True)
    if not reading.found and len(reading.spoken) > 1:
        for name in (FOR, IN):
            if _announces(name, reading.folded(0), language):
                _opened(reading, 0, name)
    rest = [at for at in range(len(reading.spoken)) if reading.is_content(at)]
    return {} if rest else reading.found


def of_question(text: str, language: str, rules: Rules) -> dict[str, str]:
    """The scope that a question asks for. A word beside a label counts if it is written as a name; so does what is after "in"."""
    reading = _declared(text, language, rules, loose=False)
    said = set(reading.taken)
    for at in range(len(reading.spoken) - 1):
        for name in (FOR, IN):
            if not _announces(name, reading.folded(at), language) or name in reading.found:
                continue
            phrase = _phrase(reading, at + 1)
            if phrase and not said.intersection(phrase) and (name == FOR or _is_name(reading, phrase[0])):
                _opened(reading, at, name)
    return reading.found


def asked(question: Qualifiers, text: str, language: str, stated: Iterable[tuple[Qualifiers, str]]) -> dict[str, str]:
    """The question's scope in the values that are stated (each with its text's language): what is asked in other words for
    the same, and what it only names.

    A narrower wish takes the stated value that it falls under; a wider one leaves it open, since it leaves out none of them.
    So does one that is no declared value where a text in another language states one: they cannot be told apart.
    """
    scope = dict(question)
    said = _stems(text, language)
    values: dict[str, dict[str, bool]] = {}
    for each, spoken in stated:
        for name, value in each.items():
            values.setdefault(name, {})[value] = name in (FOR, IN) and spoken != language
    for name, among in values.items():
        wished = _stems(scope[name], language) if name in scope else said
        under = {value: _stems(value, language) for value in among}
        fitting = [value for value, own in under.items() if own and own <= wished]
        most = [value for value in fitting if not any(under[value] < under[other] for other in fitting)]
        if len(most) == 1:
            scope[name] = most[0]
        elif most or any(among.values()) or any(wished < own for own in under.values()):
            scope.pop(name, None)
    return scope


def named(header: str, rules: Rules) -> str | None:
    """The declared qualifier whose values a column so headed holds."""
    wanted = key(header)
    for rule in rules.values():
        labels = (label for listed in rule.labels.values() for label in listed)
        if wanted and (wanted == key(rule.name) or any(wanted == key(label) for label in labels)):
            return rule.name
    return None


def value_of(cell: str, name: str, rules: Rules) -> str:
    """A cell's value of a qualifier: the declared one that it spells, else its folded words."""
    folded = key(cell)
    rule = rules.get(name)
    for value, spellings in rule.values.items() if rule else ():
        if any(folded == key(spelling) for spelling in (value, *spellings)):
            return value
    return folded


# -- reading --------------------------------------------------------------------------------------------------------
def _declared(text: str, language: str, rules: Rules, *, loose: bool) -> _Reading:
    spoken_words = words(text)
    reading = _Reading(text, spoken_words, language, [word.folded for word in spoken_words])
    for rule in rules.values():
        for value, spellings in rule.values.items():
            for spelling in (value, *spellings):
                _take(reading, rule.name, value, _keyed(spelling))
    for rule in rules.values():
        for spoken, labels in rule.labels.items():
            for label in labels:
                _beside(reading, rule.name, _keyed(label), spoken, loose=loose)
    return reading


@lru_cache(maxsize=4096)
def _keyed(said: str) -> tuple[str, ...]:
    return tuple(key(said).split())


def _take(reading: _Reading, name: str, value: str, wanted: Sequence[str]) -> None:
    for at in _places(reading, wanted):
        reading.found.setdefault(name, value)
        reading.taken.update(range(at, at + len(wanted)))


def _places(reading: _Reading, wanted: Sequence[str]) -> list[int]:
    said = reading.said
    if not wanted or wanted[0] not in said:
        return []
    return [at for at in range(len(said) - len(wanted) + 1) if said[at : at + len(wanted)] == list(wanted)]


def _beside(reading: _Reading, name: str, label: Sequence[str], spoken: str, *, loose: bool) -> None:
    """The words beside a label: before it in English ("plan B": or a name after it), after it in Spanish."""
    for at in _places(reading, label):
        end = at + len(label)
        after = range(end, len(reading.spoken))
        if spoken == "en":
            run = _run(reading, range(at - 1, -1, -1), at, loose=loose) or _run(reading, after, end - 1, loose=False)
        else:
            run = _run(reading, after, end - 1, loose=loose)
        if run:
            words_of_it = [reading.spoken[place].text for place in sorted(run)]
            reading.found.setdefault(name, key(" ".join(words_of_it)))
            reading.taken.update(run)
        if run or name in reading.found:
            reading.taken.update(range(at, end))


def _run(reading: _Reading, places: Iterable[int], last: int, *, loose: bool) -> list[int]:
    """The content words that adjoin a label on one side; where not ``loose`` only those written as names."""
    run: list[int] = []
    for place in places:
        adjoins = reading.adjoins(min(place, last), max(place, last))
        if not adjoins or not reading.is_content(place) or len(run) == _BESIDE:
            break
        if not loose and not _is_name(reading, place):
            break
        run.append(place)
        last = place
    return run


def _is_name(reading: _Reading, at: int) -> bool:
    """Written as a name: with a capital (not at the start of the text), or a figure."""
    written = reading.spoken[at].text
    return (at > 0 and written[:1].isupper()) or any(char.isdigit() for char in written)


def _phrase(reading: _Reading, at: int) -> list[int]:
    """The words of the phrase that begins here, without its article: up to a sign, a function word or another phrase."""
    if at < len(reading.spoken) and reading.folded(at) in _articles(reading.language):
        at += 1
    phrase: list[int] = []
    while at < len(reading.spoken) and len(phrase) <= _LONGEST:
        function = reading.folded(at) in stop_words(reading.language)
        if (phrase and not reading.adjoins(at - 1, at)) or (function and reading.folded(at) not in ("de", "of")):
            break
        phrase.append(at)
        at += 1
    while phrase and reading.folded(phrase[-1]) in ("de", "of"):
        phrase.pop()
    return phrase if len(phrase) <= _LONGEST else []


def _opened(reading: _Reading, at: int, name: str) -> None:
    phrase = _phrase(reading, at + 1)
    if phrase:
        reading.found[name] = key(" ".join(reading.spoken[place].text for place in phrase))
        reading.taken.update(range(at, phrase[-1] + 1))


def _announces(name: str, word: str, language: str) -> bool:
    return word in _announcing(language)[name]


@lru_cache(maxsize=8)
def _announcing(language: str) -> Mapping[str, frozenset[str]]:
    listed = table(language).get("qualifying", {})
    return {name: frozenset(fold(word) for word in str(listed.get(name, "")).split()) for name in (FOR, IN)}


@lru_cache(maxsize=8)
def _articles(language: str) -> frozenset[str]:
    return frozenset(fold(word) for word in str(table(language).get("articles", "")).split())


def _stems(text: str, language: str) -> frozenset[str]:
    """The content stems of a text, those of both languages for one that may be in either."""
    spoken = LANGUAGES if language not in LANGUAGES else (language,)
    return frozenset(
        stem(word.text, each) for word in words(text) for each in spoken if word.folded not in stop_words(each)
    )
