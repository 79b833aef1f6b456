"""Words of a tree as phrases: what belongs to a noun phrase, and what is said of it apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from contract.records import Span
from extraction.clauses.records import Phrase
from extraction.clauses.tree import Tree

_APART = ("parataxis", "mark")
_DESCRIBING = ("apposition", "relative", "reduced")
_OFF = frozenset([",", "(", "[", "-", "--", "–", "—", ":", ";"])
_JOINED = ("conjunct", "coordinator")


def phrase(tree: Tree, nodes: Iterable[int], head: int | None = None) -> Phrase | None:
    """These words in their order, without punctuation around them; None for none. ``head`` is their main word, if any."""
    kept = sorted(set(nodes))
    while kept and tree.nodes[kept[0]].role == "punctuation":
        kept.pop(0)
    while kept and tree.nodes[kept[-1]].role == "punctuation":
        kept.pop()
    if not kept:
        return None
    spans: list[Span] = []
    for at in kept:
        node = tree.nodes[at]
        if spans and tree.nodes[at - 1].end == spans[-1].end and at - 1 in kept:
            spans[-1] = Span(spans[-1].start, node.end)
        else:
            spans.append(Span(node.start, node.end))
    text = " ".join(tree.text[span.start : span.end] for span in spans)
    main = tree.nodes[head] if head is not None else None
    return Phrase(text, tuple(spans), *((main.word, main.pos) if main else ()))


def noun_phrase(
    tree: Tree, at: int, *, without: Iterable[int] = (), whole: bool = False, bare: bool = False
) -> Phrase | None:
    """A noun with what describes it, but for what is said of it apart: appositions and relative clauses after a comma.

    It comes without what it is coordinated with, unless ``whole``, and ``bare`` without its preposition and with no clause that
    describes it.
    """
    out = [*without, *apart(tree, at)]
    if not whole:
        out += tree.under(at, *_JOINED)
    if bare:
        out += tree.under(at, "case", "relative", "reduced")
    return phrase(tree, tree.subtree(at, out), at)


def apart(tree: Tree, at: int) -> Iterator[int]:
    """What stands below a noun and is no part of its phrase."""
    for below in tree.subtree(at):
        for child in tree.children[below]:
            if tree.nodes[child].role in _APART or (
                tree.nodes[child].role in _DESCRIBING
                and (set_off(tree, child) or (below == at and tree.nodes[child].role == "relative"))
            ):
                yield child


def set_off(tree: Tree, at: int) -> bool:
    """Whether a comma, bracket or dash stands before the words at and below a node, or opens them."""
    first = tree.subtree(at)[0]
    return any(tree.nodes[each].word in _OFF for each in (first, max(first - 1, 0)))


def conjuncts(tree: Tree, at: int) -> list[int]:
    """A node and all that are coordinated with it."""
    found = [at]
    for each in found:
        found += [one for one in tree.under(each, "conjunct") if one not in found]
    return found
