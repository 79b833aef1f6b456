"""A folder with everything that goes wrong beside what is right: the good go in, the bad are named with the mend."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from docx import Document as Word
from pypdf import PdfWriter
from reportlab.pdfgen import canvas

from contract.history import Put
from contract.records import CommitOutcome
from service.ingestion.ingest import IngestOptions, Report, ingest
from service.ingestion.intake import collect
from tests.flows.conftest import OpenDesk, Shell
from tests.flows.desk import TENANT, Desk

GOOD = {
    "good/cold-room.md": "# Cold room\n\nThe cold room of the plant holds forty pallets of lemons.\n",
    "good/depot.txt": "The depot in Halifax opens at seven in the morning.\n",
    "good/pier.md": "---\ntitel: Pier\n---\n# Pier\n\nThe pier of the harbour takes two ships at once.\n",
}
BAD = {  # what stands in the sentence, beside the name
    "empty.md": "is empty",
    "blank.md": "no text",
    "picture.md": "not what its ending says",
    "noise.md": "",
    "cut.pdf": "whole copy",
    "cut.docx": "whole copy",
    "locked.pdf": "password",
    "halves.md": "",
    "large.txt": "VIGENTE_MAX_DOCUMENT_MB",
    "sparse.txt": "VIGENTE_MAX_DOCUMENT_MB",
    "date.md": "2026-02-30",
    "backwards.md": "valid_to",
    "level.md": "level",
    "ring-b.md": "ring-a.md",
}


def pdf(words: str, *, password: str | None = None) -> bytes:
    drawn = io.BytesIO()
    page = canvas.Canvas(drawn)
    page.drawString(72, 720, words)
    page.save()
    if password is None:
        return drawn.getvalue()
    writer = PdfWriter(clone_from=io.BytesIO(drawn.getvalue()))
    writer.encrypt(password, algorithm="RC4-128")
    locked = io.BytesIO()
    writer.write(locked)
    return locked.getvalue()


def docx(words: str) -> bytes:
    document = Word()
    document.add_paragraph(words)
    saved = io.BytesIO()
    document.save(saved)
    return saved.getvalue()


def front(lines: str) -> str:
    return f"---\n{lines}\n---\n# Notice\n\nThe notice says what it says.\n"


def fill(here: Desk) -> None:
    """Every bad input of which a folder can hold one, and three good documents."""
    for name, text in GOOD.items():
        here.write(name, text)
    here.write("empty.md", "")
    here.write("blank.md", " \n\t\r\n \u00a0\u200b\n")
    here.write("picture.md", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8)
    here.write("noise.md", bytes(range(256)) * 40)
    here.write("cut.pdf", pdf("Cut off")[:300])
    here.write("cut.docx", docx("Cut off")[:2000])
    here.write("locked.pdf", pdf("Nobody reads this", password="secret"))
    here.write("halves.md", b"# Half\n\nA \xed\xa0\x80 and \xed\xb0\x80 and a NUL \x00 in the middle.\n")
    here.write("large.txt", "A line of the long list.\n" * 80_000)
    with (here.folder / "sparse.txt").open("wb") as sparse:
        sparse.truncate(200_000_000)
    here.write("date.md", front("valid_from: 2026-02-30"))
    here.write("backwards.md", front("valid_from: 2026-03-01\nvalid_to: 2026-02-01"))
    here.write("level.md", front("level: 9"))
    here.write("ring-a.md", front("replaces: ring-b.md"))
    here.write("ring-b.md", front("replaces: ring-a.md"))


@pytest.fixture
def limited(small: OpenDesk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("VIGENTE_MAX_DOCUMENT_MB", "1")
    here = small()
    fill(here)
    return here


def test_the_bad_are_named_with_the_mend_and_the_good_go_in(limited: Desk) -> None:
    """And the same folder again changes nothing and fails alike."""
    report = limited.ingest()
    failed = {document.name: document for document in report.failed}
    tolerated = {"halves.md", "noise.md"} - failed.keys()  # may go in, with a warning
    assert failed.keys() | tolerated == BAD.keys()
    for name, document in failed.items():
        sentence = document.error or ""
        assert Path(name).name in sentence
        assert BAD[name] in sentence
        assert "\n" not in sentence
        assert ": " in sentence  # what is wrong: how it is mended
        assert document.code in ("empty_document", "unreadable_document", "document_too_large", "invalid_metadata")
    taken = {document.name: document for document in report.documents if not document.error}
    assert taken.keys() == {*GOOD, "ring-a.md", *tolerated}
    for name in tolerated:
        assert taken[name].warnings
    assert report.coverage == 1.0
    assert "forty pallets" in limited.ask("How many pallets does the cold room of the plant hold?").text
    _assert_the_nearest_key_is_named(report)

    again = limited.ingest()
    assert {one.name: one.error for one in again.failed} == {one.name: one.error for one in report.failed}
    assert again.embedded == 0
    assert again.count(CommitOutcome.UNCHANGED) == len(again.documents) - len(again.failed)
    assert limited.product.store.check() == ()


def _assert_the_nearest_key_is_named(report: Report) -> None:
    (pier,) = [document for document in report.documents if document.name == "good/pier.md"]
    assert pier.outcome is CommitOutcome.NEW
    assert [warning.code for warning in pier.warnings] == ["unknown_key"]
    assert "titel" in pier.warnings[0].message
    assert "title" in pier.warnings[0].message


def test_a_file_that_vanishes_before_it_is_read_is_named(small: OpenDesk) -> None:
    here = small()
    here.write("stays.md", GOOD["good/cold-room.md"])
    vanishing = here.write("vanishes.md", "# Soon gone\n\nWords.\n")
    inputs = collect([here.folder])
    vanishing.unlink()
    report = ingest(here.product, inputs, IngestOptions(TENANT))
    assert [(one.name, one.code) for one in report.failed] == [("vanishes.md", "unreadable_document")]
    assert report.count(CommitOutcome.NEW) == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_named(small: OpenDesk) -> None:
    here = small()
    here.write("secret.md", "# Secret\n\nWords.\n").chmod(0)
    assert [one.code for one in here.ingest().failed] == ["unreadable_document"]


def test_what_is_no_file_at_all_is_named(small: OpenDesk) -> None:
    here = small()
    os.mkfifo(here.folder / "pipe.md")
    (here.folder / "nowhere.md").symlink_to(here.folder / "gone.md")
    here.write("good.md", GOOD["good/cold-room.md"])
    report = here.ingest()
    assert {one.name for one in report.failed} == {"pipe.md", "nowhere.md"}
    assert report.count(CommitOutcome.NEW) == 1


@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")])
def test_whoever_closes_a_ring_of_replacements_stays_out(small: OpenDesk, order: tuple[str, str]) -> None:
    here = small()
    other = {"a": "b", "b": "a"}
    for name in order:
        here.write(f"{name}.md", front(f"uri: law/{name}\nvalid_from: 2026-01-01\nreplaces: law/{other[name]}"))
    report = here.ingest(*(here.folder / f"{name}.md" for name in order))
    first, second = report.documents
    assert (first.outcome, first.dangling) == (CommitOutcome.NEW, (f"law/{order[1]}",))
    assert second.code == "invalid_metadata"
    assert "law/a, law/b" in (second.error or "")
    puts = [event.source for event in here.product.store.history(TENANT) if isinstance(event, Put)]
    assert puts == [f"law/{order[0]}"]


def test_a_ring_is_seen_through_the_older_side_too(small: OpenDesk) -> None:
    here = small()
    here.write("1.md", front("uri: law/a\nvalid_from: 2026-01-01\nreplaces: law/b"))
    here.write("2.md", front("uri: law/b\nvalid_from: 2026-01-01\nreplaces: law/c"))
    here.write("3.md", front("uri: law/c\nvalid_from: 2026-01-01\nreplaces: law/a"))
    assert [one.name for one in here.ingest().failed] == ["3.md"]


def test_who_declares_the_closing_word_stays_out_and_not_who_comes_last(small: OpenDesk) -> None:
    here = small()
    here.write("1.md", front("uri: law/a\nvalid_from: 2026-01-01\nreplaces: law/b\nreplaced_by: law/b"))
    here.write("2.md", front("uri: law/b\nvalid_from: 2026-01-01"))
    here.write("3.md", front("uri: law/c\nvalid_from: 2026-01-01\nreplaced_by: law/b"))
    here.write("4.md", front("uri: law/d\nvalid_from: 2026-01-01\nreplaces: law/b\nreplaced_by: law/c"))
    assert [one.name for one in here.ingest().failed] == ["1.md", "4.md"]


def test_what_is_issued_again_may_replace_what_replaced_it(small: OpenDesk) -> None:
    here = small()
    here.write("1.md", front("uri: law/a\nrevision: A\nvalid_from: 2024-01-01"))
    here.write("2.md", front("uri: law/b\nrevision: B\nvalid_from: 2025-01-01\nreplaces: law/a"))
    here.write("3.md", front("uri: law/a\nrevision: C\nvalid_from: 2026-01-01\nreplaces: law/b"))
    report = here.ingest()
    assert not report.failed
    assert "cycle" in [warning.code for warning in report.documents[2].warnings]
    assert (here.holding("law/a"), here.holding("law/b")) == ({"C"}, set())


def test_the_command_lists_them_and_ends_with_1(limited: Desk, shell: Shell) -> None:
    done = shell("ingest", limited.folder, "--json", VIGENTE_MAX_DOCUMENT_MB="1")
    assert done.code == 1
    assert done.json["failed"] == sum(one["outcome"] == "failed" for one in done.json["documents"])
    shown = shell("ingest", limited.folder, VIGENTE_MAX_DOCUMENT_MB="1")
    assert shown.code == 1
    words = " ".join(shown.out.split())
    assert all(Path(name).name in words for name in BAD)
    assert "Traceback" not in shown.out + shown.err
