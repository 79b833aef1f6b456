"""Real documents in the form of the dilution study: sections of sentences or rows, with questions whose place is known.

Any folder of documents, or one with a folder ``docs``. What makes a question is drawn by the seed and taken from the text:

- specific: the words of one sentence or row that few others of the corpus have; gold is the chunk that holds it;
- thematic: the words that tell a section from all others; gold are all of its chunks.

Both name the document by its title, as a person would who knows which one is meant.
"""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from contract.errors import DocumentError
from evals.datasets.agrifood import SPECIFIC, THEMATIC, Asked, Corpus, Document, Part
from evals.datasets.reading import filled, folder
from extraction.document import Block, BlockKind
from extraction.document import Document as Read
from extraction.documents import read as read_document
from language.detect import detect
from language.sentences import sentences
from language.words import stems, words

MOST_PARTS = 12  # sections of one document that are taken: a code of 600 articles is no larger than a manual
LEAST_WORDS = 6  # content words of a sentence or section that can be asked for
_ASKED_WORDS = 4
_TITLE_WORDS = 12
_MOST_BYTES = 50_000_000
_SAMPLE = 2000  # characters that tell the language
_WORD = re.compile(r"^[^\W\d_]{4,}$")
_ASKS = {
    "en": {
        SPECIFIC: "In {title}, what is said about {words}?",
        THEMATIC: "Which part of {title} is about {words}?",
    },
    "es": {
        SPECIFIC: "En {title}, ¿qué se dice sobre {words}?",
        THEMATIC: "¿Qué parte de {title} trata de {words}?",
    },
}


@dataclass(frozen=True, slots=True)
class _Place:
    """Something that can be asked for: the words of a unit, or with ``unit`` None of a whole section."""

    document: Document
    part: int
    unit: int | None
    text: str


def read(path: Path, questions: int, seed: int) -> Corpus:
    """As many documents as half the questions (at most all), and the questions, half of them specific.

    Raises ``DataError`` where there are no documents, or none with sections.
    """
    root = path / "docs" if (path / "docs").is_dir() else folder(path)
    files = filled(
        sorted(file for file in root.rglob("*") if file.is_file() and file.name[0] != "."), "documents", path
    )
    random.Random(f"{seed}:files").shuffle(files := list(files))
    documents: list[Document] = []
    for file in files:
        if len(documents) < max(1, questions // 2) and (found := _document(file, root)):
            documents.append(found)
    filled(documents, "documents with sections", path)
    return Corpus(tuple(documents), tuple(_questions(documents, questions, seed)))


def _document(file: Path, root: Path) -> Document | None:
    """None where it cannot be read, or has no section of two sentences."""
    try:
        found = read_document(file, max_bytes=_MOST_BYTES)
    except DocumentError:
        return None
    parts = [part for part in _parts(found) if len(part.units) > 1][:MOST_PARTS]
    if not parts:
        return None
    title = " ".join(_title(found, file).split()[:_TITLE_WORDS])
    summary = next((unit for part in parts if not part.head for unit in part.units), title)
    return Document(file.relative_to(root).as_posix(), detect(found.text[:_SAMPLE]), title, summary, tuple(parts))


def _title(found: Read, file: Path) -> str:
    """What a reader calls it: the declared title, else the file's name, which tells versions apart."""
    declared = found.front.get("title")
    return declared if isinstance(declared, str) and declared.strip() else file.stem.replace("_", " ")


def _parts(found: Read) -> Iterator[Part]:
    """The sections in order: one of prose and one for each table under a heading."""
    path: dict[int, str] = {}
    said: list[str] = []
    for block in (*found.blocks, None):
        if block is None or block.kind is BlockKind.HEADING:
            if said:
                yield Part(_heading(path), tuple(said))
            said = []
            if block is not None:
                path = {level: text for level, text in path.items() if level < block.level} | {block.level: block.text}
        elif block.table is not None:
            rows = tuple(_row(cell.text for cell in row) for row in block.table.rows)
            yield Part(_heading(path), rows, _row(cell.text for cell in block.table.header))
        else:
            said += _units(block)


def _heading(path: Mapping[int, str]) -> str:
    return " > ".join(path[level] for level in sorted(path)[-2:])


def _units(block: Block) -> Iterator[str]:
    if block.kind is BlockKind.CODE:
        yield " ".join(block.text.split())
        return
    text = " ".join(block.text.split())
    yield from (text[span.start : span.end] for span in sentences(text))


def _row(cells: Iterator[str]) -> str:
    return f"| {' | '.join(' '.join(cell.split()) for cell in cells)} |"


def _questions(documents: Sequence[Document], count: int, seed: int) -> Iterator[Asked]:
    """Half specific, half thematic, of documents and sections drawn by the seed."""
    spread: Counter[str] = Counter()
    parts = [(part, document.kind) for document in documents for part in document.parts]
    for part, language in parts:
        spread.update(_content(" ".join(part.units), language).keys())
    rarity = {stem: math.log((1 + len(parts)) / count) for stem, count in spread.items()}
    draw = random.Random(f"{seed}:questions")
    for intent in (SPECIFIC, THEMATIC):
        places = [place for document in documents for place in _places(document, intent)]
        for place in draw.sample(places, min(len(places), max(1, count // 2))):
            yield _asked(place, intent, rarity)


def _places(document: Document, intent: str) -> Iterator[_Place]:
    for at, part in enumerate(document.parts):
        texts = enumerate(part.units) if intent == SPECIFIC else [(None, " ".join(part.units))]
        for unit, text in texts:
            if len(_content(text, document.kind)) >= LEAST_WORDS:
                yield _Place(document, at, unit, text)


def _asked(place: _Place, intent: str, rarity: Mapping[str, float]) -> Asked:
    """The words that say most of the place, by tf · idf over the sections."""
    language = place.document.kind
    counts = Counter(stem for word in words(place.text) for stem in stems(word.text, language))
    forms = _content(place.text, language)
    chosen = sorted(forms, key=lambda stem: (-counts[stem] * rarity[stem], stem))[:_ASKED_WORDS]
    said = [forms[stem] for stem in forms if stem in chosen]
    text = _ASKS.get(language, _ASKS["en"])[intent].format(title=place.document.title, words=", ".join(said))
    return Asked(text, intent, place.document.id, place.part, place.unit)


def _content(text: str, language: str) -> dict[str, str]:
    """The content words of a text by their stems, in order; numbers and codes left out."""
    found: dict[str, str] = {}
    for word in words(text):
        if _WORD.match(word.text):
            for stem in stems(word.text, language):
                found.setdefault(stem, word.text.casefold())
    return found
