"""Hostile files end as a document or as one reason, each alone; nothing is run or fetched. ``evals bench hostile`` reads 300."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from contract.errors import DocumentError
from evals.bench.hostile import bait, visits
from evals.datasets.hostile import Hostile, made
from extraction.document import Document
from extraction.documents import read_bytes
from service.ingestion.intake import collect

KINDS = [
    "front_laughs",
    "front_loop",
    "front_object",
    "md_quotes",
    "md_html",
    "csv_formulas",
    "csv_open_quote",
    "json_deep",
    "nuls",
    "surrogates",
    "html_fetching",
    "html_deep",
    "xml_laughs",
    "rst_reading",
    "rst_substitutions",
    "docx_bomb",
    "docx_entities",
    "docx_outside",
    "docx_names",
    "xlsx_far",
    "xlsx_merged",
    "xlsx_formulas",
    "pdf_cut",
    "pdf_loop",
    "pdf_previous",
    "pdf_acting",
    "other_docx",
    "other_ending",
]


@pytest.mark.parametrize("kind", KINDS)
def test_each_ends_as_a_document_or_one_reason_and_nothing_is_fetched(kind: str) -> None:
    with bait() as listener:
        address = f"http://127.0.0.1:{listener.getsockname()[1]}/bait"
        (file,) = (one for one in made(7, 71, address) if one.kind == kind)
        ended(file)
        assert visits(listener) == 0


def ended(file: Hostile) -> None:
    found = read_or_refused(file)
    if isinstance(found, DocumentError):
        assert file.name in str(found) or "sheet" in str(found)
        assert "\n" not in str(found)
        return
    assert "root:" not in found.text
    for block in found.blocks:
        assert found.text[block.span.start : block.span.end].strip()


def read_or_refused(file: Hostile) -> Document | DocumentError:
    try:
        return read_bytes(file.data, file.name, max_bytes=10_000_000)
    except DocumentError as error:
        return error


def test_files_are_the_same_for_the_same_seed() -> None:
    one, other = (next(made(3, 1)), next(made(3, 1)))
    assert one == other


def test_odd_names_and_links_of_a_folder_are_inputs_like_any_other(tmp_path: Path) -> None:
    (tmp_path / "a\nb.md").write_text("words")
    (tmp_path / "-rf ‮md.txt").write_text("words")
    (tmp_path / os.fsdecode(b"bad-\xff.txt")).write_text("words")
    (tmp_path / "self").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "round.md").symlink_to(tmp_path / "round.md")
    (tmp_path / "nowhere.md").symlink_to(tmp_path / "gone.md")
    os.mkfifo(tmp_path / "pipe.md")
    found = {entry.name: entry for entry in collect([tmp_path])}
    assert len(found) == 6
