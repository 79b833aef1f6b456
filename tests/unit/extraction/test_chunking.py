"""Sections and passages: nothing lost, nothing too long, tables with their headers, edits that stay local."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contract.records import Passage, PassageKind, Section
from extraction.chunking import coverage, cut
from extraction.document import Document
from extraction.outline import heading_number, heading_words, slug
from tests.unit.extraction.by_hand import Code, Grid, Heading, Item, Spec, document, words

SENTENCE = "Goods that arrive late are refunded in full within the days stated here. "


def _cut(
    made: Document, count: Callable[[str], int] = words, **options: int
) -> tuple[tuple[Section, ...], tuple[Passage, ...]]:
    return cut(made, "c", count, "en", title="Refund policy", **options)


def _check(made: Document, limit: int = 200, count: Callable[[str], int] = words) -> None:
    sections, passages = _cut(made, count)
    names = {section.name for section in sections}
    assert len(names) == len({section.id for section in sections}) == len(sections)
    for before, passage in zip((None, *passages), passages, strict=False):
        assert made.text[passage.span.start : passage.span.end] == passage.text == passage.text.strip() != ""
        assert passage.tokens == count(passage.shown) <= limit
        assert passage.section in names
        assert before is None or before.span.end <= passage.span.start
    assert coverage(made, sections, passages) == 1.0


_text = st.text(st.characters(exclude_categories=("Cs", "Cc")) | st.sampled_from("  \n..|#:"), min_size=1, max_size=400)
_long = st.integers(1, 60).map(lambda times: SENTENCE * times)
_cell = st.text("abc 12", min_size=1, max_size=12)
_grid = st.lists(st.tuples(_cell, _cell), max_size=120).map(lambda rows: Grid(("Product", "Price"), tuple(rows)))
_spec = (
    (_text | _long).filter(lambda text: bool(text.strip())).map(str.strip)
    | st.builds(
        Heading, st.integers(1, 4), st.sampled_from(["Scope", "Article 3", "Artículo 3 bis", "Refund policy", "§"])
    )
    | st.builds(Item, st.sampled_from(["Origin: Peru", "one mango", SENTENCE]))
    | st.builds(Code, st.integers(1, 300).map(lambda lines: "call(x)\n" * lines + "end"))
    | _grid
)


@settings(max_examples=120, deadline=None)
@given(st.lists(_spec, max_size=12))
def test_every_passage_fits_is_the_documents_text_and_nothing_is_lost(specs: list[Spec]) -> None:
    _check(document(*specs))


@settings(max_examples=40, deadline=None)
@given(st.lists(_spec, max_size=6))
def test_the_same_holds_when_every_sign_is_a_token(specs: list[Spec]) -> None:
    _check(document(*specs), count=lambda text: sum(map(len, text.split())) + 2)


def test_a_word_without_end_is_cut_too() -> None:
    _check(document("x" * 10_000), count=lambda text: len(text) // 3 + 2)


def test_passages_are_filled_between_128_and_200() -> None:
    made = document(Heading(1, "Rules"), *[SENTENCE * times for times in (3, 9, 1, 14, 2, 2, 7, 11, 5)])
    _, passages = _cut(made)
    assert all(128 <= passage.tokens <= 200 for passage in passages[:-1])


def test_sections_follow_the_headings() -> None:
    made = document(
        "Preface.",
        Heading(1, "Refund policy"),
        Heading(2, "Refund window"),
        "Fourteen days.",
        Heading(2, "Capítulo I"),
        Heading(3, "Artículo 1"),
        "Uno.",
        Heading(2, "Capítulo II"),
        Heading(3, "Artículo 1"),
        "Otro.",
        Heading(2, "Refund window"),
        "Again.",
    )
    sections, passages = _cut(made)
    assert [section.name for section in sections] == [
        "refund-policy",
        "refund-policy-2",
        "refund-window",
        "capitulo-i",
        "articulo-1",
        "capitulo-ii",
        "capitulo-ii/articulo-1",
        "refund-policy-2/refund-window",
    ]
    by_name = {section.name: section for section in sections}
    assert by_name["articulo-1"].path == ("Refund policy", "Capítulo I", "Artículo 1")
    assert by_name["articulo-1"].parent == "capitulo-i"
    assert by_name["articulo-1"].number == "1"
    assert by_name["refund-window"].path == ("Refund policy", "Refund window")
    assert made.text[by_name["refund-window"].span.start :].startswith("## Refund window\n\nFourteen days.")
    assert [passage.text for passage in passages] == ["Preface.", "Fourteen days.", "Uno.", "Otro.", "Again."]
    assert coverage(made, sections, passages) == 1.0


def test_a_heading_with_nothing_under_it_is_a_passage_itself() -> None:
    made = document(Heading(1, "Ley"), Heading(2, "Artículo 1. Derogado."), Heading(2, "Artículo 2. Vigente."))
    _, passages = _cut(made)
    assert [passage.text for passage in passages] == ["## Artículo 1. Derogado.", "## Artículo 2. Vigente."]


@pytest.mark.parametrize(
    ("heading", "name", "number", "rest"),
    [
        ("Artículo 3. Plazo de reembolso", "articulo-3", "3", "Plazo de reembolso"),
        ("Art. 5º (Objeto)", "articulo-5", "5", "Objeto"),
        ("Artículo 3 bis", "articulo-3-bis", "3 bis", ""),
        ("Chapter IV – Fees", "chapter-iv", "IV", "Fees"),
        ("3.1 Refunds", "3.1-refunds", "3.1", "Refunds"),
        ("16.20.2", "16.20.2", "16.20.2", ""),
        ("Title insurance", "title-insurance", None, "Title insurance"),
        ("Part of the deal", "part-of-the-deal", None, "Part of the deal"),
        ("30 days", "30-days", None, "30 days"),
        ("¿Qué?", "que", None, "¿Qué?"),
        ("…", "section", None, "…"),
    ],
)
def test_headings_give_names_and_numbers(heading: str, name: str, number: str | None, rest: str) -> None:
    assert (slug(heading), heading_number(heading), heading_words(heading)) == (name, number, rest)


def test_a_long_part_is_split_into_sections_of_one_to_two_thousand() -> None:
    made = document(Heading(1, "Rules"), *[SENTENCE * 8 for _ in range(60)], Heading(1, "End"), "Done.")
    sections, passages = _cut(made)
    names = [section.name for section in sections]
    assert names == [*("rules" if at == 1 else f"rules~{at}" for at in range(1, len(names))), "end"]
    assert len(names) > 3
    assert all(1000 <= section.tokens <= 2000 for section in sections[:-1])
    for section in sections:
        inside = [passage for passage in passages if passage.section == section.name]
        assert all(section.span.start <= one.span.start and one.span.end <= section.span.end for one in inside)


def test_an_edit_leaves_the_passages_of_other_sections_as_they_were() -> None:
    def policy(changed: str) -> dict[str, list[str]]:
        window = changed + SENTENCE * 30
        made = document(
            Heading(2, "Scope"), SENTENCE * 30, Heading(2, "Window"), window, Heading(2, "End"), SENTENCE * 20
        )
        sections, passages = _cut(made)
        return {one.name: [passage.text for passage in passages if passage.section == one.name] for one in sections}

    before, after = policy(""), policy("Since March only. ")
    assert before["scope"] == after["scope"]
    assert before["end"] == after["end"]
    assert before["window"] != after["window"]


def test_a_small_table_is_one_passage_with_the_words_that_lead_to_it() -> None:
    grid = Grid(("Product", "Price"), (("Mango", "2 EUR"), ("Lime", "1 EUR")))
    made = document("We sell fruit.", "Prices per kilo:", grid, "Taxes are not included.")
    _, passages = _cut(made)
    assert [passage.kind for passage in passages] == [PassageKind.PROSE, PassageKind.TABLE, PassageKind.PROSE]
    assert passages[1].lead == ""
    assert passages[1].text.startswith("Prices per kilo:\n\n| Product | Price |")
    assert passages[1].text.endswith("| Lime | 1 EUR |")


def test_rows_of_a_large_table_keep_header_and_lead_in() -> None:
    rows = tuple((f"Product {at}", f"{at} EUR") for at in range(100))
    made = document("All of it. Prices per kilo:", Grid(("Product", "Price"), rows), "The end.")
    sections, passages = _cut(made)
    tables = [passage for passage in passages if passage.kind is PassageKind.TABLE]
    assert len(tables) > 3
    assert {passage.lead for passage in tables} == {"Prices per kilo:\n| Product | Price |\n| --- | --- |"}
    assert all(line.startswith("| Product ") for passage in tables for line in passage.text.splitlines())
    assert all(passage.tokens <= 200 for passage in tables)
    assert "price" in tables[-1].stems.split()
    assert coverage(made, sections, passages) == 1.0


def test_a_row_that_needs_more_room_stays_whole_where_the_model_reads_it() -> None:
    header = tuple(f"column{at}" for at in range(60))
    row = tuple(f"value {at}" for at in range(60))
    made = document(Grid(header, (row,) * 5))
    sections, passages = _cut(made, limit=512)
    assert [passage.text.count("\n") for passage in passages] == [0] * 5
    assert all(passage.lead.startswith("| column0 |") and passage.tokens <= 512 for passage in passages)
    narrow = _cut(made)
    assert all(passage.tokens <= 200 for passage in narrow[1])
    assert coverage(made, *narrow) == coverage(made, sections, passages) == 1.0


def test_kinds_follow_what_stands_there() -> None:
    made = document(
        Heading(1, "Sheet"),
        Item("Origin: Peru"),
        Item("Net weight: 5 kg"),
        Heading(1, "List"),
        Item("mangoes from Peru"),
        Item("limes from Mexico"),
        Heading(1, "Code"),
        Code("print(1)"),
        Heading(1, "Prose"),
        "Note: a single line is prose, whatever signs it holds.",
        Heading(1, "Lines"),
        "Author: Ana\nDate: 2026-01-01",
    )
    kinds = [passage.kind for passage in _cut(made)[1]]
    assert kinds == [PassageKind.KEYS, PassageKind.LIST, PassageKind.CODE, PassageKind.PROSE, PassageKind.KEYS]


def test_code_stays_together_where_it_fits() -> None:
    code = Code("\n".join(f"line{at} = {at}" for at in range(55)))
    _, passages = _cut(document(SENTENCE * 7, code, SENTENCE * 3))
    assert (
        sum(passage.text.count("line") for passage in passages if "line54" in passage.text and "line0 " in passage.text)
        == 55
    )


def test_heading_words_come_first_in_the_stems() -> None:
    _, passages = _cut(document(Heading(2, "Refund window"), "Fourteen days for mangoes."))
    assert passages[0].stems.split() == ["refund", "polici", "refund", "window", "fourteen", "day", "mango"]


def test_what_is_left_out_lowers_coverage() -> None:
    made = document(Heading(1, "One"), SENTENCE * 20, Heading(1, "Two"), SENTENCE * 20)
    sections, passages = _cut(made)
    assert coverage(made, sections, passages[:1]) < 0.6
    assert coverage(made, (), ()) == 0.0
    assert coverage(document(), (), ()) == 1.0
