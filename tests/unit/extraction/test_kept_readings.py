"""What sentences say is kept from one revision to the next: the same facts, whether they are read or looked up."""

from __future__ import annotations

from pathlib import Path

import pytest

from contract.records import Metadata, RevisionDraft
from extraction.clauses import Shelf
from extraction.clauses import kept as keeping
from extraction.documents import read_bytes
from extraction.extract import extract

SENTENCES = [
    f"Company {chr(65 + at % 26)}{at} did not sell the ferry in 20{10 + at}, if Vigo had agreed." for at in range(40)
]


def drawn(shelf: Path | None, sentences: list[str], language: str = "en") -> RevisionDraft:
    document = read_bytes("\n\n".join(sentences).encode(), "a.txt", max_bytes=1_000_000)
    metadata = Metadata(uri="a", title="A", language=language)
    return extract(
        document,
        metadata,
        tenant="t",
        embedder_count=lambda text: len(text.split()) + 2,
        limit=400,
        predicates={},
        shelf=shelf,
    )


def test_a_changed_sentence_alone_is_parsed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    read = keeping.said

    def counted(sentences: list[str], language: str) -> object:
        asked.extend(sentences)
        return read(sentences, language)

    monkeypatch.setattr(keeping, "said", counted)
    plain = drawn(None, SENTENCES)
    assert plain.content.facts
    assert drawn(tmp_path / "shelf", SENTENCES) == plain
    assert len(asked) == len(SENTENCES)
    assert drawn(tmp_path / "shelf", SENTENCES) == plain
    changed = [*SENTENCES[:-1], "Company Z sold the ferry to Cíes."]
    again = drawn(tmp_path / "shelf", changed)
    assert asked[len(SENTENCES) :] == [changed[-1]]
    assert again.content == drawn(None, changed).content


def test_what_is_broken_or_of_another_version_is_read_anew_and_what_goes_is_forgotten(tmp_path: Path) -> None:
    plain = drawn(tmp_path, SENTENCES)
    (kept,) = tmp_path.iterdir()
    for wrong in (b"", b"no gzip", kept.read_bytes()[:100]):
        kept.write_bytes(wrong)
        assert drawn(tmp_path, SENTENCES) == plain
    drawn(tmp_path, SENTENCES, "es")
    assert drawn(tmp_path, SENTENCES) == plain
    Shelf(tmp_path).forget("t", "a")
    assert list(tmp_path.iterdir()) == []
    drawn(tmp_path, SENTENCES[:5])
    drawn(tmp_path, SENTENCES, "fr")
    assert list(tmp_path.iterdir()) == []
