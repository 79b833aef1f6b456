"""Which versions of a source there are: answered from the graph, never from a text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from contract.evidence import Aspect, Evidence, Question
from language.words import stems, words
from retrieval.thing import Thing, thing
from service.composed import Composed, Shown, composed, listed, part, record, whole
from service.texts import say
from service.versions.families import plain
from service.versions.named import Product, Versioned, asked_of, products


def versions(sources: Sequence[Versioned], question: Question) -> Composed | None:
    """The versions of what the question names, of all where it names nothing; None if it says anything else beside it.

    Of sources in another language the question may have words for their name that they have not.
    """
    if question.aspect is None:
        return None
    named = asked_of(sources, question)
    what = thing(question, frozenset[str]().union(*(source.names for source in named)))
    if what.stems and not (named and _translated(named, question, what)):
        return None  # the question asks for more than versions, or of something that has none here
    said = [
        shown
        for one in products(named or sources, question, whole=not what.stems)
        for shown in _said(question, question.aspect, one, _record(one, question.language))
    ]
    return composed(question, said, "versions") if said else None


def _translated(named: Sequence[Versioned], question: Question, what: Thing) -> bool:
    """Whether what is left may be the name in the question's language of sources in another: no code, no proper name."""
    foreign = all(one.metadata.language != question.language for source in named for one in source.revisions)
    left = [
        word.text for word in words(question.text)[1:] if set(stems(word.text, question.language)) & set(what.stems)
    ]
    proper = any(word[:1].isupper() for word in left)
    return foreign and not proper and not what.codes


def _record(one: Product, language: str) -> Evidence:
    revisions = max((source.revisions for source in one.sources), key=len)
    return record(revisions, say("versions_record", language, name=one.name, labels=listed(one.labels)), language)


def _said(question: Question, aspect: Aspect, one: Product, shown: Evidence) -> Iterator[Shown]:
    if aspect is Aspect.EXISTS:
        for label in question.versions:
            yield _existing(question.language, one, label, shown)
    elif aspect in (Aspect.OLDEST, Aspect.NEWEST):
        label = one.labels[0] if aspect is Aspect.OLDEST else one.labels[-1]
        yield Shown(say(f"versions_{aspect}", question.language, name=one.name, label=label), (part(shown, label),))
    elif aspect in (Aspect.BEFORE, Aspect.AFTER):
        yield from _beside(question, aspect, one, shown)
    else:
        key = "versions_list" if len(one.labels) > 1 else "versions_list_one"
        values = {"name": one.name, "count": len(one.labels), "labels": listed(one.labels)}
        yield Shown(say(key, question.language, **values), (whole(shown),))


def _existing(language: str, one: Product, label: str, shown: Evidence) -> Shown:
    """A label as it is written, or the beginning of some: "16" of 16.20.2."""
    found = [known for known in one.labels if plain(known) == plain(label)]
    found = found or [known for known in one.labels if plain(known).startswith(f"{plain(label)}.")]
    if not found:
        return Shown(say("versions_no", language, name=one.name, label=label), (whole(shown),))
    if len(found) == 1 and plain(found[0]) == plain(label):
        return Shown(say("versions_yes", language, name=one.name, label=found[0]), (part(shown, found[0]),))
    text = say("versions_yes_some", language, name=one.name, label=label, labels=listed(found))
    return Shown(text, tuple(part(shown, known) for known in found))


def _beside(question: Question, aspect: Aspect, one: Product, shown: Evidence) -> Iterator[Shown]:
    """The neighbour of the version that the question names."""
    step = -1 if aspect is Aspect.BEFORE else 1
    for label in question.versions:
        at = next((place for place, known in enumerate(one.labels) if plain(known) == plain(label)), None)
        if at is None:
            yield Shown(say("versions_no", question.language, name=one.name, label=label), (whole(shown),))
        elif 0 <= at + step < len(one.labels):
            found = one.labels[at + step]
            values = {"name": one.name, "label": found, "asked": label}
            yield Shown(say(f"versions_{aspect}", question.language, **values), (part(shown, found),))
        else:
            values = {"name": one.name, "asked": label}
            yield Shown(say(f"versions_none_{aspect}", question.language, **values), (whole(shown),))
