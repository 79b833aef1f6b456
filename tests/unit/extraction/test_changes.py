"""Section identity, what changed, and where a thing stands, over small documents in both languages."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contract.changes import ChangeKind, FamilyKind
from extraction.alignment import align
from extraction.changes import Difference, compare
from extraction.chunking import cut
from extraction.documents import read_bytes
from extraction.editions import Edition, UnitKind, edition
from extraction.presence import base, family_kind, first_unit, named, reuse, standing

MANUAL = """# Bomba P-20

Manual de la bomba de riego.

## Arranque

Abra la válvula de entrada. Espere 30 segundos antes de cebar la bomba.
El piloto verde indica que hay presión.

## Mantenimiento

| Pieza | Plazo | Aceite |
|---|---|---|
| Junta | 6 meses | no |
| Filtro | 3 meses | no |
| Rodamiento | 12 meses | SAE 30 |

Anote cada revisión en la hoja que acompaña a la bomba.

## Avisos

No use la bomba sin agua. El fabricante no responde de los daños por heladas.

```sh
bomba --estado
bomba --purga 30
bomba --parada
```
"""


def made(text: str, label: str | None = None) -> Edition:
    document = read_bytes(text.encode(), PurePosixPath("manual.md").name, max_bytes=1_000_000)
    sections, passages = cut(document, "content", lambda words: len(words.split()) + 2, "es", title="Manual")
    paths = {section.name: section.path for section in sections}
    return edition(tuple((passage, paths[passage.section]) for passage in passages), label)


def differences(old: str, new: str) -> list[Difference]:
    return list(compare(made(old), made(new)))


def only(old: str, new: str) -> Difference:
    (found,) = differences(old, new)
    return found


def test_the_same_text_has_no_changes() -> None:
    assert differences(MANUAL, MANUAL) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("El piloto verde", "El  piloto\nverde"),
        ("No use la bomba sin agua.", "No use la bomba sin agua."),
        ("que acompaña", "que acompaña"),
    ],
)
def test_white_space_is_no_change(old: str, new: str) -> None:
    assert differences(MANUAL, MANUAL.replace(old, new)) == []


def test_quotes_and_dashes_are_rendered_text_in_prose_and_signs_in_code() -> None:
    assert differences("# A\n\nEl modo “lento” – el normal.\n", '# A\n\nEl modo "lento" - el normal.\n') == []
    found = only("# A\n\n```\nrun(-1)\nstop\n```\n", "# A\n\n```\nrun(1)\nstop\n```\n")
    assert (found.kind, found.old[0].kind) == (ChangeKind.REWORDED, UnitKind.CODE)
    assert differences("# A\n\n```\na = b[x]\n```\n", "# A\n\n```\na = b<x>\n```\n")


def test_the_own_label_of_a_version_is_no_change() -> None:
    old, new = "# Guía\n\nVersión 1.2\n\nTexto fijo.\n", "# Guía\n\nVersión 1.3\n\nTexto fijo.\n"
    assert compare(made(old, "1.2"), made(new, "1.3")) == ()


def test_a_number_is_a_changed_value() -> None:
    found = only(MANUAL, MANUAL.replace("30 segundos", "45 segundos"))
    assert found.kind is ChangeKind.VALUE
    assert found.path[-1] == "Arranque"
    assert "30 segundos" in found.old[0].text
    assert "45 segundos" in found.new[0].text


def test_a_cell_is_known_by_its_row_and_column() -> None:
    found = only(MANUAL, MANUAL.replace("| Filtro | 3 meses", "| Filtro | 4 meses"))
    assert found.kind is ChangeKind.VALUE
    assert found.new[0].cell == ("Filtro", "Plazo")
    assert (found.old[0].text, found.new[0].text) == ("3 meses", "4 meses")


def test_another_column_is_another_value() -> None:
    found = only(MANUAL, MANUAL.replace("SAE 30", "SAE 40"))
    assert found.new[0].cell == ("Rodamiento", "Aceite")


def test_other_words_are_reworded() -> None:
    found = only(MANUAL, MANUAL.replace("No use la bomba sin agua.", "No use nunca la bomba sin agua."))
    assert found.kind is ChangeKind.REWORDED


def test_what_came_and_what_went() -> None:
    more = MANUAL.replace("No use la bomba", "Lleve guantes al purgar el circuito. No use la bomba")
    assert only(MANUAL, more).kind is ChangeKind.ADDED
    assert only(more, MANUAL).kind is ChangeKind.REMOVED


def test_a_whole_section_is_one_record() -> None:
    more = MANUAL + "\n## Garantía\n\nDos años desde la compra. Conserve la factura. No cubre el desgaste.\n"
    found = only(MANUAL, more)
    assert (found.kind, found.whole, found.count, found.path[-1]) == (ChangeKind.ADDED, True, 3, "Garantía")


def test_a_sentence_that_stands_elsewhere_was_moved() -> None:
    notice = "El fabricante no responde de los daños por heladas."
    without = MANUAL.replace(f" {notice}", "")
    moved = without.replace("El piloto verde", f"{notice} El piloto verde")
    found = only(MANUAL, moved)
    assert (found.kind, found.path[-1]) == (ChangeKind.MOVED, "Arranque")


def test_one_substitution_in_many_places_is_one_record() -> None:
    body = "\n\n".join(f"## Parte {name}\n\nLlame a la sede de Lugo para {name} piezas.\n" for name in "abcde")
    found = only(f"# G\n\n{body}", f"# G\n\n{body.replace('Lugo', 'Vigo')}")
    assert (found.kind, found.count) == (ChangeKind.REWORDED, 5)


def test_a_section_is_the_same_under_another_heading_and_number() -> None:
    old = MANUAL.replace("## Arranque", "## 1. Arranque").replace("## Mantenimiento", "## 2. Mantenimiento")
    assert differences(MANUAL, old) == []
    renamed = MANUAL.replace("## Mantenimiento", "## Conservación y limpieza")
    pairs = align(made(MANUAL), made(renamed))
    names = {made(renamed).parts[new].path[-1]: made(MANUAL).parts[old].path[-1] for new, old in pairs.items()}
    assert names["Conservación y limpieza"] == "Mantenimiento"


def test_two_sections_that_change_names_are_told_apart_by_their_words() -> None:
    one = "Abra la válvula de entrada y espere a que el piloto verde se encienda sin parpadear."
    other = "Anote cada revisión en la hoja que acompaña a la bomba y guárdela con la factura."
    old, new = (made(f"# M\n\n## A\n\n{a}\n\n## B\n\n{b}\n") for a, b in ((one, other), (other, one)))
    first, second = (at for at, part in enumerate(new.parts) if part.units)
    assert align(old, new) == {first: second, second: first}


def test_revisions_and_notes_are_told_apart_by_what_they_have_in_common() -> None:
    again = [made(MANUAL), made(MANUAL.replace("30 segundos", "45 segundos"))]
    assert family_kind(again) is FamilyKind.REVISIONS
    notes = [
        made("# Novedades\n\n- Se corrige el cierre de la puerta.\n- Se añade el modo lento a la bomba P-20.\n" * 9),
        made("# Novedades\n\n- El panel muestra la hora.\n- Se actualiza la traducción al portugués.\n" * 9),
    ]
    assert family_kind(notes) is FamilyKind.NOTES


def test_a_few_lines_with_another_value_are_still_a_revision() -> None:
    old, new = made("# Tarifa\n\nPlazo de devolución: 30 días\n"), made("# Tarifa\n\nPlazo de devolución: 14 días\n")
    assert family_kind([old, new]) is FamilyKind.REVISIONS


def test_the_base_is_the_nearest_earlier_edition() -> None:
    trunk = made(MANUAL)
    branch = made(MANUAL.replace("Anote", "No anote").replace("verde", "rojo").replace("guantes", "botas"))
    after = made(MANUAL.replace("30 segundos", "31 segundos"))
    assert base([trunk, branch, after], 2) == 0
    assert base([trunk, branch, after], 0) is None
    assert reuse(trunk, trunk) == 1.0


def test_presence_goes_by_revision_and_by_whole_words() -> None:
    lines = [made(MANUAL), made(MANUAL.replace("--purga", "--drenaje")), made(MANUAL)]
    assert named(lines, "--purga") == (True, False, True)
    assert named(lines, "PURGA") == (True, False, True)
    assert named(lines, "purg") == (False, False, False)
    assert named(lines, "P-20") == (True, True, True)
    assert standing(lines, [lines[0].units[0].key]) == (True, True, True)
    unit = first_unit(lines[0], "--purga")
    assert unit is not None
    assert unit.text == "bomba --purga 30"


def test_a_code_that_ends_in_a_sign_may_go_on_behind_it() -> None:
    old, new = made("# I\n\n```\nimport 'fs'\n```\n"), made("# I\n\n```\nimport 'node:fs'\n```\n")
    assert named([old, new], "node:") == (False, True)


def test_what_is_said_of_another_code_is_no_rewording() -> None:
    old = "# M\n\n## Errors\n\nError E-12 means that the tank is empty.\n"
    new = "# M\n\n## Errors\n\nError E-47 means that the tank is full.\n"
    assert {each.kind for each in differences(old, new)} == {ChangeKind.ADDED, ChangeKind.REMOVED}
    warmer = "# M\n\n## Errors\n\nError E-12 means that the tank is nearly empty.\n"
    assert [each.kind for each in differences(old, warmer)] == [ChangeKind.REWORDED]


SENTENCES = st.lists(
    st.text(alphabet=st.sampled_from("abcdefgh "), min_size=12, max_size=40).map(lambda text: f"X{text.strip()}z."),
    min_size=1,
    max_size=8,
    unique=True,
)


@settings(max_examples=40, deadline=None)
@given(SENTENCES, st.data())
def test_what_is_taken_out_is_what_is_found(said: list[str], data: st.DataObject) -> None:
    gone = data.draw(st.integers(0, len(said) - 1))
    old = made("# T\n\nInicio fijo.\n\n" + "\n\n".join(said) + "\n")
    new = made("# T\n\nInicio fijo.\n\n" + "\n\n".join(said[:gone] + said[gone + 1 :]) + "\n")
    (found,) = compare(old, new)
    assert found.kind is ChangeKind.REMOVED
    assert [unit.text for unit in found.old] == [said[gone]]
    assert all(old.shown[unit.passage_id][unit.span.start : unit.span.end] == unit.text for unit in old.units)
