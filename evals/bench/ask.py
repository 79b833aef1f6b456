"""Asking, at a size and at ten times that: generated texts and vectors, the question's own vector given.

Kinds are the numbers of passages. ``retrieve`` reads the question, opens the scope and proposes, in force and lapsed;
``assemble`` is that and assembly; ``ask`` the whole answer: that, grounding and the trace that is written. ``growth`` = the
median of ``assemble`` at the larger size ÷ that at the smaller.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from contract.access import Principal
from contract.ids import digest
from contract.ports import Vector
from contract.store import Store
from evals import generated
from evals.generated import KNOWN, MODEL, TENANT, Page
from evals.memory import peak_mb
from evals.product import Timer, versions
from evals.records import DataError, Options, Result
from retrieval.live.reader import SourceReader
from service.ask import AskRequest, ask, assembled, begin, candidates
from service.policy.reader import load_policy
from service.settings import load
from service.wiring import Product

PASSAGES = 100_000
LEAST = 200
_TENTH = 10
_ON_A_PAGE = 20
_IN_A_SECTION = 5
_NAMING = 0.8  # share of the passages that name another page: so many links a passage the multi-hop sets have
_WORDS = 60  # of a passage
_VOCABULARY = 20_000
_RARE = 200  # words below this rank are what a question asks about
_DIMENSION = 384
_QUESTIONS = 100
_NOISE = 0.3
_LIMIT = 512
_ONSETS = ("b", "c", "d", "f", "g", "l", "m", "n", "p", "r", "s", "t", "v", "br", "cr", "dr", "gr", "pl", "tr")
_VOWELS = ("a", "e", "i", "o", "u", "ai", "ea", "io")


def run(options: Options) -> Result:
    """``limit`` is how many passages the larger store has, 100,000 without one."""
    count = options.limit or PASSAGES
    if count < LEAST:
        raise DataError(f"{count} passages are too few to ask in: set --limit to {LEAST} or more")
    kinds: dict[str, dict[str, float]] = {}
    whole, number = Timer(), min(_QUESTIONS, count // _ON_A_PAGE)
    for size in (count // _TENTH, count):
        corpus = Written(size, options.seed)
        retrieve, assemble, asking = Timer(), Timer(), Timer()
        with generated.kept(
            options, f"ask-{size}", ("ask", _IN_A_SECTION, _NAMING, size, options.seed), _DIMENSION, corpus.pages
        ) as store:
            questions = corpus.questions(number)
            product = _product(store, dict(questions))
            for at, (text, _) in enumerate((questions[0], *questions)):  # the first reads the store into memory
                options.progress(f"asking in {size}", at / len(questions))
                request = AskRequest(text, Principal(TENANT, "evals"))
                with assemble():
                    with retrieve():
                        asked = begin(product, request)
                        proposed = candidates(product, asked)
                    assembled(product, asked, *proposed)
                with asking():
                    ask(product, request)
        for timer in (retrieve, assemble, asking):
            del timer.milliseconds[0]
        kinds[str(size)] = _named("retrieve", retrieve) | _named("assemble", assemble) | _named("ask", asking)
        whole = asking
    smaller, larger = (kinds[str(size)]["assemble_p50_ms"] for size in (count // _TENTH, count))
    return Result(
        suite="bench-ask",
        dataset="generated",
        n=number,
        measures={"growth": round(larger / smaller, 3), **kinds[str(count)], "peak_mb": peak_mb()},
        by_kind=kinds,
        latency_ms=whole.latency_ms,
        settings={"passages": str(count), "dimension": str(_DIMENSION), "seed": str(options.seed)},
        versions=versions(),
    )


@dataclass(frozen=True)
class Written:
    """Pages of words drawn by Zipf's law; most passages name another page."""

    size: int
    seed: int

    def pages(self) -> Iterator[Page]:
        count = -(-self.size // _ON_A_PAGE)
        rows = self._rows(count)
        for number in range(count):
            texts = self._texts(number, count)
            start = number * _ON_A_PAGE
            yield Page(
                f"page/{number}", _title(number), texts, rows[start : start + len(texts)], in_a_section=_IN_A_SECTION
            )

    def questions(self, count: int) -> list[tuple[str, Vector]]:
        """Questions about two rare words of a passage, and the page they stand in, each with a vector near the passage's."""
        draw = random.Random(f"{self.seed}:questions")
        pages = -(-self.size // _ON_A_PAGE)
        rows = self._rows(pages)
        noise = generated.units(np.random.default_rng(self.seed).standard_normal((count, _DIMENSION)))
        common = {_word(rank) for rank in range(_RARE)}
        found = []
        for at in range(count):
            number = draw.randrange(pages)
            texts = self._texts(number, pages)
            place = draw.randrange(len(texts))
            rare = [word for word in texts[place].rstrip(".").split() if word.islower() and word not in common]
            asked = " ".join(draw.sample(rare, min(2, len(rare))))
            row = generated.units(rows[number * _ON_A_PAGE + place] + _NOISE * noise[at])
            found.append((f"What does {_title(number)} say about {asked}?", row.astype("<f4").tobytes()))
        return found

    def _rows(self, pages: int) -> generated.Floats:
        return generated.clustered([_ON_A_PAGE] * pages, _DIMENSION, self.seed)

    def _texts(self, number: int, pages: int) -> Sequence[str]:
        draw = random.Random(f"{self.seed}:{number}")
        size = min(_ON_A_PAGE, self.size - number * _ON_A_PAGE)
        texts = []
        for at in range(size):
            chosen = [_word(rank) for rank in draw.choices(range(_VOCABULARY), cum_weights=_ZIPF, k=_WORDS)]
            if draw.random() < _NAMING:
                chosen.insert(draw.randrange(1, len(chosen)), _title(draw.randrange(pages)))
            texts.append(f"{f'{_title(number)} ' if at == 0 else ''}{' '.join(chosen)}.")
        return texts


class Given:
    """An embedder whose question vectors are given; another text's vector depends on the text alone."""

    name, dimension, limit = MODEL, _DIMENSION, _LIMIT

    def __init__(self, vectors: Mapping[str, Vector]) -> None:
        self._vectors = vectors

    def count(self, text: str) -> int:
        return len(text.split())

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        return [self.query(text) for text in texts]

    def query(self, text: str) -> Vector:
        if text in self._vectors:
            return self._vectors[text]
        draw = np.random.default_rng(int(digest(text.encode())[:8], 16))
        return generated.units(draw.standard_normal(self.dimension)).astype("<f4").tobytes()


def _product(store: Store, vectors: Mapping[str, Vector]) -> Product:
    def clock() -> int:
        return KNOWN + PASSAGES

    return Product(load(tenant=TENANT), load_policy(None, {}), store, Given(vectors), SourceReader(clock, {}), clock)


def _named(name: str, timer: Timer) -> dict[str, float]:
    return {f"{name}_{rank}_ms": value for rank, value in timer.latency_ms.items()}


def _title(number: int) -> str:
    return f"{_word(number + _VOCABULARY).capitalize()} {_word(7 * number + 3 + _VOCABULARY).capitalize()}"


def _word(rank: int) -> str:
    """The word of a rank: syllables, longer ones for higher ranks."""
    syllables = []
    rank += 1
    while rank:
        rank, at = divmod(rank, len(_ONSETS) * len(_VOWELS))
        syllables.append(_ONSETS[at % len(_ONSETS)] + _VOWELS[at // len(_ONSETS)])
    return "".join((*syllables, "n"))


_ZIPF = tuple(accumulate(1.0 / (rank + 3) for rank in range(_VOCABULARY)))
