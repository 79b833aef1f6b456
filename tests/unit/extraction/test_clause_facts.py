"""Which of the things that sentences say become facts."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contract.policy import PredicateRule
from contract.records import Datatype, Fact, Passage, PassageKind, Span
from extraction.clauses import Drawn, clause_facts
from language.words import key

_MARK = re.compile(r"[*_`]+")


def passage(text: str, start: int = 0, kind: PassageKind = PassageKind.PROSE) -> Passage:
    return Passage("p", "s", 0, Span(start, start + len(text)), text, kind, len(text.split()))


def drawn(text: str, language: str = "en") -> Drawn:
    rules = {name: PredicateRule(name) for name in ("price",)}
    return clause_facts([passage(text)], tenant="t", language=language, predicates=rules, defined=frozenset())


def stated(text: str, language: str = "en") -> set[tuple[str, str, str]]:
    return {(fact.subject, fact.predicate, fact.object.value) for fact in drawn(text, language).facts}


def only(text: str, language: str = "en") -> Fact:
    (fact,) = drawn(text, language).facts
    return fact


def test_names_are_tied_by_a_relation() -> None:
    fact = only("Acme was founded by Ann Smith in 1999.")
    assert (fact.subject, fact.predicate, fact.object.datatype) == ("Acme", "founded_by", Datatype.ENTITY)
    assert fact.object_id is not None
    assert fact.qualifiers == (("time", "in 1999"),)
    assert only("Acme fue fundada por Ana Pérez.", "es").predicate == "fundado_por"


def test_an_amount_is_a_value_with_its_unit() -> None:
    fact = only("The customer must return the goods within 14 days.")
    assert (fact.subject, fact.predicate, dict(fact.qualifiers)["modality"]) == ("customer", "return", "must")


def test_a_denial_is_another_fact_than_what_it_denies() -> None:
    affirmed, denied = (drawn(text) for text in ("Acme sells boats.", "Acme does not sell boats."))
    assert denied.assertions[0].polarity == "negated"
    assert affirmed.assertions[0].polarity == "affirmed"
    assert affirmed.facts[0].id != denied.facts[0].id
    assert drawn("Acme has no debts.").facts[0].object.value == "debts"


def test_conditions_and_who_says_it_are_qualifiers() -> None:
    assert dict(only("The customer may cancel the order unless the goods were shipped.").qualifiers) == {
        "modality": "may",
        "condition": "unless the goods were shipped",
    }
    assert dict(only("Según Ana, Acme vende barcos.", "es").qualifiers) == {"according_to": "Ana"}


@pytest.mark.parametrize(
    "text",
    [
        "It sells boats to the customers.",
        "If Acme sells boats, the customers are happy with that.",
        "Does Acme sell boats to the customers?",
        "His company sells boats to the customers.",
        "A company sells boats to the customers.",
        "The company sells boats to the customers.",
        "Acme sells [boats](https://boats.example) to the customers.",
        "Acme said that it was good.",
    ],
)
def test_what_no_other_text_could_mean_is_no_fact(text: str) -> None:
    assert stated(text) == set()


def test_a_verb_is_never_a_declared_predicate() -> None:
    assert stated("Acme prices boats.") == set()


def test_marks_and_lines_do_not_move_a_span() -> None:
    text = "- **Acme**, the\n  owner of the port, was _founded_ by\n  Ann in 1999. It is old."
    found = clause_facts([passage(text, start=100)], tenant="t", language="en", predicates={}, defined=frozenset())
    by = {fact.id: fact for fact in found.facts}
    spans = {by[each.fact_id].predicate: each.span for each in found.assertions}
    assert text[spans["founded_by"].start - 100 : spans["founded_by"].end - 100].split()[-1] == "Ann"
    assert text[spans["be"].start - 100 : spans["be"].end - 100].startswith("Acme**, the")


def test_code_and_tables_are_not_read() -> None:
    text = "Acme sells boats."
    for kind in (PassageKind.CODE, PassageKind.TABLE, PassageKind.KEYS):
        found = clause_facts([passage(text, kind=kind)], tenant="t", language="en", predicates={}, defined=frozenset())
        assert found.facts == ()


def test_of_a_very_long_document_the_rest_is_told() -> None:
    many = [passage("\n\n".join(["Acme sells boats."] * 3)) for _ in range(2)]
    found = clause_facts(many, tenant="t", language="en", predicates={}, defined=frozenset(), most=4)
    assert found.unread == 2


_TEXT = "Acme **Ann** sells was founded by\n the - of boats , . ; ( ) and if not may who «que» _port_ 14 days € `x`"


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(_TEXT.split(" ")), min_size=1, max_size=25))
def test_every_word_of_a_fact_stands_in_its_passage(pieces: list[str]) -> None:
    text = " ".join(pieces)
    found = clause_facts([passage(text, start=7)], tenant="t", language="en", predicates={}, defined=frozenset())
    facts = {fact.id: fact for fact in found.facts}
    for each in found.assertions:
        assert 7 <= each.span.start < each.span.end <= 7 + len(text)
        fact, written = facts[each.fact_id], set(key(_MARK.sub("", text)).split())
        assert {*key(fact.subject).split(), *key(fact.object.raw).split()} <= written
