"""Passage vectors that are kept on disk: they depend on the embedder and the text alone, and cost most of a run."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from contract.ids import content_id
from contract.ports import Embedder, Vector

_KEY = 16  # bytes of a text's id


class KeptVectors:
    """An embedder that computes a passage once for all runs. Questions are computed each time: their cost is measured.

    The file holds records of one length: the text's id, then its vector. Several processes may write to it at once: a
    record is one append.
    """

    def __init__(self, embedder: Embedder, folder: Path) -> None:
        self._embedder = embedder
        self._path = folder / f"{content_id(embedder.name, embedder.dimension)}.bin"
        self._length = _KEY + 4 * embedder.dimension
        folder.mkdir(parents=True, exist_ok=True)
        self._kept = dict(self._read())

    @property
    def name(self) -> str:
        return self._embedder.name

    @property
    def dimension(self) -> int:
        return self._embedder.dimension

    @property
    def limit(self) -> int:
        return self._embedder.limit

    def count(self, text: str) -> int:
        return self._embedder.count(text)

    def query(self, text: str) -> Vector:
        return self._embedder.query(text)

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """The vectors in the order of the texts; those that no run has computed yet are computed and kept."""
        keys = [bytes.fromhex(content_id(text)) for text in texts]
        lacking = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._kept}
        made = dict(zip(lacking, self._embedder.passages(list(lacking.values())), strict=True))
        self._append(made)
        self._kept.update(made)
        return [self._kept[key] for key in keys]

    def _read(self) -> list[tuple[bytes, Vector]]:
        data = self._path.read_bytes() if self._path.is_file() else b""
        whole = len(data) - len(data) % self._length
        if whole < len(data):  # the last run was stopped while it wrote
            os.truncate(self._path, whole)
        records = (data[at : at + self._length] for at in range(0, whole, self._length))
        return [(record[:_KEY], record[_KEY:]) for record in records]

    def _append(self, made: dict[bytes, Vector]) -> None:
        if not made:
            return
        target = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        try:
            for key, vector in made.items():
                os.write(target, key + vector)
        finally:
            os.close(target)
