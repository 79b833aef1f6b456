"""Conflicts in prose: sentences of different sources that say the same of the same thing, but for one number.

Nothing declares what such a sentence is about, so that only what cannot well mean anything else counts: nearly all words
that carry meaning are in both, all names and codes are, every other number is equal, and both are of one kind and unit. A
date is when something holds, not what is said of it: sentences that differ in one say different things, unless it is asked
when, and they stand in two copies of a longer text.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from assembly.ladder import Member, Outcome, resolve
from assembly.state import AssemblyRequest, Item
from contract.ids import content_id
from contract.policy import PredicateRule
from contract.records import Datatype, Literal, PassageKind, Span
from language.asking import kinds
from language.sentences import sentences
from language.values import amounts, same
from language.words import stem, stop_words, words

_FIRST = 12  # of the candidates, best first, that are looked at
_FEWEST = 3  # words that carry meaning, for a sentence to say anything
_MOST = 4  # numbers in one sentence
_ALIKE = 0.85  # share of them that two sentences have in common
_COPY = 0.8  # share of their words that two passages about one thing have in common where no name says so
_SHOWN = 120  # signs of a sentence that tell what it is about
_YEAR = re.compile(r"(?:1[0-9]|20)\d\d")


@dataclass(frozen=True, slots=True)
class Saying:
    """A sentence of a piece, as it is shown and without its numbers; its names and codes; its numbers in order."""

    item: Item
    blank: str
    bare: str
    names: frozenset[str]
    values: tuple[Literal, ...]

    @property
    def language(self) -> str:
        return self.item.language or "en"

    @property
    def stems(self) -> tuple[str, ...]:
        """Those that carry meaning, sorted."""
        return _stems(self.bare, self.language)


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Sayings that differ in one number, and what the ladder made of them by the authority of their sources alone.

    ``about`` are the words of one of them; members go by the ids of their pieces.
    """

    id: str
    about: str
    outcome: Outcome


def disagreements(request: AssemblyRequest, items: Sequence[Item]) -> tuple[Disagreement, ...]:
    """What the best pieces say against one another in words of the question."""
    best = sorted((item for item in items if item.at is not None), key=lambda item: item.order)[:_FIRST]
    near = [item for item in best if _met(_of_passage(item), request) >= _enough(request)]
    said = [saying for item in near for saying in _sayings(item)]
    if not _any_differ(said, dates=_asks_when(request)):
        return ()
    left = [saying for saying in said if len(saying.stems) >= _FEWEST and _met(saying.stems, request)]
    found: list[Disagreement] = []
    while left:
        first, *others = left
        alike = [other for other in others if _alike(first, other)]
        if alike and (made := _made(request, [first, *alike])) is not None:
            found.append(made)
        left = [other for other in others if other not in alike]
    return tuple(found)


def _any_differ(said: Iterable[Saying], *, dates: bool) -> bool:
    """Whether any two could be told against one another, by their sources, names and numbers alone: stems are dear."""
    alike: dict[tuple[object, ...], list[Saying]] = defaultdict(list)
    for saying in said:
        alike[saying.language, saying.names, saying.names or _title(saying), len(saying.values)].append(saying)
    pairs = (pair for group in alike.values() for pair in combinations(group, 2))
    return any(_uri(one.item) != _uri(other.item) and _differing(one, other, dates=dates) for one, other in pairs)


def _made(request: AssemblyRequest, group: Sequence[Saying]) -> Disagreement | None:
    sides: dict[str, tuple[Saying, Literal]] = {}
    when = _asks_when(request)
    for one, other in combinations(group, 2):
        if _uri(one.item) == _uri(other.item) or not _of_one_thing(one, other, request):
            continue
        if (values := _differing(one, other, dates=when and _dated(one, other))) is not None:
            for saying, value in zip((one, other), values, strict=True):
                sides.setdefault(saying.item.id, (saying, value))
    if len(sides) < 2:
        return None
    members = [
        Member(id_, value, _type(saying.item), saying.item.authority) for id_, (saying, value) in sorted(sides.items())
    ]
    about = " ".join(group[0].stems)
    outcome = resolve(members, PredicateRule(about, members[0].value.datatype, "one"), request.valid_at)
    if outcome.resolution is None:
        return None
    return Disagreement(content_id(request.view.scope.tenant, "prose", about), _shortened(group[0].blank), outcome)


def _alike(one: Saying, other: Saying) -> bool:
    first, second = Counter(one.stems), Counter(other.stems)
    common = 2 * (first & second).total() / (first.total() + second.total())
    return common >= _ALIKE and one.names == other.names and one.item.language == other.item.language


