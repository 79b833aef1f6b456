"""The nearest of some vectors: compared one by one in double precision, so that every store orders them alike."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

MARGIN = 32  # more are proposed than asked, then ordered exactly
_PIECE = 512
_GATHERED_SHARE = 0.75


def best(rows: Floats, query: Floats, wanted: Ints, limit: int) -> tuple[Ints, NDArray[np.float64]]:
    """Of some rows the best by cosine, computed in double precision; all that are equal to the last one come too."""
    if not wanted.size or limit <= 0:
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float64)
    rough = _rough(rows, query, wanted)
    kept = limit + MARGIN
    if rough.size > kept:
        least = np.partition(rough, rough.size - kept)[rough.size - kept]
        wanted = wanted[rough >= least]
    exact = cosines(rows[wanted], query)
    if exact.size > limit:
        last = np.partition(exact, exact.size - limit)[exact.size - limit]
        wanted, exact = wanted[exact >= last], exact[exact >= last]
    order = np.argsort(-exact, kind="stable")
    return wanted[order], exact[order]


def packed(values: Sequence[float]) -> bytes:
    """A vector as the bytes of a little-endian float32 array."""
    return np.asarray(values, dtype="<f4").tobytes()


def _rough(rows: Floats, query: Floats, wanted: Ints) -> Floats:
    """Cosines in single precision; some rows by pieces that stay in the cache, most of them all at once."""
    if wanted.size > _GATHERED_SHARE * rows.shape[0]:
        found: Floats = (rows @ query)[wanted]
        return found
    return np.concatenate([rows[wanted[at : at + _PIECE]] @ query for at in range(0, wanted.size, _PIECE)])


def cosines(rows: Floats, query: Floats) -> NDArray[np.float64]:
    """The cosines of unit vectors; each is the same whatever rows stand beside it."""
    found: NDArray[np.float64] = np.einsum("ij,j->i", rows.astype(np.float64), query.astype(np.float64))
    return found


def unpacked(vector: bytes) -> Floats:
    """A vector's bytes as little-endian float32."""
    return np.frombuffer(vector, dtype="<f4")
