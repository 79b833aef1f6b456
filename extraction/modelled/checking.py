"""A model's triples against the passage: what stands there word for word becomes a fact, all else is refused."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from contract.policy import PredicateRule
from contract.records import MEASURED, Assertion, Datatype, Entity, Fact, Literal, Passage, Span
from extraction.clauses.grammar import Grammar, grammar
from extraction.made import entity, fact
from extraction.modelled.asking import Triple
from extraction.triples.statement import declared, unmarked
from language.sentences import sentences
from language.values import fits, parse
from language.words import folded, key, stem, words

_POLARITIES = ("affirmed", "negated")
_SUBJECT, _OBJECT, _PREDICATE = 8, 24, 6  # words at most


@dataclass(frozen=True, slots=True)
class Checked:
    """What of some triples the passage says; ``refused`` is how many it does not."""

    entities: tuple[Entity, ...] = ()
    facts: tuple[Fact, ...] = ()
    assertions: tuple[Assertion, ...] = ()
    refused: int = 0


@dataclass(frozen=True, slots=True)
class _Reading:
    passage: Passage
    tenant: str
    language: str
    table: Grammar | None
    predicates: Mapping[str, PredicateRule]


def checked(
    triples: Iterable[Triple],
    passage: Passage,
    *,
    tenant: str,
    language: str,
    predicates: Mapping[str, PredicateRule],
    extractor: str,
) -> Checked:
    """The facts among a model's triples of one passage, each with the span of its quote.

    A triple is refused unless its quote stands in the passage within one sentence, subject and object in the quote as they are,
    the predicate's words in the quote in some form, qualifiers in the passage; unless the quote has a negation just where it is
    said to be denied; and, for a declared predicate, unless it is plainly affirmed with a value of the predicate's datatype.
    """
    reading = _Reading(passage, tenant, language, grammar(language), predicates)
    entities: dict[str, Entity] = {}
    facts: dict[str, Fact] = {}
    assertions: dict[str, Assertion] = {}
    refused = 0
    for triple in triples:
        span = _place(triple.quote, passage.text)
        fact = _fact(triple, passage.text[span.start : span.end], reading, entities) if span else None
        if span is None or fact is None:
            refused += 1
            continue
        facts.setdefault(fact.id, fact)
        at = Span(passage.span.start + span.start, passage.span.start + span.end)
        assertions.setdefault(fact.id, Assertion(fact.id, passage.id, at, extractor, triple.polarity))
    return Checked(tuple(entities.values()), tuple(facts.values()), tuple(assertions.values()), refused)


def _place(quote: str, text: str) -> Span | None:
    """Where the quoted words stand, whatever white space parts them; None where they do not, or are more than a sentence."""
    parts = quote.split()
    found = re.search(r"\s+".join(map(re.escape, parts)), text) if parts else None
    if found is None:
        return None
    inside = [each for each in sentences(text) if each.start < found.end() and found.start() < each.end]
    return Span(*found.span()) if len(inside) == 1 else None


def _fact(triple: Triple, quoted: str, reading: _Reading, entities: dict[str, Entity]) -> Fact | None:
    rule = declared(triple.predicate.replace("_", " "), reading.predicates)
    modality = _modality(triple, quoted, reading)
    predicate = rule.name if rule else "_".join(key(triple.predicate).split())
    if modality is None or not predicate or not _is_said(triple, quoted, reading):
        return None
    if rule is not None and (triple.polarity != "affirmed" or modality):
        return None
    value = _value(triple.object, reading, rule)
    about = entity(reading.tenant, rule.subject if rule and rule.subject else _bare(triple.subject, reading))
    thing = entity(reading.tenant, value.raw) if value and value.datatype is Datatype.ENTITY else None
    if value is None or about is None or (value.datatype is Datatype.ENTITY and thing is None):
        return None
    for each in (about, thing):
        if each is not None:
            entities.setdefault(each.id, each)
    narrowed = _qualifiers(triple, modality)
    return fact(reading.tenant, about, predicate, value, thing, narrowed)


def _is_said(triple: Triple, quoted: str, reading: _Reading) -> bool:
    """Whether the quote holds the triple's words and denies it as it is said to, and the passage its qualifiers."""
    for part, most in ((triple.subject, _SUBJECT), (triple.object, _OBJECT)):
        if not 0 < len(words(part)) <= most or not _stands_in(part, quoted):
            return False
    if not 0 < len(key(triple.predicate).split()) <= _PREDICATE or not _is_worded(triple.predicate, quoted, reading):
        return False
    if reading.table is not None and reading.table.has("pronouns", triple.subject.strip()):
        return False
    if not all(key(each.name) and _stands_in(each.value, reading.passage.text) for each in triple.qualifiers):
        return False
    return triple.polarity in _POLARITIES and _denies(quoted, reading) in (None, triple.polarity == "negated")


