"""Claims with what they stand on: made from the sentences of a folder of documents, or read from an NLI file."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from contract.errors import DocumentError
from evals.alterations import names, supported, unsupported
from evals.datasets.reading import drawn, filled, folder
from evals.records import DataError, Options
from extraction.documents import read as read_document
from language.detect import detect
from language.sentences import sentences
from language.tables import LANGUAGES

_DOCUMENTS = (".md", ".txt", ".rst", ".html")
_WORDS = range(8, 46)  # of a sentence that claims are made from
_COLUMNS = ("language", "gold_label", "sentence1", "sentence2")
_MARKUP = re.compile(r"\[([^\]]*)\]\([^)]*\)|[*_`]{1,3}|^\W+")
_MOST_BYTES = 20_000_000


@dataclass(frozen=True, slots=True)
class Case:
    """A claim, the sentences it stands on, and whether these carry it. ``kind`` says how the claim came to be."""

    claim: str
    evidence: tuple[str, ...]
    language: str
    carried: bool
    kind: str


def read(path: Path, options: Options) -> list[Case]:
    """The pairs of every ``*.tsv`` with NLI columns, else claims made from the documents. The limit counts pairs of an NLI
    file and sentences of documents, by language. Raises ``DataError``."""
    files = sorted(folder(path).glob("*.tsv"))
    if files:
        return [case for file in files for case in _pairs(file, options)]
    return _made(path, options)


def _pairs(file: Path, options: Options) -> Iterator[Case]:
    with file.open(encoding="utf-8", newline="") as lines:
        reader = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        if not set(_COLUMNS) <= set(reader.fieldnames or ()):
            raise DataError(f"{file} has another form: its first line should name {', '.join(_COLUMNS)}")
        rows = [row for row in reader if row["language"] in LANGUAGES]
    filled(rows, f"pairs in {' or '.join(LANGUAGES)}", file)
    for language in LANGUAGES:
        for row in drawn([row for row in rows if row["language"] == language], options):
            label = row["gold_label"]
            yield Case(row["sentence2"], (row["sentence1"],), language, label == "entailment", label)


def _made(path: Path, options: Options) -> list[Case]:
    texts = filled([found for file in _files(path) if (found := _sentences(file))], "documents with sentences", path)
    made: list[Case] = []
    for language in LANGUAGES:
        placed = [
            (said, at)
            for said in texts
            if detect(" ".join(said)) == language
            for at, sentence in enumerate(said)
            if len(sentence.split()) in _WORDS
        ]
        others = names([said[at] for said, at in placed])
        for said, at in drawn(placed, options):
            made += _claims(said, at, language, others, options.seed)
    return list(filled(made, "sentences to make claims from", path))


def _claims(said: Sequence[str], at: int, language: str, others: Sequence[str], seed: int) -> Iterator[Case]:
    """Claims on one sentence, with those beside it as evidence. What a neighbour says too is left out."""
    evidence = tuple(said[max(0, at - 1) : at + 2])
    for each in supported(said[at], language, seed):
        yield Case(each.text, evidence, language, True, each.kind)
    for each in unsupported(said[at], language, others, seed, " ".join(evidence)):
        if each.text not in evidence:
            yield Case(each.text, evidence, language, False, each.kind)


def _files(path: Path) -> list[Path]:
    return sorted(file for file in path.rglob("*") if file.suffix in _DOCUMENTS and file.is_file())


def _sentences(file: Path) -> tuple[str, ...]:
    """The sentences of a document's paragraphs and list items, markup and white space taken out."""
    try:
        text = read_document(file, max_bytes=_MOST_BYTES).text
    except DocumentError:
        return ()
    lines = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith(("#", "|", ">", "---")))
    found = (lines[span.start : span.end] for span in sentences(lines))
    plain = (" ".join(_MARKUP.sub(lambda match: match.group(1) or "", said).split()) for said in found)
    return tuple(dict.fromkeys(said for said in plain if said.endswith((".", ";")) and "|" not in said))
