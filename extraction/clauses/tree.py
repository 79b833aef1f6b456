"""A parse in one shape for all languages.

Parsers differ in what heads what. Here nouns head their prepositions (as in Universal Dependencies) and verbs of being head what
they say of their subject (as in ClearNLP's labels), whichever the parser does; roles have one name each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from extraction.clauses.grammar import Grammar

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

NOUNS = frozenset(["NOUN", "PROPN", "PRON", "NUM", "SYM", "X"])
VERBS = frozenset(["VERB", "AUX"])
_OF_CLAUSE = frozenset(
    [
        "subject",
        "clausal_subject",
        "auxiliary",
        "mark",
        "adverbial_clause",
        "parataxis",
        "negation",
        "reflexive",
        "expletive",
    ]
)  # what goes over from a predicate noun to its copula


@dataclass(frozen=True, slots=True)
class Node:
    """A word: its place in the sentence (offsets), its part of speech, what it is (``role``) to which other (``head``).

    ``form`` is a verb's: ``finite``, ``subjunctive``, ``participle``, ``gerund``, ``infinitive``, or empty; ``lemma`` is its
    dictionary form.
    """

    at: int
    word: str
    start: int
    end: int
    pos: str
    form: str
    role: str
    head: int
    lemma: str = ""


@dataclass(frozen=True)
class Tree:
    """The words of one sentence. A root is its own head."""

    text: str
    nodes: tuple[Node, ...]
    grammar: Grammar

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        below: list[list[int]] = [[] for _ in self.nodes]
        for node in self.nodes:
            if node.head != node.at:
                below[node.head].append(node.at)
        return tuple(map(tuple, below))

    def under(self, at: int, *roles: str) -> list[int]:
        """The children with one of these roles, in order."""
        return [child for child in self.children[at] if self.nodes[child].role in roles]

    def is_a(self, kind: str, at: int) -> bool:
        """Whether the word is in a list of the language's table."""
        return self.grammar.has(kind, self.nodes[at].word)

    def subtree(self, at: int, without: Iterable[int] = ()) -> list[int]:
        """The words at and below a node, in order, but for these and what is below them."""
        left, found, out = [at], [], frozenset(without)
        while left:
            one = left.pop()
            found.append(one)
            left += [child for child in self.children[one] if child not in out]
        return sorted(found)


def tree(parsed: Doc, grammar: Grammar, lemma: Callable[[Token], str]) -> Tree:
    """The tree of a parsed sentence. ``lemma`` gives a verb's dictionary form."""
    shape = _Shape([_role(token, grammar) for token in parsed], [token.head.i for token in parsed], parsed)
    shape.lower_prepositions()
    shape.raise_copulas()
    shape.tell_small_words(grammar)
    shape.tell_obliques()
    shape.lift_conditions(grammar)
    nodes = (
        Node(
            token.i,
            token.text,
            token.idx,
            token.idx + len(token.text),
            token.pos_,
            _form(token),
            role,
            head,
            lemma(token) if token.pos_ in VERBS else "",
        )
        for token, role, head in zip(parsed, shape.roles, shape.heads, strict=True)
    )
    return Tree(parsed.text, tuple(nodes), grammar)


def _role(token: Token, grammar: Grammar) -> str:
    return "root" if token.head.i == token.i else grammar.roles.get(token.dep_, token.dep_)


def _form(token: Token) -> str:
    forms = token.morph.get("VerbForm", [])
    if "Part" in forms:
        return "gerund" if "Pres" in token.morph.get("Tense", []) else "participle"
    if "Sub" in token.morph.get("Mood", []):
        return "subjunctive"
    return {"Fin": "finite", "Inf": "infinitive", "Ger": "gerund"}.get(forms[0] if forms else "", "")


