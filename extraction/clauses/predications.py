"""Clauses become predications: coordination is distributed, the relation takes the preposition of its main argument."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product

from extraction.clauses.clauses import Clause, clauses
from extraction.clauses.nominal import nominal
from extraction.clauses.phrases import conjuncts, noun_phrase, phrase
from extraction.clauses.records import Argument, Part, Predication
from extraction.clauses.standing import Standing, name, negated_by, standing
from extraction.clauses.tree import NOUNS, Tree

_MOST = 12  # predications of one clause


def predications(tree: Tree) -> tuple[Predication, ...]:
    """What a sentence says, each thing once: clauses first, then what its noun phrases imply."""
    found = [each for clause in clauses(tree) for each in islice(_of_clause(tree, clause), _MOST)]
    found += nominal(tree)
    return tuple(dict.fromkeys(found))


@dataclass(frozen=True, slots=True)
class _Main:
    """What a predication says first of its subject: words added to the verb's, and the argument."""

    added: tuple[int, ...]
    argument: Argument
    node: int
    rule: str


def _of_clause(tree: Tree, clause: Clause) -> Iterator[Predication]:
    stands = standing(tree, clause)
    for subject, main in product(conjuncts(tree, clause.subject), _mains(tree, clause, stands)):
        about = noun_phrase(tree, subject, bare=True)
        relation = phrase(tree, (*clause.group, *main.added))
        if not about or not relation:
            continue
        denied = stands.polarity == "negated" or negated_by(tree, subject) or negated_by(tree, main.node)
        yield Predication(
            subject=about,
            relation=relation,
            name=name(tree, clause, main.added),
            arguments=(main.argument, *_rest(tree, clause, main, stands)),
            rule=main.rule,
            asserted=stands.asserted,
            polarity="negated" if denied else "affirmed",
            modality=stands.modality,
            conditions=stands.conditions,
            attributed=stands.attributed,
        )


def _mains(tree: Tree, clause: Clause, stands: Standing) -> Iterator[_Main]:
    if clause.objects:
        for at in (each for one in clause.objects for each in conjuncts(tree, one)):
            if said := noun_phrase(tree, at):
                yield _Main((), Argument(said, Part.OBJECT), at, "object")
        return
    if clause.complements:
        for at in (each for one in clause.complements for each in conjuncts(tree, one)):
            yield from _complement(tree, at)
        return
    after = [
        each
        for kind in (clause.obliques, clause.times)
        for each in kind
        if each > clause.head and each not in stands.used and (kind is clause.obliques or tree.under(each, "case"))
    ]
    if after:
        first = after[0]
        markers = tuple(tree.under(first, "case"))
        for at in conjuncts(tree, first):
            own = tuple(tree.under(at, "case")) or markers
            if said := noun_phrase(tree, at, without=own):
                yield _Main(_with_adverbs(tree, clause, own), Argument(said, Part.OBLIQUE), at, "oblique")
        return
    for at in clause.clauses:
        if said := phrase(tree, tree.subtree(at)):
            yield _Main((), Argument(said, Part.CLAUSE), at, "clause")
            return
    for at in (*clause.times, *clause.adverbial):
        if at > clause.head and at not in stands.used and (said := phrase(tree, tree.subtree(at))):
            yield _Main((), Argument(said, Part.TIME), at, "time")
            return


def _complement(tree: Tree, at: int) -> Iterator[_Main]:
    below = [each for each in tree.under(at, "nominal", "oblique") if each > at]
    if tree.nodes[at].pos not in NOUNS and below:
        first = below[0]
        for each in conjuncts(tree, first):
            own = tuple(tree.under(each, "case")) or tuple(tree.under(first, "case"))
            if said := noun_phrase(tree, each, without=own):
                yield _Main((at, *tree.under(at, "adverb"), *own), Argument(said, Part.OBLIQUE), each, "adjective")
        return
    if said := noun_phrase(tree, at):
        yield _Main((), Argument(said, Part.COMPLEMENT), at, "complement")


def _with_adverbs(tree: Tree, clause: Clause, markers: tuple[int, ...]) -> tuple[int, ...]:
    """The preposition, with the one-word adverbs between it and the verb."""
    between = [
        each
        for each in tree.under(clause.verb, "adverb")
        if markers and clause.verb < each < markers[0] and not tree.children[each]
    ]
    return (*between, *markers)


def _rest(tree: Tree, clause: Clause, main: _Main, stands: Standing) -> Iterator[Argument]:
    used = {main.node, *main.added, *stands.used}
    others = [*clause.indirect, *clause.obliques, *clause.times, *clause.clauses, *clause.shared]
    others = [each for each in others if each not in used]
    top = {each for each in others if main.node in tree.subtree(each)}
    after = sorted(each for each in others if each > clause.head and each not in top)
    before = sorted(each for each in others if each < clause.head and each not in top)
    for at in (*after, *before):
        part = Part.TIME if at in clause.times else Part.CLAUSE if at in clause.clauses else Part.OBLIQUE
        if said := (phrase(tree, tree.subtree(at)) if part is Part.CLAUSE else noun_phrase(tree, at, whole=True)):
            yield Argument(said, part)
