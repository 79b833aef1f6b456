"""A model's triples become facts only where the passage says them; a content tells by its id what was added to it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from contract.policy import PredicateRule
from contract.records import Datatype, Passage, PassageKind, Span
from extraction.modelled import Checked, Triple, checked, is_asked, marked
from extraction.modelled.asking import Qualifier

TEXT = (
    "**Acme Ltd** bought Beta in 2021. The plan does not cover theft. Members may cancel within 30 days if they paid. "
    "The refund window is 14 days."
)
WINDOW = PredicateRule("refund_window", Datatype.QUANTITY, "one", {"en": ("refund window",)}, subject="Acme")
BOUGHT = Triple("**Acme Ltd** bought Beta in 2021.", "Acme Ltd", "buy", "Beta", "affirmed", "", [])


def passage(text: str = TEXT, kind: PassageKind = PassageKind.PROSE) -> Passage:
    return Passage("p", "s", 0, Span(100, 100 + len(text)), text, kind, 40)


def read(*triples: Triple, text: str = TEXT, language: str = "en") -> Checked:
    return checked(
        triples,
        passage(text),
        tenant="t",
        language=language,
        predicates={WINDOW.name: WINDOW},
        extractor="model:small",
    )


def test_what_is_said_becomes_a_fact_at_its_span() -> None:
    found = read(replace(BOUGHT, predicate="bought", qualifiers=[Qualifier("time", "in 2021")]))
    (fact,), (said,) = found.facts, found.assertions
    assert (fact.subject, fact.predicate, fact.object.value, fact.qualifiers) == (
        "Acme Ltd",
        "bought",
        "beta",
        (("time", "in 2021"),),
    )
    assert TEXT[said.span.start - 100 : said.span.end - 100] == BOUGHT.quote
    assert said.extractor == "model:small"
    assert {entity.name for entity in found.entities} == {"Acme Ltd", "Beta"}
    assert fact.object_id in {entity.id for entity in found.entities}


@pytest.mark.parametrize(
    "lie",
    [
        replace(BOUGHT, predicate="bought", quote="Acme Ltd bought Gamma in 2021."),
        replace(BOUGHT, predicate="bought", quote=""),
        replace(BOUGHT, predicate="bought", subject="Acme Group"),
        replace(BOUGHT, predicate="bought", object="Gamma"),
        replace(BOUGHT, predicate="sued"),
        replace(BOUGHT, predicate="bought", polarity="negated"),
        replace(BOUGHT, predicate="bought", polarity="perhaps"),
        replace(BOUGHT, predicate="bought", modality="must"),
        replace(BOUGHT, predicate="bought", qualifiers=[Qualifier("place", "in Spain")]),
        replace(BOUGHT, predicate="bought", quote=TEXT),
        replace(BOUGHT, predicate="bought", subject="Ltd bought Beta in 2021 Acme Ltd bought Beta"),
        Triple("The plan does not cover theft.", "plan", "cover", "theft", "affirmed", "", []),
        Triple("The refund window is 14 days.", "Acme", "refund window", "14 days", "affirmed", "", []),
        Triple("The refund window is 14 days.", "refund window", "refund_window", "refund", "affirmed", "", []),
    ],
)
def test_what_is_not_said_is_refused_and_counted(lie: Triple) -> None:
    found = read(lie)
    assert (found.facts, found.assertions, found.entities, found.refused) == ((), (), (), 1)


def test_denials_and_modals_are_kept_also_where_the_model_leaves_the_modal_out() -> None:
    found = read(
        Triple("The plan does not cover theft.", "The plan", "cover", "theft", "negated", "", []),
        Triple("Members may cancel within 30 days", "Members", "cancel within", "30 days", "affirmed", "", []),
    )
    assert [fact.qualifiers for fact in found.facts] == [(("polarity", "negated"),), (("modality", "may"),)]
    assert [said.polarity for said in found.assertions] == ["negated", "affirmed"]
    assert found.facts[0].subject == "plan"
    assert found.facts[1].object.datatype is Datatype.QUANTITY


def test_a_declared_predicate_takes_a_plain_value_of_its_datatype_alone() -> None:
    plain = Triple("The refund window is 14 days.", "refund window", "refund window", "14 days", "affirmed", "", [])
    (fact,) = read(plain).facts
    assert (fact.predicate, fact.subject, fact.object.value, fact.object.unit) == ("refund_window", "Acme", "14", "day")
    text = "The refund window may be 14 days. The refund window is generous."
    assert read(replace(plain, quote="The refund window may be 14 days."), text=text).refused == 1
    assert read(replace(plain, quote="The refund window is generous.", object="generous"), text=text).refused == 1


def test_spanish_and_a_language_without_a_table() -> None:
    text = "La garantía no cubre los golpes."
    triple = Triple(text, "La garantía", "cubrir", "los golpes", "negated", "", [])
    (fact,) = read(triple, text=text, language="es").facts
    assert (fact.subject, fact.object.value, fact.qualifiers) == ("garantía", "golpes", (("polarity", "negated"),))
    french = "La garantie couvre le vol."
    assert len(
        read(Triple(french, "La garantie", "couvre", "le vol", "affirmed", "", []), text=french, language="fr").facts
    )


def test_tables_keys_and_scraps_are_not_asked_about() -> None:
    assert is_asked(passage())
    assert not is_asked(passage("Two words"))
    assert not is_asked(passage(kind=PassageKind.TABLE))


def test_an_id_tells_what_was_added() -> None:
    assert not marked("abc").by
    assert (marked("abc.m.f").base, marked("abc.m.f").whole) == ("abc", True)
    assert not marked("abc.m.f.part").whole
