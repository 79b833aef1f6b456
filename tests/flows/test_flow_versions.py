"""Versions and changes as things to ask about: a manual in two languages, its release notes, and a policy that is dated."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from contract.access import Principal
from contract.changes import ChangeKind, Changes, FamilyKind, Novelty
from contract.errors import NotFound, RequestError
from contract.evidence import Abstention, Answer
from service.versions.changes import changes
from tests.flows.conftest import OpenDesk, Shell
from tests.flows.desk import TENANT, Desk, cited, policy
from tests.flows.desk import desk as opened_desk

MANUALS = {
    "es": """# Manual de la bomba Trasga

Versión {label}

## Arranque

Abra la válvula de entrada. Espere {wait} segundos antes de cebar la bomba. El piloto verde indica que hay presión.

## Mantenimiento

| Pieza | Plazo |
|---|---|
| Junta | 6 meses |
| Filtro | {filter} meses |

Anote cada revisión en la hoja que acompaña a la bomba.
{more}""",
    "en": """# Trasga pump guide

Version {label}

## Starting

Open the inlet valve. Wait {wait} seconds before priming the pump. The green light shows that there is pressure.

## Maintenance

| Part | Interval |
|---|---|
| Seal | 6 months |
| Filter | {filter} months |

Write every overhaul down on the sheet that comes with the pump.
{more}""",
}
DRAIN = {
    "es": "\n## Purga `DRENA_02`\n\nEl mando `DRENA_02` vacía el circuito antes de las heladas.\n",
    "en": "\n## Draining `DRAIN_02`\n\nThe control `DRAIN_02` empties the circuit before frost.\n",
}
NAMES = {"es": "manual trasga", "en": "guide trasga"}
VERSIONS = {"1.0.0": (30, 3, False), "1.2.0": (45, 3, True), "2.0.0": (45, 4, False), "2.1.0": (45, 4, True)}
NOTES = {
    "1.2.0": "# Notes on Harbour 1.2.0\n\n- The mooring panel shows the tide.\n- HRB-311: the gate closes at once.\n",
    "2.0.0": "# Notes on Harbour 2.0.0\n\n- Portuguese joins the tongues of the berth list.\n- HRB-402: fog signals logged.\n",
}


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """The corpus, taken in once. Tests only read it."""
    with opened_desk(tmp_path_factory.mktemp("versions")) as desk:
        _fill(desk)
        yield desk


def _fill(desk: Desk) -> None:
    for language, text in MANUALS.items():
        for label, (wait, months, drains) in VERSIONS.items():
            more = DRAIN[language] if drains else ""
            desk.write(f"{NAMES[language]} {label}.md", text.format(label=label, wait=wait, filter=months, more=more))
    for label, text in NOTES.items():
        desk.write(f"notes harbour {label}.md", text)
    assert not desk.ingest().failed


def told(desk: Desk, question: str) -> str:
    answer = desk.ask(question)
    assert answer.abstained is None, question
    assert_proved(answer)
    return answer.text


def assert_proved(answer: Answer) -> None:
    """Every claim cites a span of evidence that is there."""
    texts = {item.evidence_id: item.text for item in answer.evidence}
    assert answer.claims
    for claim in answer.claims:
        assert claim.citations
        for link in claim.citations:
            assert texts[link.evidence_id][link.start : link.end].strip()


def compared(desk: Desk, uri: str, older: str | None = None, newer: str | None = None, **who: Any) -> Changes:
    return changes(desk.product, Principal(TENANT, "test", **who), uri, older, newer)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Which versions of the Trasga guide are there?", "1.0.0, 1.2.0, 2.0.0, 2.1.0"),
        ("How many versions of the Trasga guide do you know?", "4 versions"),
        ("What is the oldest version of the Trasga guide?", "1.0.0"),
        ("What is the latest version of the Trasga guide?", "2.1.0"),
        ("Does version 2.0.0 of the Trasga guide exist?", "Yes"),
        ("Is there a version 3.1.0 of the Trasga guide?", "No"),
        ("What is the next version of the Trasga guide after version 1.2.0?", "2.0.0"),
        ("¿Qué versiones hay del manual Trasga?", "1.0.0, 1.2.0, 2.0.0, 2.1.0"),
        ("¿Cuántas versiones hay del manual Trasga?", "4 versiones"),
        ("¿Cuál es la versión más antigua del manual Trasga?", "1.0.0"),
        ("¿Cuál es la última versión del manual Trasga?", "2.1.0"),
        ("¿Existe la versión 2.0.0 del manual Trasga?", "Sí"),
        ("¿Existe la versión 3.1.0 del manual Trasga?", "No"),
        ("¿Qué versiones hay de las notas de Harbour?", "1.2.0, 2.0.0"),
    ],
)
def test_what_versions_there_are_comes_from_the_graph(here: Desk, question: str, said: str) -> None:
    assert said in told(here, question)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Since when is DRAIN_02 in the Trasga guide?", ("since version 1.2.0", "not stand in 2.0.0")),
        ("In which version was DRAIN_02 added to the Trasga guide?", ("since version 1.2.0",)),
        ("When was the circuit emptied before frost introduced in the Trasga guide?", ("1.2.0",)),
        ("When was the green light added to the Trasga guide?", ("1.0.0, the oldest here",)),
        ("¿Desde cuándo figura DRENA_02 en el manual Trasga?", ("desde la versión 1.2.0", "No figura en 2.0.0")),
        ("¿En qué versión se añadió DRENA_02 al manual Trasga?", ("desde la versión 1.2.0",)),
        ("When was DRAIN_02 with a lock deprecated in the Trasga guide?", ("1.2.0",)),
        ("Which version of the Trasga guide dropped the green light?", ("up to version 2.1.0",)),
        ("Which Harbour release fixed HRB-311?", ("1.2.0", "the gate closes at once")),
        ("In which version of Harbour did Portuguese join the berth list?", ("2.0.0", "Portuguese")),
    ],
)
def test_since_when_a_thing_is_there(here: Desk, question: str, said: tuple[str, ...]) -> None:
    text = told(here, question)
    assert all(words in text for words in said), text


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What changed in version 2.0.0 of the Trasga guide?", ("3 months", "4 months")),
        (
            "Did the filter interval change between versions 1.0.0 and 2.1.0 of the Trasga guide?",
            ("3 months", "4 months"),
        ),
        ("What changed in Starting in version 2.1.0 of the Trasga guide?", ("Nothing changed",)),
        ("¿Qué cambió en la versión 2.0.0 del manual Trasga?", ("3 meses", "4 meses")),
        (
            "¿Qué cambió entre la versión 1.0.0 y la 1.2.0 del manual Trasga?",
            ("30 segundos", "45 segundos", "DRENA_02"),
        ),
        ("¿Qué cambió en Arranque en la versión 2.1.0 del manual Trasga?", ("No cambió nada",)),
        ("What changed in DRAIN_02 between version 1.2.0 and 2.1.0 of the Trasga guide?", ("Nothing changed",)),
        ("What changed in Harbour 2.0.0?", ("Portuguese", "fog signals")),
        ("Which berth list additions were in Harbour 2.0.0?", ("Portuguese",)),
    ],
)
def test_what_changed_though_no_changelog_says_it(here: Desk, question: str, said: tuple[str, ...]) -> None:
    text = told(here, question)
    assert all(words in text for words in said), text


@pytest.mark.parametrize(
    ("question", "said", "not_said"),
    [
        ("What was added to the Trasga guide in version 2.1.0?", "DRAIN_02", "45 seconds"),
        ("What was removed from the Trasga guide in version 2.0.0?", "DRAIN_02", "4 months"),
        ("¿Qué se añadió al manual Trasga en la versión 1.2.0?", "DRENA_02", "45 segundos"),
    ],
)
def test_what_came_or_went_alone_is_told(here: Desk, question: str, said: str, not_said: str) -> None:
    text = told(here, question)
    assert said in text, text
    assert not_said not in text, text


@pytest.mark.parametrize(
    "question",
    ["Which versions of Zorbula exist?", "When was Zorbula added?", "¿Desde cuándo hay Zorbula en el manual Trasga?"],
)
def test_what_is_not_there_is_declined(here: Desk, question: str) -> None:
    assert here.ask(question).abstained in (Abstention.NO_EVIDENCE, Abstention.BELOW_THRESHOLD, Abstention.UNSUPPORTED)


def test_a_note_on_an_older_version_answers_where_no_later_one_repeats_it(here: Desk) -> None:
    answer = here.ask("What does the mooring panel show?")
    assert "tide" in answer.text
    assert cited(answer) == {("notes harbour", "1.2.0")}


def test_a_question_that_only_names_a_version_is_no_question_for_versions(here: Desk) -> None:
    answer = here.ask("How long do I wait before priming the pump in version 1.0.0 of the Trasga guide?")
    assert "30 seconds" in answer.text
    assert cited(answer) == {("guide trasga", "1.0.0")}


def test_changes_have_both_sides_and_say_whether_another_version_had_it(here: Desk) -> None:
    found = compared(here, "guide trasga", "1.2.0", "2.0.0")
    assert found.family is FamilyKind.REVISIONS
    kinds = {change.kind: change for change in found.changes}
    assert set(kinds) == {ChangeKind.VALUE, ChangeKind.REMOVED}
    assert kinds[ChangeKind.VALUE].cell == ("Filter", "Interval")
    gone = kinds[ChangeKind.REMOVED]
    assert (gone.whole, gone.novelty) == (True, Novelty.RETURNS)
    back = compared(here, "guide trasga", "2.0.0", "2.1.0").changes
    assert [change.novelty for change in back] == [Novelty.RESTORED]
    for change in (*found.changes, *back):
        assert change.id
        assert change.old or change.new
    assert compared(here, "notes harbour").family is FamilyKind.NOTES


def test_what_cannot_be_compared_is_said(here: Desk) -> None:
    with pytest.raises(NotFound, match=r"9\.9"):
        compared(here, "guide trasga", newer="9.9")
    with pytest.raises(NotFound, match="nowhere"):
        compared(here, "nowhere")
    with pytest.raises(RequestError, match="itself"):
        compared(here, "guide trasga", "1.0.0", "1.0.0")


def test_a_reader_is_not_shown_what_only_others_may_read(small: OpenDesk) -> None:
    desk = small()
    for label, start, days, level in (
        ("A", "2024-01-01", 30, 0),
        ("B", "2025-01-01", 21, 2),
        ("C", "2026-01-01", 14, 0),
    ):
        desk.write(f"{label}.md", policy("refund", label, start, days, level=str(level)))
    assert not desk.ingest(families=False).failed
    open_to_all = compared(desk, "refund")
    assert open_to_all.older is not None
    assert open_to_all.older.metadata.revision == "A"
    assert "21 days" not in repr(open_to_all)
    insider = compared(desk, "refund", level=2)
    assert insider.older is not None
    assert insider.older.metadata.revision == "B"
    with pytest.raises(NotFound):
        compared(desk, "refund", newer="B")
    assert "21 days" not in desk.ask("What changed in the refund policy?").text


def test_dated_revisions_are_told_by_their_labels(small: OpenDesk) -> None:
    desk = small()
    for label, start, days in (("A", "2024-01-01", 30), ("B", "2025-01-01", 14)):
        desk.write(f"{label}.md", policy("refund", label, start, days))
    assert not desk.ingest(families=False).failed
    text = told(desk, "What changed in the refund policy?")
    assert "30 days" in text
    assert "14 days" in text


def test_the_command_line_shows_changes(shell: Shell, tmp_path: Path) -> None:
    for label, (wait, months, drains) in VERSIONS.items():
        more = DRAIN["en"] if drains else ""
        text = MANUALS["en"].format(label=label, wait=wait, filter=months, more=more)
        path = tmp_path / "docs" / f"guide trasga {label}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert shell("ingest", "docs").code == 0
    shown = shell("changes", "guide trasga", "--from", "1.0.0", "--to", "2.0.0")
    assert shown.code == 0
    assert "3 months" in shown.out
    found = shell("changes", "guide trasga", "--to", "2.0.0", "--json").json
    assert found["family"] == "revisions"
    assert found["changes"][0]["old"]["text"]
    assert shell("changes", "guide trasga", "--to", "7").code == 2
    assert "3 months" in shell("changes", "guide trasga", "--from", "1.0.0", "--to", "2.0.0", LANG="es_ES.UTF-8").out
