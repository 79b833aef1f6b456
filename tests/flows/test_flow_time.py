"""Both axes of time through the whole product: what held, and what was known; what is taken away, and what returns."""

from __future__ import annotations

import pytest

from contract.access import Principal
from contract.errors import NotFound
from contract.evidence import Abstention
from contract.records import CommitOutcome
from contract.time import parse
from service.explain.timeline import timeline
from tests.flows.conftest import OpenDesk
from tests.flows.desk import TENANT, Desk, cited, policy

QUESTION = "What is the refund window?"
URI = "policy/refund"


def law(uri: str, label: str, start: str, days: int, **more: str) -> str:
    """A law on inspections that states one figure."""
    lines = "".join(f"{key}: {value}\n" for key, value in more.items())
    head = f"uri: {uri}\nsource_type: law\nlanguage: en\nrevision: {label}\nvalid_from: {start}\n{lines}"
    return f"---\n{head}---\n# Inspections of cold rooms\n\nInspection of cold rooms is due every {days} days.\n"


LAW = "How often is the inspection of cold rooms due?"


@pytest.fixture
def corrected(small: OpenDesk) -> Desk:
    """A known in January, corrected in May; B known in June for July."""
    here = small()
    for known, name, text in (
        ("2026-01-10", "a.md", policy(URI, "A", "2025-01-01", 30)),
        ("2026-05-10", "a2.md", policy(URI, "A", "2025-01-01", 45)),
        ("2026-06-10", "b.md", policy(URI, "B", "2026-07-01", 14)),
    ):
        here.clock.go(known)
        assert not here.ingest(here.write(name, text)).failed
    here.clock.go("2026-09-01")
    return here


@pytest.mark.parametrize(
    ("valid_at", "known_at", "days"),
    [
        ("2026-03-01", "2026-02-01", 30),
        ("2026-03-01", "2026-05-09T23:59:59Z", 30),
        ("2026-03-01", "2026-05-10", 45),
        ("2026-03-01", None, 45),
        ("2026-08-01", "2026-06-09", 45),
        ("2026-08-01", "2026-06-10", 14),
        ("2026-06-30", None, 45),
        ("2026-07-01", None, 14),
        (None, "2026-02-01", 30),
        (None, None, 14),
    ],
)
def test_what_held_as_it_was_known(corrected: Desk, valid_at: str | None, known_at: str | None, days: int) -> None:
    answer = corrected.ask(QUESTION, valid_at=valid_at, known_at=known_at)
    assert f"{days} days" in answer.text
    assert not any(f"{other} days" in answer.text for other in {30, 45, 14} - {days})


@pytest.mark.parametrize(("valid_at", "known_at"), [("2026-03-01", "2026-01-09"), ("2024-12-31", None)])
def test_before_it_was_known_or_held_there_is_nothing(corrected: Desk, valid_at: str, known_at: str | None) -> None:
    answer = corrected.ask(QUESTION, valid_at=valid_at, known_at=known_at)
    assert answer.abstained is not None
    assert not any(f"{days} days" in answer.text for days in (30, 45, 14))


def test_the_timeline_is_drawn_as_it_was_known(corrected: Desk) -> None:
    labels = {known: [line.revision.metadata.revision for line in corrected.timeline(URI, known_at=known).lines]
              for known in ("2026-02-01", "2026-05-11")}  # fmt: skip
    assert labels == {"2026-02-01": ["A"], "2026-05-11": ["A", "A"]}
    assert corrected.holding(URI) == {"B"}
    with pytest.raises(NotFound):
        corrected.timeline(URI, known_at="2026-01-09")


def test_what_is_deleted_is_gone_at_once_and_what_it_replaced_returns(small: OpenDesk) -> None:
    here = small()
    here.write("1.md", law("law/1", "1", "2020-01-01", 90))
    here.write("2.md", law("law/2", "2", "2025-01-01", 60, replaces="law/1"))
    assert not here.ingest().failed
    assert cited(here.ask(LAW)) == {("law/2", "2")}

    here.clock.go("2026-09-02")
    here.product.store.delete(TENANT, "law/2", here.clock())
    after = here.ask(LAW)
    assert cited(after) == {("law/1", "1")}
    assert "60" not in after.text
    assert "law/2" not in {item.uri for item in after.held_back}
    with pytest.raises(NotFound):
        here.timeline("law/2")
    assert cited(here.ask(LAW, known_at="2026-09-01T12:00:00Z")) == {("law/2", "2")}, "it had been known"

    here.clock.go("2026-09-03")
    back = here.ingest(here.folder / "2.md")
    assert back.embedded == 0
    assert cited(here.ask(LAW)) == {("law/2", "2")}
    assert here.product.store.check() == ()