@dataclass(frozen=True)
class _Shape:
    """Roles and heads while they are being changed."""

    roles: list[str]
    heads: list[int]
    words: Doc

    def below(self, at: int) -> list[int]:
        return [i for i, head in enumerate(self.heads) if head == at and i != at]

    def lower_prepositions(self) -> None:
        """``verb → preposition → noun`` becomes ``verb → noun → preposition``."""
        for at in range(len(self.roles)):
            joined = self.roles[at] == "conjunct" and self.words[at].pos_ == "ADP"
            if self.roles[at] != "preposition" and not joined:
                continue
            below = self.below(at)
            objects = [child for child in below if self.roles[child] == "prepositional"]
            nested = [child for child in below if self.roles[child] == "preposition"]
            if objects:
                self._lower(at, objects[0], [child for child in below if child != objects[0]])
            elif nested:
                self._hang(nested[0], at)
            else:
                self.roles[at] = "particle" if not joined else "conjunct"

    def _lower(self, at: int, noun: int, rest: Sequence[int]) -> None:
        head = self.heads[at]
        self.heads[noun], self.heads[at] = head, noun
        if self.words[noun].pos_ in VERBS:
            self.roles[noun] = "adverbial_clause"
        else:
            self.roles[noun] = "oblique"
        self.roles[at] = "case"
        for child in rest:
            self.heads[child] = head if self.roles[child] in ("preposition", "conjunct", "punctuation") else noun

    def _hang(self, inner: int, outer: int) -> None:
        """ "out of the house": the outer preposition becomes part of what the inner one heads."""
        self.heads[inner], self.heads[outer], self.roles[outer] = self.heads[outer], inner, "case"
        for child in self.below(outer):
            self.heads[child] = inner

    def raise_copulas(self) -> None:
        """``noun → copula`` becomes ``copula → noun``; the clause goes over to the copula."""
        for at in range(len(self.roles)):
            said = self.heads[at]
            if self.roles[at] != "copula":
                continue
            if self.words[said].pos_ in VERBS or self.roles[said] == "copula":
                self.roles[at] = "auxiliary"
                continue
            self.roles[at] = self.roles[said]
            self.heads[at] = self.heads[said] if self.heads[said] != said else at
            self.heads[said], self.roles[said] = at, "complement"
            for child in self.below(said):
                if self._is_of_clause(child, said, at):
                    self.heads[child] = at

    def _is_of_clause(self, child: int, said: int, copula: int) -> bool:
        role, pos = self.roles[child], self.words[child].pos_
        if role == "oblique":
            return self.words[said].pos_ != "ADJ"
        if role == "conjunct":
            return pos in VERBS or any(self.roles[each] == "copula" for each in self.below(child))
        return role in _OF_CLAUSE or (role == "adverb" and child < copula)

    def tell_small_words(self, grammar: Grammar) -> None:
        """Negations among adverbs, reflexives among objects, and signs that are taken for words."""
        for at, role in enumerate(self.roles):
            word = self.words[at]
            if word.pos_ == "PUNCT" and at != self.heads[at]:
                self.roles[at] = "punctuation"
            elif role == "adverb" and grammar.has("negations", word.text):
                self.roles[at] = "negation"
            elif role in ("object", "indirect", "expletive") and grammar.has("reflexives", word.text):
                self.roles[at] = "reflexive"

    def tell_obliques(self) -> None:
        """What has a preposition is an oblique to a verb and a modifier to a noun, whatever its label."""
        for at, role in enumerate(self.roles):
            if role in ("object", "indirect"):
                if any(self.roles[child] == "case" for child in self.below(at)):
                    self.roles[at] = "oblique"
            elif role in ("oblique", "nominal"):
                above = self.heads[at]
                verbal = self.words[above].pos_ in VERBS or self.roles[above] == "root"
                self.roles[at] = "oblique" if verbal else "nominal"

    def lift_conditions(self, grammar: Grammar) -> None:
        """What begins like a condition belongs to the verb, though the parser hangs it on the noun before it."""
        for at, role in enumerate(self.roles):
            if role not in ("relative", "reduced"):
                continue
            marks = [child for child in self.below(at) if self.roles[child] in ("mark", "case") and child < at]
            if marks and grammar.opens("conditions", [word.text for word in self.words[marks[0] : at]]):
                self.heads[at], self.roles[at] = self._verb_above(at), "adverbial_clause"

    def _verb_above(self, at: int) -> int:
        above = self.heads[at]
        while self.words[above].pos_ not in VERBS and self.heads[above] != above:
            above = self.heads[above]
        return above
