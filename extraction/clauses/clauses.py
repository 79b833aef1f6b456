"""The clauses of a sentence: a verb with its subject, and what stands to it as object, complement, oblique or time.

A subject that is not said is that of the verb which a clause is joined to (coordination, infinitives, participles, that-clauses),
or the noun that a relative or reduced clause describes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from extraction.clauses.tree import NOUNS, VERBS, Tree

_HEADS = frozenset(
    [
        "root",
        "conjunct",
        "clause",
        "relative",
        "reduced",
        "adverbial_clause",
        "open_clause",
        "parataxis",
        "clausal_subject",
    ]
)  # what a verb that heads a clause is to its head
FINITE = ("finite", "subjunctive", "")
_WORDS_OF_VERB = ("auxiliary", "negation", "reflexive", "particle")
_SUBJECTS = ("subject", "clausal_subject")
_DEEPEST = 12


@dataclass(frozen=True, slots=True)
class Clause:
    """Nodes by what they are. ``group`` are the words of the verb, a chain ("wants to buy") as one; ``head`` is its first verb,
    ``verb`` its last. ``shared`` are what stands before the verb that this one is coordinated with."""

    head: int
    verb: int
    chain: tuple[int, ...]
    group: tuple[int, ...]
    subject: int
    objects: tuple[int, ...]
    indirect: tuple[int, ...]
    complements: tuple[int, ...]
    obliques: tuple[int, ...]
    times: tuple[int, ...]
    clauses: tuple[int, ...]
    adverbial: tuple[int, ...]
    shared: tuple[int, ...]


def clauses(tree: Tree) -> Iterator[Clause]:
    """Every clause that has a subject, in the order of their verbs."""
    reading = _Reading(tree)
    chained: set[int] = set()
    for node in tree.nodes:
        if reading.heads_clause(node.at) and node.at not in chained:
            clause = reading.clause(node.at)
            chained.update(clause.chain)
            if clause.subject >= 0:
                yield clause


@dataclass(frozen=True, eq=False)
class _Reading:
    tree: Tree

    def heads_clause(self, at: int) -> bool:
        node = self.tree.nodes[at]
        return node.pos in VERBS and node.role in _HEADS

    def clause(self, at: int) -> Clause:
        tree = self.tree
        chain = self._chain(at)
        verb = chain[-1]
        objects = tree.under(verb, "object") or self._raised(verb)
        obliques = [each for one in chain for each in (*tree.under(one, "oblique"), *self._measured(one))]
        timely = [each for one in chain for each in tree.under(one, "measure", "adverb") if self.is_time(each)]
        return Clause(
            head=at,
            verb=verb,
            chain=chain,
            group=self._group(chain),
            subject=self.subject(at),
            objects=tuple(objects),
            indirect=tuple(tree.under(verb, "indirect")),
            complements=tuple(tree.under(verb, "complement")),
            obliques=tuple(each for each in obliques if not self.is_time(each)),
            times=tuple(sorted([*timely, *(each for each in obliques if self.is_time(each))])),
            clauses=tuple(self._told(verb, chain)),
            adverbial=tuple(each for one in chain for each in tree.under(one, "adverbial_clause")),
            shared=self._shared(at),
        )

    def _measured(self, verb: int) -> Iterator[int]:
        """Adverbs that hold a noun: "around a third of the market"."""
        for each in self.tree.under(verb, "adverb"):
            if each > verb and any(
                self.tree.nodes[below].pos in NOUNS for below in self.tree.under(each, "nominal", "oblique")
            ):
                yield each

    def _told(self, verb: int, chain: tuple[int, ...]) -> Iterator[int]:
        """Clauses that the verb has as arguments; one before it only where it is what somebody says."""
        for each in self.tree.under(verb, "clause", "open_clause"):
            if each not in chain and (each > verb or self.tree.is_a("reports", verb)):
                yield each

    def _chain(self, at: int) -> tuple[int, ...]:
        """The verb and the infinitives that hang on it one by one without an object between."""
        chain = [at]
        while len(chain) < _DEEPEST and not self.tree.under(chain[-1], "object"):
            able = [each for each in self.tree.under(chain[-1], "complement") if self.tree.nodes[each].pos == "ADJ"]
            inner = next((one for holder in (chain[-1], *able) for one in self._infinitives(holder)), None)
            if inner is None or (not able and self.tree.under(chain[-1], "complement")):
                break
            chain += [each for each in able if inner in self.tree.children[each]]
            chain.append(inner)
        return tuple(chain)

    def _infinitives(self, at: int) -> Iterator[int]:
        for each in self.tree.under(at, "open_clause"):
            if self.tree.nodes[each].pos in VERBS and not self.tree.under(each, *_SUBJECTS) and each > at:
                yield each

    def _group(self, chain: tuple[int, ...]) -> tuple[int, ...]:
        tree, found = self.tree, set(chain)
        for verb in chain:
            found.update(tree.under(verb, *_WORDS_OF_VERB))
            if verb != chain[0]:
                found.update(tree.under(verb, "mark", "case"))
        found |= self._inherited(chain[0])
        first = min(found)
        for verb in chain:
            found.update(
                each
                for each in tree.under(verb, "adverb")
                if not tree.children[each]
                and (first < each < verb or each + 1 == verb)
                and not tree.is_a("whens", each)
            )
        return tuple(sorted(found))

    def _inherited(self, at: int) -> set[int]:
        """What a participle or infinitive shares with the verb it is coordinated with: "was born and raised"."""
        tree, node = self.tree, self.tree.nodes[at]
        other = tree.nodes[node.head]
        if node.role != "conjunct" or other.pos not in VERBS or tree.under(at, "auxiliary"):
            return set()
        if node.form in FINITE or node.form != other.form:
            return set()
        outer = self._chain(self._start(other.at))
        before = outer[: outer.index(other.at)] if other.at in outer else ()
        shared = set(self._group(before)) if before else set()
        return shared | set(tree.under(other.at, "auxiliary")) | self._inherited(other.at)

    def _start(self, at: int) -> int:
        """The verb on which a chain of infinitives hangs."""
        node = self.tree.nodes[at]
        if node.role == "open_clause" or (node.role == "complement" and node.pos == "ADJ"):
            return self._start(node.head)
        return at

    def _raised(self, at: int) -> list[int]:
        """The object of a verb that another one follows at once and shares it: "buy and sell stocks"."""
        tree = self.tree
        own = [
            each
            for each in tree.children[at]
            if each > at and tree.nodes[each].role not in ("coordinator", "punctuation")
        ]
        if own and tree.nodes[own[0]].role == "conjunct" and tree.nodes[own[0]].pos in VERBS:
            return tree.under(own[0], "object")
        return []

    def _shared(self, at: int) -> tuple[int, ...]:
        """What stands before the verb that this one is coordinated with, and says when or where of both."""
        node = self.tree.nodes[at]
        if node.role != "conjunct" or self.tree.nodes[node.head].pos not in VERBS:
            return ()
        before = [
            each
            for verb in dict.fromkeys((self._start(node.head), node.head))
            for each in self.tree.under(verb, "oblique", "measure", "adverb")
            if each < verb and (self.tree.nodes[each].role == "oblique" or self.is_time(each))
        ]
        return tuple(before) or self._shared(node.head)

    def is_time(self, at: int) -> bool:
        """Whether a phrase says when: a word for a time or a year in it, close to its head."""
        tree = self.tree
        return any(_is_year(tree.nodes[each].word) or tree.is_a("timely", each) for each in [at, *tree.children[at]])

    def subject(self, at: int, depth: int = 0) -> int:
        """The node of the subject, or -1."""
        tree, node = self.tree, self.tree.nodes[at]
        if depth > _DEEPEST:
            return -1
        for each in tree.under(at, *_SUBJECTS):
            if tree.is_a("relatives", each) and node.role in ("relative", "reduced"):
                return node.head
            return each
        above = node.head
        match node.role:
            case "relative" | "reduced":
                return self._described(at)
            case "open_clause":
                return next(iter(tree.under(above, "object")), None) or self.subject(above, depth + 1)
            case "complement":
                return self.subject(above, depth + 1)
            case "clause" if at < above:
                return -1
            case "conjunct" | "adverbial_clause" | "clause" if tree.nodes[above].pos in VERBS:
                return self.subject(above, depth + 1)
        return -1

    def _described(self, at: int) -> int:
        """The noun that a clause without a subject of its own describes; none where the noun is its object or its place."""
        tree, node = self.tree, self.tree.nodes[at]
        if node.form == "infinitive":
            return -1
        above = tree.nodes[node.head]
        other = any(
            tree.is_a("relatives", each) or tree.is_a("places", each) or tree.is_a("times", each)
            for child in tree.under(at, "object", "oblique", "indirect", "adverb")
            for each in (child, *tree.children[child])
            if child < at
        )
        return above.at if above.pos in NOUNS and not other else -1


@lru_cache(maxsize=4096)
def _is_year(word: str) -> bool:
    return len(word) == 4 and word.isdigit() and word[0] in "12"