def test_what_is_undone_never_came(corrected: Desk) -> None:
    b = next(line for line in corrected.timeline(URI).lines if line.revision.metadata.revision == "B")
    corrected.clock.go("2026-09-02")
    corrected.product.store.undo(TENANT, b.revision.id, corrected.clock())
    assert "45 days" in corrected.ask(QUESTION).text
    assert "14 days" in corrected.ask(QUESTION, known_at="2026-09-01").text
    correction = next(line for line in corrected.timeline(URI).lines if line.in_force)
    corrected.clock.go("2026-09-03")
    corrected.product.store.undo(TENANT, correction.revision.id, corrected.clock())
    assert "30 days" in corrected.ask(QUESTION).text
    assert corrected.product.store.check() == ()


def test_what_is_purged_is_known_at_no_time(corrected: Desk) -> None:
    corrected.write("other.md", law("law/1", "1", "2020-01-01", 90))
    corrected.ingest(corrected.folder / "other.md")
    corrected.clock.go("2026-09-02")
    corrected.product.store.delete(TENANT, URI, corrected.clock(), purge=True)
    for known_at in (None, "2026-02-01", "2026-08-01"):
        answer = corrected.ask(QUESTION, known_at=known_at)
        assert not any(f"{days} days" in answer.text for days in (30, 45, 14))
        assert URI not in {uri for uri, _ in cited(answer)}
    assert cited(corrected.ask(LAW)) == {("law/1", "1")}
    assert corrected.product.store.check() == ()
    corrected.clock.go("2026-09-03")
    back = corrected.ingest(corrected.folder / "b.md")
    assert back.embedded > 0, "its vectors were purged too"
    assert "14 days" in corrected.ask(QUESTION).text


def test_the_same_again_is_a_sighting(corrected: Desk) -> None:
    before = corrected.timeline(URI).lines
    corrected.clock.go("2026-09-02")
    again = corrected.ingest(corrected.folder / "b.md")
    assert (again.documents[0].outcome, again.embedded) == (CommitOutcome.UNCHANGED, 0)
    assert [line.revision.id for line in corrected.timeline(URI).lines] == [line.revision.id for line in before]
    assert "14 days" in corrected.ask(QUESTION).text


def test_a_clock_that_goes_back_rewrites_nothing(corrected: Desk) -> None:
    """Known time never goes back: what a slow clock commits is known after what was there."""
    corrected.clock.go("2026-01-01")
    corrected.ingest(corrected.write("c.md", policy(URI, "C", "2026-08-01", 7)))
    asked_before = corrected.ask(QUESTION, valid_at="2026-08-15", known_at="2026-06-09")
    assert "45 days" in asked_before.text
    assert "7 days" in corrected.ask(QUESTION, valid_at="2026-08-15").text


def test_an_undated_document_holds_from_when_it_was_seen(small: OpenDesk) -> None:
    here = small()
    note = here.write("note.md", "# Cold room\n\nThe cold room of the plant holds forty pallets.\n")
    here.ingest(note, observed_at="2026-02-01")
    question = "How many pallets does the cold room of the plant hold?"
    assert "forty" in here.ask(question, valid_at="2026-02-01").text
    assert here.ask(question, valid_at="2026-01-31").abstained is Abstention.NO_EVIDENCE
    here.write("note.md", "# Cold room\n\nThe cold room of the plant holds fifty pallets.\n")
    here.ingest(note, observed_at="2026-06-01")
    assert "fifty" in here.ask(question).text
    assert "forty" in here.ask(question, valid_at="2026-05-31").text
    here.ingest(here.write("note.md", note.read_text().replace("fifty", "thirty")), observed_at="2026-04-01")
    assert "thirty" in here.ask(question, valid_at="2026-05-31").text, "seen between the two, whenever it came"
    assert "fifty" in here.ask(question).text


def test_a_question_in_words_of_time_is_about_that_time(corrected: Desk) -> None:
    assert "45 days" in corrected.ask("What was the refund window on 15 March 2026?").text
    assert "45 days" in corrected.ask("¿Cuál era el plazo de reembolso el 15 de marzo de 2026?").text


def test_both_axes_at_once_on_a_timeline(corrected: Desk) -> None:
    shown = timeline(corrected.product, Principal(TENANT), URI, parse("2026-03-01"), parse("2026-02-01"))
    assert [(line.revision.metadata.revision, line.in_force) for line in shown.lines] == [("A", True)]


def test_the_year_of_a_question_needs_no_words_in_what_held_then(small: OpenDesk) -> None:
    here = small()
    for label, days in (("2024", 23), ("2026", 25)):
        head = (
            f"---\nuri: leave\nlanguage: es\nrevision: {label}\nvalid_from: {label}-01-01\nsource_type: policy\n---\n"
        )
        text = f"# Vacaciones\n\n## Días\n\nEl personal de plantilla disfruta de {days} días laborables de vacaciones al año.\n"
        more = (
            "\n## Solicitud\n\nLas vacaciones se piden antes.\n\n## Arrastre\n\nLos días no disfrutados se pierden.\n"
        )
        here.ingest(here.write(f"{label}.md", head + text + more))
    for asked, days in (("había en 2025", 23), ("hay", 25)):
        answer = here.ask(f"¿Cuántos días de vacaciones {asked}?")
        assert answer.abstained is None
        assert f"{days} días" in answer.text
