"""How much context before a passage's own words helps to find it, and from where on it drowns them.

L is a length in tokens, I the context that is put before a chunk c: CIR = L(I) ÷ (L(I) + L(c)). A fixed strategy fills the
context until its CIR is reached, from the particular to the general: heading path, what the section begins with, what the
document is about, then the document's other sections. ``DDAI`` is the product's own header (``extraction.context``): the
heading path, for a long chunk the document's summary too, and never more than T = .35.

What is longer than the embedder reads is embedded in windows, and their mean, weighted by tokens, is its vector.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from contract.ports import Embedder
from evals import measures
from evals.datasets.agrifood import Asked, Corpus, Document, Part
from extraction.context import SHARE, header
from extraction.pieces import tokens_added

CHUNK = 250  # tokens a chunk has at most
RATIOS = (0.0, 0.15, 0.35, 0.60, 0.85)
DDAI = "DDAI"
STRATEGIES = (*(f"CIR{ratio:.2f}" for ratio in RATIOS), DDAI)
_JOINT = " > "

Count = Callable[[str], int]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a document's part. ``units`` are the numbers of the sentences or rows it holds; ``tokens`` its own."""

    document: str
    part: int
    units: range
    text: str
    tokens: int


@dataclass(frozen=True)
class Setting:
    """A corpus cut for one embedder, and what stands around each document's chunks."""

    embedder: Embedder
    corpus: Corpus

    @cached_property
    def chunks(self) -> tuple[Chunk, ...]:
        return tuple(chunk for document in self.corpus.documents for chunk in cut(document, self.embedder.count))

    @cached_property
    def documents(self) -> Mapping[str, Document]:
        return {document.id: document for document in self.corpus.documents}

    def context(self, chunk: Chunk, strategy: str) -> str:
        """What the strategy puts before a chunk."""
        document, count = self.documents[chunk.document], self.embedder.count
        part = document.parts[chunk.part]
        path = (document.title, part.heading)
        if strategy == DDAI:
            return header(path, document.summary, chunk.tokens + tokens_added(count), count, SHARE)
        ratio = RATIOS[STRATEGIES.index(strategy)]
        rest = [unit for at, other in enumerate(document.parts) if at != chunk.part for unit in _whole(other)]
        lead = _whole(part)[:1] if chunk.units.start else ()  # a chunk that begins the section says it itself
        around = [_JOINT.join(path), *lead, document.summary, *rest]
        return filled(" ".join(around), round(ratio / (1 - ratio) * chunk.tokens, 6), count)

    def texts(self, strategy: str) -> tuple[list[str], float]:
        """What is embedded of each chunk, and the mean CIR that was reached."""
        count = self.embedder.count
        contexts = [self.context(chunk, strategy) for chunk in self.chunks]
        texts = [
            f"{context}\n{chunk.text}" if context else chunk.text
            for context, chunk in zip(contexts, self.chunks, strict=True)
        ]
        sizes = [net(context, count) for context in contexts]
        reached = [size / (size + chunk.tokens) for size, chunk in zip(sizes, self.chunks, strict=True)]
        return texts, float(np.mean(reached))


def cut(document: Document, count: Count) -> Iterator[Chunk]:
    """A document's parts as chunks of whole sentences or rows, rows under their table's head."""
    for number, part in enumerate(document.parts):
        start = 0
        for at in range(1, len(part.units) + 1):
            if at == len(part.units) or net(_text(part, start, at + 1), count) > CHUNK:
                text = _text(part, start, at)
                yield Chunk(document.id, number, range(start, at), text, net(text, count))
                start = at


def filled(text: str, tokens: float, count: Count) -> str:
    """The first words of a text, as many as come nearest to so many tokens."""
    words = text.split()
    if round(tokens) < 1:
        return ""
    low, high = 0, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        if net(" ".join(words[:middle]), count) <= tokens:
            low = middle
        else:
            high = middle - 1
    return " ".join(words[:low])


def net(text: str, count: Count) -> int:
    """Tokens of a text less what the model adds."""
    return count(text) - tokens_added(count) if text else 0


def embedded(texts: Sequence[str], embedder: Embedder) -> Floats:
    """A unit vector a text; a long one is the mean of its windows, weighted by tokens."""
    split = [list(windows(text, embedder)) for text in texts]
    pieces = list(dict.fromkeys(window for each in split for window in each))
    rows = dict(zip(pieces, embedder.passages(pieces), strict=True))
    found = []
    for each in split:
        vectors = np.stack([np.frombuffer(rows[window], dtype="<f4") for window in each])
        mean = np.array([net(window, embedder.count) for window in each], dtype=np.float64) @ vectors
        found.append(mean / np.linalg.norm(mean))
    return np.array(found, dtype=np.float32)


def windows(text: str, embedder: Embedder) -> Iterator[str]:
    """A text in pieces that the embedder reads whole, greedily from the start."""
    while embedder.count(text) > embedder.limit:
        first = filled(text, embedder.limit - tokens_added(embedder.count), embedder.count)
        yield first
        text = " ".join(text.split()[len(first.split()) :])
    if text:
        yield text


@dataclass(frozen=True, slots=True)
class Found:
    """One question's result: its measures, and what the first hit is if it is not gold."""

    asked: Asked
    ndcg: float
    recall: float
    right: bool
    wrong_section: bool


def judged(asked: Asked, chunks: Sequence[Chunk], order: Sequence[int]) -> Found:
    """Gold is the chunk with the asked unit, or every chunk of the asked part. ``order`` are numbers of chunks, best first."""
    gold = {str(at) for at, chunk in enumerate(chunks) if _is_gold(asked, chunk)}
    first = chunks[order[0]]
    found = [str(at) for at in order]
    right = found[0] in gold
    return Found(
        asked,
        measures.ndcg_at_k(dict.fromkeys(gold, 1.0), found, 10) or 0.0,
        measures.recall_at_k(gold, found, 5) or 0.0,
        right,
        not right and first.document == asked.document and first.part != asked.part,
    )


def scores(found: Sequence[Found]) -> dict[str, float]:
    """NDCG@10, Recall@5 by intent, and of the questions whose first hit is wrong the share in the right document but in
    another section."""
    table: dict[str, float | None] = {"ndcg@10": measures.mean(each.ndcg for each in found)}
    for intent in dict.fromkeys(each.asked.intent for each in found):
        own = [each for each in found if each.asked.intent == intent]
        table[f"recall@5_{intent}"] = measures.mean(each.recall for each in own)
        table[f"ndcg@10_{intent}"] = measures.mean(each.ndcg for each in own)
    table["wrong_section"] = measures.mean(each.wrong_section for each in found if not each.right)
    return measures.table(table)


def _is_gold(asked: Asked, chunk: Chunk) -> bool:
    here = (chunk.document, chunk.part) == (asked.document, asked.part)
    return here and (asked.unit is None or asked.unit in chunk.units)


def _text(part: Part, start: int, end: int) -> str:
    own = part.units[start:end]
    return "\n".join((part.head, *own)) if part.head else " ".join(own)


def _whole(part: Part) -> tuple[str, ...]:
    return (part.head, *part.units) if part.head else part.units
