"""Facts from tables, key-value lines and plain sentences: typed, with their spans, and none that is not in the words."""

from __future__ import annotations

from contract.policy import PredicateRule, QualifierRule
from contract.records import Assertion, Datatype, Entity, Fact
from extraction import markdown
from extraction.chunking import cut
from extraction.document import Document
from extraction.triples import facts
from extraction.writing import Writer

PREDICATES = {
    rule.name: rule
    for rule in (
        PredicateRule(
            "refund_window",
            Datatype.QUANTITY,
            "one",
            {"es": ("plazo de reembolso",), "en": ("refund window",)},
            subject="refund",
        ),
        PredicateRule("price", Datatype.MONEY, "one", {"es": ("precio",), "en": ("price",)}),
        PredicateRule("minimum_caliber", Datatype.QUANTITY, "one", {"es": ("calibre mínimo",)}),
        PredicateRule("supplier", Datatype.ENTITY, "many", {"es": ("proveedor",), "en": ("supplier",)}),
    )
}

QUALIFIERS = {
    rule.name: rule
    for rule in (
        QualifierRule("customer", {"en": ("customer", "customers"), "es": ("cliente", "clientes")}),
        QualifierRule("country", {"en": ("country",), "es": ("país",)}, {"spain": ("España",), "chile": ()}),
    )
}


def read(text: str) -> Document:
    writer = Writer()
    markdown.write(writer, text)
    return writer.finish("0" * 64)


def drawn(
    text: str, language: str = "es", title: str = "Arándano"
) -> tuple[Document, tuple[Entity, ...], tuple[Fact, ...], tuple[Assertion, ...]]:
    document = read(text)
    sections, passages = cut(document, "content", lambda words: len(words.split()) + 2, language, title=title)
    found = facts(passages, sections, document, tenant="t", title=title, language=language, predicates=PREDICATES)
    return document, *found


def said(text: str, language: str = "es", title: str = "Arándano") -> list[tuple[str, str, str, str | None]]:
    _, _, found, _ = drawn(text, language, title)
    return [(fact.subject, fact.predicate, fact.object.value, fact.object.unit) for fact in found]


def test_a_table_gives_row_key_column_header_and_the_unit_of_the_header() -> None:
    table = "# Tarifa\n\n| Código | Precio (EUR/kg) | Color |\n|---|---|---|\n| A-1 | 1,20 | verde |\n| A-2 | 1,35 EUR/kg | — |\n"
    assert said(table) == [
        ("A-1", "price", "1.2", "EUR/kg"),
        ("A-1", "color", "verde", None),
        ("A-2", "price", "1.35", "EUR/kg"),
    ]


def test_a_table_of_labels_and_values_is_about_the_document() -> None:
    table = "# Ficha\n\n| Dato | Valor |\n|---|---|\n| Calibre mínimo | 11 mm |\n| Peso neto (kg) | 1,5 |\n"
    assert said(table) == [
        ("Arándano", "minimum_caliber", "0.011", "m"),
        ("Arándano", "peso_neto", "1.5", "kg"),
    ]


def test_key_value_lines_in_their_forms() -> None:
    text = "# Ficha\n\n- **Calibre mínimo**: 11 mm\n- Variedad: Duke\n- Vida útil — 28 días\n"
    assert said(text) == [
        ("Arándano", "minimum_caliber", "0.011", "m"),
        ("Arándano", "variedad", "duke", None),
        ("Arándano", "vida_util", "28", "day"),
    ]


def test_a_declared_label_counts_in_both_languages_and_about_its_fixed_subject() -> None:
    spanish = drawn("# Política\n\nPlazo de reembolso: 14 días\n", "es")[2]
    english = drawn("# Policy\n\nRefund window: two weeks\n", "en", "Policy")[2]
    assert spanish[0].subject == "refund"
    assert spanish[0].id == english[0].id


def test_a_plain_sentence_counts_only_when_it_says_nothing_else() -> None:
    assert said("# P\n\nThe refund window is 14 days.\n", "en") == [("refund", "refund_window", "14", "day")]
    assert said("# P\n\nThe refund window is 14 days for online orders.\n", "en") == []
    assert said("# P\n\nIf the goods are fresh, the refund window is 14 days.\n", "en") == []


def test_prose_with_a_colon_is_no_statement() -> None:
    text = "# Foro\n\n**marta:** ¿Alguien sabe hasta cuándo puedo devolver?\n\nNota: conviene llamar antes de ir.\n"
    assert said(text) == []
    assert (
        said(
            "# Aviso\n\n- Ubicación: la usamos para sugerir contenido.\n- Correo: lo usamos para avisarle de cambios.\n"
        )
        == []
    )


def test_a_value_that_is_not_of_the_declared_datatype_is_refused() -> None:
    assert said("# P\n\nPlazo de reembolso: véase el anexo\n") == []


