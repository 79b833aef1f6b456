"""Child processes answer in the order of the documents, and a document that brings one down costs nothing but itself."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from contract.errors import DocumentError, DocumentTooLarge, UnreadableDocument
from contract.records import RevisionDraft
from models.embedding import BUNDLED, open_embedder
from service.ingestion.child import Prepared, Start
from service.ingestion.children import children
from service.ingestion.intake import Input
from service.ingestion.preparing import Described, Rules

RULES = Rules("t", {}, None, 10_000_000, {}, {})


def start(seconds: int = 60, megabytes: int = 2_000, embedder: str | None = None) -> Start:
    return Start(RULES, embedder or open_embedder(BUNDLED).name, seconds, megabytes)


def table(name: str, rows: int = 3) -> Input:
    return Input(name, data=("key,value\n" + "".join(f"row {at},{at}\n" for at in range(rows))).encode())


def name_of(found: Prepared) -> str:
    assert not isinstance(found, DocumentError), found
    return found.metadata.uri


def test_answers_come_in_order_and_the_bad_do_not_block_the_others() -> None:
    entries = [
        table("large.csv", 300),
        Input("gone.md", path=Path("/nowhere/gone.md")),
        table("b.csv"),
        table("c.csv"),
    ]
    with children(2, start()) as family:
        large, gone, *others = family.prepared(entries)
    assert name_of(large) == "large.csv"
    assert isinstance(large, RevisionDraft)
    assert isinstance(gone, UnreadableDocument)
    assert [name_of(one) for one in others] == ["b.csv", "c.csv"]


def test_what_takes_too_long_or_too_much_is_told_and_the_next_is_read() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("xl/workbook.xml", b"<x>" + b" " * 90_000_000 + b"</x>")
    entries = [
        table("slow.csv", 200_000),
        table("next.csv"),
        Input("much.xlsx", data=stream.getvalue()),
        table("last.csv"),
    ]
    with children(1, start(seconds=3, megabytes=340)) as family:
        slow, following, much, last = family.prepared(entries)
    assert isinstance(slow, DocumentTooLarge)
    assert "slow.csv takes more than" in str(slow)
    assert isinstance(much, DocumentError)
    assert [name_of(one) for one in (following, last)] == ["next.csv", "last.csv"]


def test_documents_are_handed_back_whole_where_their_tokens_cannot_be_counted() -> None:
    with children(1, start(embedder="hf:another")) as family:
        (found,) = family.prepared([table("a.csv")])
    assert isinstance(found, Described)