def _stands_in(part: str, text: str) -> bool:
    """Whether words stand in a text side by side, marks, case and accents apart."""
    wanted = key(unmarked(part))
    return bool(wanted) and f" {wanted} " in f" {key(unmarked(text))} "


def _is_worded(predicate: str, quoted: str, reading: _Reading) -> bool:
    """Whether each word of a predicate is in the quote, in any form."""
    said = set(folded(quoted))
    said |= {stem(word.text, reading.language) for word in words(quoted)}
    parts = predicate.replace("_", " ")
    return all(word.folded in said or stem(word.text, reading.language) in said for word in words(parts))


def _denies(quoted: str, reading: _Reading) -> bool | None:
    """Whether a quote has a word that denies; None in a language whose words for that are not known."""
    return None if reading.table is None else bool(_of_kind("negations", quoted, reading.table))


def _of_kind(kind: str, quoted: str, table: Grammar) -> list[str]:
    spoken = [word for part in quoted.split() for word in (part.strip(".,;:()[]«»“”\"'¡!¿?*_"), *_parted(part))]
    return [word for word in spoken if word and table.has(kind, word)]


def _parted(word: str) -> tuple[str, ...]:
    """ "doesn't" as a parser parts it."""
    lowered = word.casefold().replace("’", "'").rstrip(".,;:!?")
    return ("n't",) if lowered.endswith("n't") else ()


def _modality(triple: Triple, quoted: str, reading: _Reading) -> str | None:
    """The modal verb of a statement: as told, else the quote's own, for it is no plain statement; None where it is made up."""
    if triple.modality.strip():
        return key(triple.modality) if _stands_in(triple.modality, quoted) else None
    found = _of_kind("modals", quoted, reading.table) if reading.table else []
    return key(found[0]) if found else ""


def _qualifiers(triple: Triple, modality: str) -> tuple[tuple[str, str], ...]:
    found = {"_".join(key(each.name).split()): " ".join(unmarked(each.value).split()) for each in triple.qualifiers}
    if triple.polarity != "affirmed":
        found["polarity"] = triple.polarity
    if modality:
        found["modality"] = modality
    return tuple(sorted(found.items()))


def _value(raw: str, reading: _Reading, rule: PredicateRule | None) -> Literal | None:
    """The object as the declared datatype, or None; else an amount or date as such, a name as an entity, all else as text."""
    text = unmarked(" ".join(raw.split()))
    if rule is not None:
        value = parse(text, reading.language, rule.datatype)
        return value if fits(value, rule.datatype) else None
    read = parse(text, reading.language)
    if read.datatype in MEASURED:
        return read
    bare = _bare(text, reading)
    indefinite = reading.table is not None and reading.table.has("indefinite", text.split()[0])
    named = not indefinite and any(word.text[0].isupper() for word in words(bare))
    return parse(bare, reading.language, Datatype.ENTITY if named else Datatype.TEXT)


def _bare(text: str, reading: _Reading) -> str:
    """A name without its article and Markdown's marks."""
    name = unmarked(" ".join(text.split()))
    first, _, rest = name.partition(" ")
    return rest if rest and reading.table is not None and reading.table.has("articles", first) else name
