"""Late interaction: a question and a text compared token by token (ColBERT, Khattab and Zaharia 2020).

MaxSim = for each token of the question the greatest cosine to any token of the text, their mean over the question's tokens.
A text longer than the model reads is read in windows, and all of their tokens count.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np

from contract.ids import content_id
from contract.ports import Embedder, Vector
from evals.dilution import Floats, windows

_NO_LIMIT = 1_000_000


@runtime_checkable
class TokenEmbedder(Protocol):
    """An embedder that gives its tokens' vectors too. The bundled one does not: its library gives their mean alone."""

    def tokens(self, text: str, *, asked: bool = False) -> Floats: ...


class MaxSims:
    """Texts to their MaxSim with each of the questions, in the form of an embedder, so that it can be kept like a vector."""

    def __init__(self, tokens: TokenEmbedder, embedder: Embedder, questions: Sequence[str]) -> None:
        asked = [tokens.tokens(question, asked=True) for question in questions]
        self._tokens = tokens
        self._embedder = embedder
        self._starts = np.cumsum([0, *(len(rows) for rows in asked[:-1])])
        self._sizes = np.array([len(rows) for rows in asked], dtype=np.float32)
        self._asked = np.concatenate(asked)
        self.name = content_id("maxsim", embedder.name, list(questions))
        self.dimension, self.limit = len(questions), _NO_LIMIT

    def count(self, text: str) -> int:
        return self._embedder.count(text)

    def query(self, text: str) -> Vector:
        """Not asked for: the questions are in."""
        return self.passages([text])[0]

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """A row of MaxSims for each text, in the order of the questions."""
        return [self._row(text) for text in texts]

    def _row(self, text: str) -> Vector:
        rows = np.concatenate([self._tokens.tokens(window) for window in windows(text, self._embedder)])
        best = (self._asked @ rows.T).max(axis=1)
        return (np.add.reduceat(best, self._starts) / self._sizes).astype("<f4").tobytes()