def _differing(one: Saying, other: Saying, *, dates: bool) -> tuple[Literal, Literal] | None:
    """The two values where the sayings are equal but for one number of one kind and unit, however often they say it."""
    if len(one.values) != len(other.values):
        return None
    pairs = [(a, b) for a, b in zip(one.values, other.values, strict=True) if not _equal(a, b)]
    if not pairs or not all(_equal(a, pairs[0][0]) and _equal(b, pairs[0][1]) for a, b in pairs):
        return None
    a, b = pairs[0]
    alike = a.datatype is b.datatype and a.unit == b.unit and (dates or not (_dates(a) or _dates(b)))
    return (a, b) if alike and not same(a, b) else None


def _equal(a: Literal, b: Literal) -> bool:
    return (a.datatype, a.value, a.unit, a.high) == (b.datatype, b.value, b.unit, b.high)


def _dates(value: Literal) -> bool:
    return value.datatype is Datatype.DATE or (value.unit is None and bool(_YEAR.fullmatch(value.value)))


def _of_one_thing(one: Saying, other: Saying, request: AssemblyRequest) -> bool:
    """Whether the sentence names what it is about and says what is asked, or stands in two copies of a text, which does."""
    if one.names and all(_met(each.stems, request) >= _enough(request) for each in (one, other)):
        return True
    return _copies(one, other)


def _copies(one: Saying, other: Saying) -> bool:
    """Whether two sayings stand in copies of one text under like titles."""
    first, second = _bag(one.item.text), _bag(other.item.text)
    common = 2 * (first & second).total() / max(1, first.total() + second.total())
    return common >= _COPY and _named(one.item) == _named(other.item) and _title(one) == _title(other)


def _dated(one: Saying, other: Saying) -> bool:
    """Whether more than the sentences tells that both give the date of one thing."""
    return _copies(one, other) and all(len(sentences(each.item.text)) > 1 for each in (one, other))


def _asks_when(request: AssemblyRequest) -> bool:
    return "date" in kinds(request.question.text, request.question.language)


def _enough(request: AssemblyRequest) -> int:
    """How many of the question's stems say what is asked."""
    return min(2, len(set(request.question.stems))) or 1


def _met(said: Iterable[str], request: AssemblyRequest) -> int:
    return len(set(request.question.stems).intersection(said))


def _of_passage(item: Item) -> Sequence[str]:
    return item.at.passage.stems.split() if item.at else ()


def _sayings(item: Item) -> Iterator[Saying]:
    if item.at is None or item.at.passage.kind not in (PassageKind.PROSE, PassageKind.LIST):
        return
    yield from (Saying(item, *read) for read in _read(item.at.passage.text, item.language or "en"))


@lru_cache(maxsize=512)
def _read(text: str, language: str) -> tuple[tuple[str, str, frozenset[str], tuple[Literal, ...]], ...]:
    found = []
    for span in sentences(text):
        said = text[span.start : span.end]
        numbers = amounts(said, language)
        if not 0 < len(numbers) <= _MOST:
            continue
        bare = _bare(said, numbers)
        found.append((_blanked(said, numbers), bare, _names(bare), tuple(value for _, value in numbers)))
    return tuple(found)


@lru_cache(maxsize=512)
def _stems(bare: str, language: str) -> tuple[str, ...]:
    stop = stop_words(language)
    return tuple(sorted(stem(word.text, language) for word in words(bare) if word.folded not in stop))


def _bare(said: str, numbers: Sequence[tuple[Span, Literal]]) -> str:
    """A text with blanks for its numbers; all else stands where it stood."""
    for at, _ in numbers:
        said = said[: at.start] + " " * (at.end - at.start) + said[at.end :]
    return said


def _named(item: Item) -> frozenset[str]:
    """The names of a piece; a month in a date is none."""
    return _names(_bare(item.text, amounts(item.text, item.language or "en")))


def _blanked(said: str, numbers: Sequence[tuple[Span, Literal]]) -> str:
    for at, _ in reversed(numbers):
        said = f"{said[: at.start]}…{said[at.end :]}"
    return " ".join(said.split())


def _shortened(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


@lru_cache(maxsize=512)
def _names(text: str) -> frozenset[str]:
    """Words that name a thing: a capital within a sentence or two in a row, and codes with letters and digits."""
    found = set()
    begins = {span.start for span in sentences(text)}
    before: int | None = None
    for word in words(text):
        capital = word.text[:1].isupper()
        coded = any(char.isdigit() for char in word.text) and any(char.isalpha() for char in word.text)
        follows = before is not None and word.start - before == 1
        if coded or (capital and (word.start not in begins or follows)):
            found.add(word.text)
        before = word.end if capital else None
    return frozenset(found)


@lru_cache(maxsize=512)
def _bag(text: str) -> Counter[str]:
    return Counter(word.folded for word in words(text))


def _title(saying: Saying) -> frozenset[str]:
    title = saying.item.at.revision.metadata.title if saying.item.at else ""
    return frozenset(word.folded for word in words(title) if not word.text.isdigit())


def _uri(item: Item) -> str:
    return item.at.revision.uri if item.at else item.id


def _type(item: Item) -> str:
    return item.at.revision.metadata.source_type if item.at else ""