def test_a_label_under_several_headings_is_about_each_heading() -> None:
    text = "# Tarifa\n\n## Limón\n\nPrecio: 2 EUR\n\n## Naranja\n\nPrecio: 3 EUR\n"
    assert said(text, title="Tarifa") == [("Limón", "price", "2", "EUR"), ("Naranja", "price", "3", "EUR")]


def test_an_entity_as_object_is_kept_as_one() -> None:
    _, entities, found, _ = drawn("# Ficha\n\n- Proveedor: Frutas Levante\n- Proveedor: Citrus Sur\n")
    assert [fact.object_id for fact in found] == [entity.id for entity in entities if entity.name != "Arándano"]


def test_every_span_holds_the_value_in_a_passage_of_its_own() -> None:
    text = "# Ficha\n\nPlazo de reembolso: catorce días\n\n| Código | Precio |\n|---|---|\n| A-1 | 3,50 € |\n"
    document, entities, found, assertions = drawn(text)
    known = {fact.id: fact for fact in found}
    for assertion in assertions:
        words = document.text[assertion.span.start : assertion.span.end]
        assert known[assertion.fact_id].object.raw in words
    assert {fact.subject_id for fact in found} <= {entity.id for entity in entities}
    assert len({assertion.fact_id for assertion in assertions}) == len(found)


def test_nothing_stated_gives_nothing() -> None:
    assert drawn("# Solo un título\n")[1:] == ((), (), ())


def narrowed(text: str, language: str = "en", title: str = "Policy") -> list[tuple[str, str, str, dict[str, str]]]:
    document = read(text)
    sections, passages = cut(document, "content", lambda words: len(words.split()) + 2, language, title=title)
    _, found, _ = facts(
        passages,
        sections,
        document,
        tenant="t",
        title=title,
        language=language,
        predicates=PREDICATES,
        qualifiers=QUALIFIERS,
    )
    return [(fact.subject, fact.predicate, fact.object.raw, dict(fact.qualifiers)) for fact in found]


def test_a_label_says_what_it_is_for() -> None:
    text = "# Policy\n\nRefund window for Premium customers: 30 days\n\nThe refund window for fresh fruit is 2 days.\n"
    assert narrowed(text) == [
        ("refund", "refund_window", "30 days", {"customer": "premium"}),
        ("refund", "refund_window", "2 days", {"for": "fresh fruit"}),
    ]
    assert narrowed("# Policy\n\nRefund window and what it means: 30 days\n")[0][1] == "refund_window_and_what_it_means"


def test_a_label_may_end_in_the_unit_of_its_values() -> None:
    _, _, found, _ = drawn("# Ficha\n\n| Código | Precio en euros |\n|---|---|\n| A-1 | 1,20 |\n")
    assert [(fact.predicate, fact.object.value, fact.object.unit) for fact in found] == [("price", "1.2", "EUR")]


def test_headings_narrow_what_stands_under_them() -> None:
    text = (
        "# Política\n\n## Clientes Premium en España\n\nPlazo de reembolso: 30 días\n\n"
        "## Clientes nuevos\n\nPlazo de reembolso: 7 días\n"
    )
    assert narrowed(text, "es", "Política") == [
        ("refund", "refund_window", "30 días", {"country": "spain", "customer": "premium"}),
        ("refund", "refund_window", "7 días", {"customer": "nuevos"}),
    ]


def test_further_keys_of_a_row_narrow_it() -> None:
    declared = (
        "# T\n\n| Country | Code | Price |\n|---|---|---|\n"
        "| Spain | A-1 | 2 EUR |\n| Chile | A-1 | 3 EUR |\n| all | A-2 | 4 EUR |\n"
    )
    assert narrowed(declared) == [
        ("A-1", "price", "2 EUR", {"country": "spain"}),
        ("A-1", "price", "3 EUR", {"country": "chile"}),
        ("A-2", "price", "4 EUR", {}),
    ]
    needed = "# T\n\n| Code | Size | Price |\n|---|---|---|\n| A-1 | small | 2 EUR |\n| A-1 | large | 3 EUR |\n"
    assert narrowed(needed) == [
        ("A-1", "price", "2 EUR", {"size": "small"}),
        ("A-1", "price", "3 EUR", {"size": "large"}),
    ]


def test_a_caption_narrows_its_table() -> None:
    text = "# T\n\nPrices for Premium customers:\n\n| Code | Price |\n|---|---|\n| A-1 | 2 EUR |\n"
    assert narrowed(text) == [("A-1", "price", "2 EUR", {"customer": "premium"})]


def test_two_scopes_are_two_facts() -> None:
    _, _, found, _ = drawn("# P\n\nRefund window for members: 30 days\n\nRefund window: 30 days\n", "en")
    assert [fact.qualifiers for fact in found] == [(("for", "members"),), ()]
    assert found[0].id != found[1].id
