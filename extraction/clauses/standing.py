"""How a clause stands in its sentence: said or only supposed, affirmed or negated, who says it, under which conditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from extraction.clauses.clauses import Clause
from extraction.clauses.phrases import noun_phrase, phrase, set_off
from extraction.clauses.records import Phrase
from extraction.clauses.tree import VERBS, Tree

_FINITE = ("finite", "")
_DESCRIBING = ("gerund", "participle")


@dataclass(frozen=True, slots=True)
class Standing:
    """See ``Predication``. ``used`` are the nodes of the conditions and of who says it: they are no arguments."""

    asserted: bool
    polarity: str
    modality: str
    conditions: tuple[Phrase, ...]
    attributed: Phrase | None
    used: frozenset[int]


def standing(tree: Tree, clause: Clause) -> Standing:
    """Of one clause, whatever its main argument."""
    limits = list(dict.fromkeys(_opening(tree, clause, "conditions")))
    sources = list(dict.fromkeys(_opening(tree, clause, "according")))
    teller = _teller(tree, clause.head)
    attributed = noun_phrase(tree, teller, bare=True) if teller is not None else None
    if attributed is None and sources:
        attributed = noun_phrase(tree, sources[0], bare=True)
    conditions = tuple(said for each in limits if (said := phrase(tree, tree.subtree(each))))
    modal = [each for each in clause.group if tree.is_a("modals", each)]
    return Standing(
        asserted=_is_asserted(tree, clause),
        polarity="negated" if any(_negates(tree, each) for each in _deciding(tree, clause)) else "affirmed",
        modality=tree.nodes[modal[0]].word if modal else "",
        conditions=conditions,
        attributed=attributed,
        used=frozenset((*limits, *sources)),
    )


def negated_by(tree: Tree, at: int) -> bool:
    """Whether a noun denies what is said of it: "no company", "nobody", «ningún cliente»."""
    return any(tree.is_a("negations", each) for each in (at, *tree.under(at, "determiner", "negation")))


def name(tree: Tree, clause: Clause, added: Iterable[int] = ()) -> str:
    """The relation's normal form: verbs as in a dictionary, but a passive participle as it is; then particles and the
    preposition. Without auxiliaries, modals, negation and adverbs."""
    kept = []
    for at in clause.group:
        node = tree.nodes[at]
        if at in clause.chain and node.pos in VERBS:
            passive = _is_passive(tree, clause, at)
            kept.append(tree.grammar.participle(node.word.casefold()) if passive else node.lemma or node.word)
        elif at in clause.chain or node.role in ("reflexive", "particle"):
            kept.append(node.word)
    kept += [tree.nodes[at].word for at in added if tree.nodes[at].role != "adverb"]
    return " ".join(kept).casefold()


def _is_passive(tree: Tree, clause: Clause, at: int) -> bool:
    if tree.nodes[at].form != "participle":
        return False
    helpers = [each for each in clause.group if tree.nodes[each].role == "auxiliary" and each < at]
    return not helpers or tree.is_a("copulas", helpers[-1])


def _deciding(tree: Tree, clause: Clause) -> Iterator[int]:
    yield from clause.group
    yield from tree.under(clause.head, "mark", "case", "negation")


def _negates(tree: Tree, at: int) -> bool:
    return tree.nodes[at].role == "negation" or tree.is_a("negations", at)


def _opening(tree: Tree, clause: Clause, kind: str) -> Iterator[int]:
    """What hangs on the verb, or before the verb it is coordinated with, and begins with a phrase of this kind."""
    own = [each for one in clause.chain for each in tree.under(one, "adverbial_clause", "oblique")]
    for at in (*own, *_before(tree, clause.head)):
        if opens(tree, at, kind):
            yield at


def opens(tree: Tree, at: int, kind: str) -> bool:
    """Whether the words at and below a node begin with a phrase of this kind, whatever sign stands before them."""
    words = [tree.nodes[each].word for each in tree.subtree(at) if tree.nodes[each].role != "punctuation"]
    return tree.grammar.opens(kind, words)


def _before(tree: Tree, at: int) -> Iterator[int]:
    node = tree.nodes[at]
    if node.role == "conjunct" and tree.nodes[node.head].pos in VERBS:
        yield from (each for each in tree.under(node.head, "adverbial_clause", "oblique") if each < node.head)
        yield from _before(tree, node.head)


def _teller(tree: Tree, at: int) -> int | None:
    """The subject of the verb of saying under which a clause stands."""
    while tree.nodes[at].role != "root":
        node = tree.nodes[at]
        if node.role == "clause" and tree.is_a("reports", node.head):
            return next(iter(tree.under(node.head, "subject")), None)
        at = node.head
    return None


def _is_asserted(tree: Tree, clause: Clause) -> bool:
    """Not asked, not under a condition, no wish or purpose (an infinitive or subjunctive at the clause or above it), and not only
    which of some things is meant ("products that break")."""
    if tree.text.rstrip().endswith("?") or not _is_finite(tree, clause) or _picks_out(tree, clause):
        return False
    at = clause.head
    while tree.nodes[at].role != "root":
        if tree.nodes[at].role == "adverbial_clause" and opens(tree, at, "conditions"):
            return False
        at = tree.nodes[at].head
        if at not in clause.chain and tree.nodes[at].pos in VERBS and tree.nodes[at].form == "subjunctive":
            return False
    return True


def _is_finite(tree: Tree, clause: Clause) -> bool:
    forms = [tree.nodes[each].form for each in clause.group if tree.nodes[each].pos in VERBS]
    if tree.nodes[clause.head].form in _DESCRIBING and tree.nodes[_first(tree, clause.head)].role != "root":
        return True
    return any(form in _FINITE for form in forms) and "subjunctive" not in forms


def _picks_out(tree: Tree, clause: Clause) -> bool:
    """Whether a clause that nothing sets off describes a noun that is no name: of it alone the clause is not said."""
    first = _first(tree, clause.head)
    described = tree.nodes[first].head == clause.subject and tree.nodes[first].role in ("relative", "reduced")
    return described and not set_off(tree, first) and tree.nodes[clause.subject].pos != "PROPN"


def _first(tree: Tree, at: int) -> int:
    """The first of the verbs that one is coordinated with."""
    while tree.nodes[at].role == "conjunct" and tree.nodes[tree.nodes[at].head].pos in VERBS:
        at = tree.nodes[at].head
    return at
