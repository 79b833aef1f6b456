"""What noun phrases imply: "X, the Y" is, "X's Y" has."""

from __future__ import annotations

from collections.abc import Iterator

from extraction.clauses.phrases import conjuncts, noun_phrase, set_off
from extraction.clauses.records import Argument, Part, Phrase, Predication
from extraction.clauses.tree import Tree


def nominal(tree: Tree) -> Iterator[Predication]:
    """Every apposition that a comma, bracket or dash sets off; of several to one noun none, since they are a list."""
    for node in tree.nodes:
        beside = [each for each in tree.under(node.at, "apposition") if set_off(tree, each)]
        if len(beside) != 1:
            continue
        about = noun_phrase(tree, node.at, bare=True)
        for each in conjuncts(tree, beside[0]):
            said = noun_phrase(tree, each)
            if about and said:
                yield _implied(tree, "is", about, Argument(said, Part.COMPLEMENT), "apposition")


def _implied(tree: Tree, relation: str, about: Phrase, said: Argument, rule: str) -> Predication:
    said_as, name = tree.grammar.implied[relation], tree.grammar.names[relation]
    return Predication(about, Phrase(said_as, ()), name, (said,), rule, implied=True)
