"""Names: which passage defines what, and how well leads give names where a corpus has no titles."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from contract.records import Definition, Entity, Metadata, NameBasis, Passage
from extraction.chunking import cut
from extraction.document import Document
from extraction.entities import definitions, entity_id
from extraction.leads import defined_terms, lead_names, parsed_lead
from language.words import key
from tests.unit.extraction.by_hand import Grid, Heading, document, words


def _define(
    made: Document, title: str, language: str = "en", aliases: tuple[str, ...] = ()
) -> tuple[tuple[Passage, ...], tuple[Entity, ...], tuple[Definition, ...]]:
    metadata = Metadata("doc:1", title, language=language, aliases=aliases)
    sections, passages = cut(made, "c", words, language, title=title)
    return (passages, *definitions("t", metadata, made, sections, passages))


def _by_key(found: tuple[Definition, ...]) -> dict[str, Definition]:
    return {one.key: one for one in found}


def test_a_title_and_its_variants_are_one_entity_defined_by_the_first_passage() -> None:
    made = document("We refund.", Heading(2, "Scope"), "All goods.")
    passages, entities, found = _define(made, "Refund policy, Spain (2026)", aliases=("RP-7",))
    by_key = _by_key(found)
    for name, strength in (("refund policy spain 2026", 1.0), ("refund policy spain", 0.95), ("refund policy", 0.8)):
        assert by_key[name].strength == pytest.approx(strength)
        assert by_key[name].entity_id == entity_id("t", "Refund policy, Spain (2026)")
    assert by_key["rp-7"].basis is NameBasis.ALIAS
    assert {by_key[name].passage_id for name in ("refund policy", "refund policy spain")} == {passages[0].id}
    assert {entity.name for entity in entities} >= {"Refund policy, Spain (2026)", "Scope"}
    assert entity_id("other", "Scope") != entity_id("t", "Scope")


def test_a_heading_is_defined_by_the_first_passage_below_it_without_its_number() -> None:
    made = document(
        Heading(1, "Capítulo I – Reembolsos"),
        Heading(2, "Artículo 1"),
        "Uno.",
        Heading(2, "Artículo 2. Productos frescos"),
        "Dos.",
    )
    passages, _, found = _define(made, "Ley", "es")
    by_key = _by_key(found)
    assert by_key["reembolsos"].passage_id == passages[0].id
    assert by_key["productos frescos"].passage_id == passages[1].id
    assert not [name for name in by_key if "articulo" in name]


def test_first_cells_of_rows_are_names_and_numbers_are_not() -> None:
    rows = (*((f"Mango {letter}", "2 EUR") for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" * 2), ("1042", "3 EUR"))
    passages, _, found = _define(document(Grid(("Product", "Price"), rows)), "Prices")
    keys = {one.key: one.passage_id for one in found if one.basis is NameBasis.TABLE_KEY}
    assert "mango a" in keys
    assert "1042" not in keys
    holding = {passage.id: passage.text for passage in passages}
    assert all(name.title() in holding[passage] for name, passage in keys.items())


def test_the_first_passage_of_each_section_gives_its_lead_and_the_titles_thing_is_not_doubled() -> None:
    made = document(
        "Kerrie Byles (born 17 July 1948), also known as “Junior Byles”, is a singer.",
        Heading(2, "Label"),
        "Black Art is a studio in Kingston.",
    )
    passages, _, found = _define(made, "Junior Byles")
    by_key = _by_key(found)
    assert by_key["kerrie byles"].entity_id == by_key["junior byles"].entity_id == entity_id("t", "Junior Byles")
    assert by_key["black art"].entity_id == entity_id("t", "Black Art")
    assert by_key["black art"].passage_id == passages[1].id
    assert by_key["byles"].basis is NameBasis.PART


def test_of_equal_definitions_the_strongest_is_kept_and_nothing_gives_nothing() -> None:
    _, _, found = _define(document("Blood Work is a 2002 film."), "Blood Work")
    assert [(one.key, one.strength) for one in found] == [("blood work", 1.0)]
    assert definitions("t", Metadata("doc:1", "Empty"), document(), (), ()) == ((), ())


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Blood Work is a 2002 film.", "en", ["Blood Work"]),
        ("“Come Running Back” is a song.", "en", ["Come Running Back"]),
        ("The Mynabirds are an American band.", "en", ["Mynabirds", "The Mynabirds"]),
        ("Do You Believe in Magic? is a film.", "en", ["Do You Believe in Magic"]),
        ("Thuringbert (735–770), Count of Hesbaye, was a son.", "en", ["Thuringbert", "Thuringbert, Count of Hesbaye"]),
        (
            "Mine Safety Appliances, or MSA Incorporated, is a maker.",
            "en",
            ["Mine Safety Appliances", "MSA Incorporated"],
        ),
        ("Sir John W. Downer, KCMG (6 July 1843 – 1915) was Premier.", "en", ["Sir John W. Downer", "John Downer"]),
        ('Frederick "Fred" Biermann was a politician.', "en", ["Fred Biermann", "Frederick Biermann"]),
        ("In translation, the source language is translated from.", "en", ["source language"]),
        ("Perishable goods are products that spoil.", "en", ["Perishable goods"]),
        ("El plazo de reembolso es de 14 días.", "es", ["plazo de reembolso"]),
        ("La Agencia de Aduanas (ADU) es el organismo competente.", "es", ["Agencia de Aduanas"]),
        (
            "Gabriel García (Aracataca, 1927), conocido como «Gabo», fue un escritor.",
            "es",
            ["Gabriel García", "Gabo", "García"],
        ),
    ],
)
def test_what_a_text_opens_with(text: str, language: str, expected: list[str]) -> None:
    names = {key(name.text) for name in lead_names(text, language)}
    assert {key(name) for name in expected} <= names
    assert all(0 < name.strength <= 1 for name in lead_names(text, language))


@pytest.mark.parametrize(
    "text",
    [
        "It is a film.",
        "This Agreement is made in Lima.",
        "Goods that arrive late are refunded.",
        "In 2005, he was ill.",
        "",
        "…",
    ],
)
def test_what_opens_with_no_name_gives_none(text: str) -> None:
    assert lead_names(text, "en") == ()


def test_defined_terms() -> None:
    contract = "Andina S.A. (en adelante, «la Empresa») y Norte S.L. (en lo sucesivo, el «Proveedor») acuerdan."
    assert [term.text for term in defined_terms(contract, "es")] == ["Empresa", "Proveedor"]
    assert [
        term.text for term in defined_terms("**Merma**: pérdida de peso.\n- **Lote**: cajas.\n**Ojo** con eso.", "es")
    ] == ["Merma", "Lote"]
    assert [term.text for term in defined_terms('Acme Ltd. ("Supplier") and Beta (hereinafter "the Buyer")', "en")] == [
        "Supplier",
        "Buyer",
    ]


def test_a_parse_finds_a_subject_where_the_rules_find_none() -> None:
    assert [name.text for name in parsed_lead("Mozilla recopila datos de uso.", "es")] == ["Mozilla"]
    assert "2007 Wildcats" in [name.text for name in parsed_lead("The 2007 Wildcats represented Kentucky.", "en")]
    assert parsed_lead("Nothing here to parse", "xx") == ()


def _untitled(shared: Path) -> Iterator[tuple[str, str, str]]:
    folder = shared / "data" / "multihop"
    for one in json.loads((folder / "2wikimultihopqa_corpus.json").read_text())[::7]:
        yield "2wiki", one["title"], one["text"]
    for title, text in json.loads((folder / "hotpotqa_train_corpus.json").read_text()).items():
        yield "hotpot", title, "".join(text)


@pytest.mark.shared
def test_leads_give_the_names_of_a_corpus_without_titles(shared: Path) -> None:
    """Shares of passages: with some name, and with a name that is the hidden title (less parenthesis, or before its comma)."""
    seen: dict[str, list[tuple[bool, bool]]] = {"2wiki": [], "hotpot": []}
    for corpus, title, text in _untitled(shared):
        names = {key(name.text.replace("- ", "-")) for name in lead_names(text, "en")}
        titles = {key(title), key(re.sub(r"\s*\([^)]*\)$", "", title)), key(title.split(",")[0])}
        seen[corpus].append((bool(names), bool(names & titles)))
    for corpus, named, right in (("2wiki", 0.96, 0.81), ("hotpot", 0.92, 0.80)):
        found = seen[corpus]
        assert sum(some for some, _ in found) / len(found) >= named
        assert sum(equal for _, equal in found) / len(found) >= right
