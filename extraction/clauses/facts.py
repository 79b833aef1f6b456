"""Predications become facts where they are worth having: of something with a name, about something that is said in few words.

A fact needs a subject that can be told apart in other texts (a name, a term that the text defines, a kind of thing that a rule is
about) and an object that is no pronoun and no clause. Its predicate is the relation's normal form, never a declared one: what
people declare is read from tables, keys and plain statements, and so no clause can ever be in conflict.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from contract.policy import PredicateRule
from contract.records import MEASURED, Assertion, Datatype, Entity, Fact, Literal, Passage, PassageKind, Span
from extraction.clauses.grammar import Grammar, grammar
from extraction.clauses.kept import Place
from extraction.clauses.plain import Plain, readable
from extraction.clauses.reading import said
from extraction.clauses.records import CLAUSES, Argument, Part, Phrase, Predication
from extraction.made import entity, fact
from language.values import parse
from language.words import key, words

_READ = (PassageKind.PROSE, PassageKind.LIST)
MOST = 2000  # sentences of a document that are parsed: some twenty seconds
_SUBJECT = 6  # words of a subject, without its article
_OBJECT = 10  # words of an object
_RELATION = 5  # words of a predicate
_QUOTES = " \"'“”«»‘’"
_NAMES = frozenset(["PROPN"])
_THINGS = frozenset(["PROPN", "NOUN"])


@dataclass(frozen=True, slots=True)
class _Reading:
    tenant: str
    language: str
    table: Grammar
    predicates: Mapping[str, PredicateRule]
    defined: Collection[str]


@dataclass(frozen=True, slots=True)
class Drawn:
    """What sentences state. ``unread`` sentences were left out, as a document may have only so many parsed."""

    entities: tuple[Entity, ...] = ()
    facts: tuple[Fact, ...] = ()
    assertions: tuple[Assertion, ...] = ()
    unread: int = 0


def clause_facts(
    passages: Sequence[Passage],
    *,
    tenant: str,
    language: str,
    predicates: Mapping[str, PredicateRule],
    defined: Collection[str],
    most: int = MOST,
    kept: Place | None = None,
) -> Drawn:
    """The facts that sentences of prose and lists state, each once in a passage. ``defined`` are keys of names in the text.

    What is asked, wished or a condition is left out. A denial, a modal, conditions, who says it, time, place and other arguments
    are qualifiers; a denial is the polarity of the assertion too. Nothing is drawn in a language without a parser. ``kept`` is
    where what the source's last revision says is looked up.
    """
    table = grammar(language)
    if table is None:
        return Drawn()
    reading = _Reading(tenant, language, table, predicates, frozenset(defined))
    found = [(passage, each) for passage in passages if passage.kind in _READ for each in readable(passage.text, table)]
    entities: dict[str, Entity] = {}
    drawn: dict[str, Fact] = {}
    assertions: dict[tuple[str, str], Assertion] = {}
    read = found[:most]
    texts = [each.text for _, each in read]
    for (passage, sentence), told in zip(read, (kept.said if kept else said)(texts, language), strict=False):
        for each in told:
            fact = _fact(each, reading, entities)
            if fact is not None:
                drawn.setdefault(fact.id, fact)
                span = _place(each, sentence, passage)
                assertions.setdefault(
                    (fact.id, passage.id), Assertion(fact.id, passage.id, span, CLAUSES, each.polarity)
                )
    return Drawn(
        tuple(entities.values()), tuple(drawn.values()), tuple(assertions.values()), unread=len(found) - len(read)
    )


def _fact(told: Predication, reading: _Reading, entities: dict[str, Entity]) -> Fact | None:
    subject = _subject(told, reading)
    main = told.arguments[0]
    predicate = "_".join(key(told.name).split())
    if told.implied and main.phrase.pos != "NOUN":  # "Venice, California" is no more than a place in a place
        return None
    if not told.asserted or subject is None or not _is_object(main, reading):
        return None
    if not predicate or predicate in reading.predicates or predicate.count("_") >= _RELATION:
        return None
    value = _value(main.phrase, reading)
    about = entity(reading.tenant, subject)
    thing = entity(reading.tenant, value.raw) if value.datatype is Datatype.ENTITY else None
    if about is None or (value.datatype is Datatype.ENTITY and thing is None):
        return None
    for each in (about, thing):
        if each is not None:
            entities.setdefault(each.id, each)
    qualifiers = tuple(sorted(dict(_qualifiers(told)).items()))
    return fact(reading.tenant, about, predicate, value, thing, qualifiers)


def _subject(told: Predication, reading: _Reading) -> str | None:
    """The subject without its article; None where no other text could mean the same by it."""
    phrase, table = told.subject, reading.table
    bare = _name(_bare(phrase, table))
    spoken = words(bare)
    if phrase.pos not in _THINGS or not 0 < len(spoken) <= _SUBJECT or not _names_one(bare):
        return None
    first = phrase.text.split()[0]
    if any(table.has(kind, phrase.head) for kind in ("timely", "pronouns", "articles")) or table.has("owners", first):
        return None
    if key(bare) in reading.defined or _is_name(phrase, bare):
        return bare
    if any(table.has(kind, first) for kind in ("pronouns", "indefinite", "negations")):
        return None
    definite = table.has("articles", first)
    return bare if not definite or len(spoken) > 1 or told.modality else None


def _name(text: str) -> str:
    """A name without the common words before it: "film producer Amy Hobby"."""
    parts = text.split()
    at = next((at for at, part in enumerate(parts) if not part[0].islower()), 0)
    return " ".join(parts[at:]) if all(not part[0].islower() for part in parts[at:]) else text


def _names_one(text: str) -> bool:
    """Whether no sign parts the words of a name."""
    return not any(sign in text for sign in ",;:()")


def _is_object(argument: Argument, reading: _Reading) -> bool:
    phrase, table = argument.phrase, reading.table
    if argument.part is Part.CLAUSE or not 0 < len(words(_bare(phrase, table))) <= _OBJECT:
        return False
    return phrase.pos not in ("PRON", "DET", "PUNCT") and not table.has("pronouns", phrase.head)


def _is_name(phrase: Phrase, bare: str) -> bool:
    return phrase.pos in _NAMES and any(word.text[0].isupper() or word.text[0].isdigit() for word in words(bare))


def _value(phrase: Phrase, reading: _Reading) -> Literal:
    """An amount or date as such, a name as an entity, anything else as text."""
    bare = _bare(phrase, reading.table)
    read = parse(phrase.text, reading.language)
    if read.datatype in MEASURED:
        return read
    indefinite = reading.table.has("indefinite", phrase.text.split()[0])
    named = (_is_name(phrase, bare) and not indefinite) or key(bare) in reading.defined
    return parse(bare, reading.language, Datatype.ENTITY if named else Datatype.TEXT)


def _qualifiers(told: Predication) -> Iterator[tuple[str, str]]:
    """Name and value of what narrows it, as written; of several by one preposition all, in their order.

    A denial is among them, so that it is another fact than what it denies.
    """
    if told.polarity != "affirmed":
        yield "polarity", told.polarity
    if told.modality:
        yield "modality", told.modality.casefold()
    if told.conditions:
        yield "condition", "; ".join(each.text for each in told.conditions)
    if told.attributed is not None:
        yield "according_to", told.attributed.text
    named = sorted(((_named(each), each.phrase.text) for each in told.arguments[1:]), key=lambda pair: pair[0])
    for name, same in groupby(named, key=lambda pair: pair[0]):
        if name:
            yield name, "; ".join(text for _, text in same)


def _named(argument: Argument) -> str:
    match argument.part:
        case Part.TIME:
            return "time"
        case Part.OBLIQUE:
            return key(argument.phrase.text.split()[0]) if len(argument.phrase.text.split()) > 1 else ""
        case Part.OBJECT | Part.COMPLEMENT:
            return "with"
    return ""


def _bare(phrase: Phrase, table: Grammar) -> str:
    """Without quotes around it, its article, or the "no" before it, which is polarity."""
    text = phrase.text.strip(_QUOTES)
    first, _, rest = text.partition(" ")
    return rest.strip(_QUOTES) if rest and (table.has("articles", first) or table.has("negations", first)) else text


def _place(told: Predication, sentence: Plain, passage: Passage) -> Span:
    """From the first word to the last of subject, relation and main argument, in the document."""
    phrases = [told.subject, told.arguments[0].phrase, *([] if told.implied else [told.relation])]
    within = Span(min(each.span.start for each in phrases), max(each.span.end for each in phrases))
    placed = sentence.place(within)
    return Span(passage.span.start + placed.start, passage.span.start + placed.end)
