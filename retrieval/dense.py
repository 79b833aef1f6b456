"""Candidates by meaning: the nearest by cosine among the scope's passages."""

from __future__ import annotations

from collections.abc import Mapping

from contract.evidence import Scored
from contract.ports import GraphView, Vector


def nearest(view: GraphView, vector: Vector | None, limit: int) -> tuple[Scored, ...]:
    """The nearest passages; nothing where there is no vector (no embedder, or one that could not be had)."""
    return view.nearest(vector, limit) if vector else ()


def centred(cosines: Mapping[str, float], mean: float, best: float) -> dict[str, float]:
    """Cosines as 0–1: the scope's mean is 0, the best is 1. Raw cosines of e5 are flat (.75–.90)."""
    spread = best - mean
    return {
        passage_id: max(0.0, (cosine - mean) / spread) if spread > 0 else 0.0 for passage_id, cosine in cosines.items()
    }
