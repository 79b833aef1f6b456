"""Reciprocal rank fusion: joins ranks, never scores of different scales."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from contract.evidence import Retrieved, Scored


def rrf(rankings: Iterable[Sequence[str]], k: int = 60) -> dict[str, float]:
    """Σ 1/(k + rank) over the rankings, rank from 1 (Cormack, Clarke and Büttcher 2009)."""
    fused: dict[str, float] = {}
    for ranking in rankings:
        for rank, passage_id in enumerate(ranking, start=1):
            fused[passage_id] = fused.get(passage_id, 0.0) + 1.0 / (k + rank)
    return fused


def rank_share(rank: int, k: int = 60) -> float:
    """What a rank is worth against the first: 1.0 at rank 1, falling as in RRF."""
    return (k + 1) / (k + rank)


def opinions(found: Mapping[str, Sequence[Scored]], of: Container[str]) -> dict[str, tuple[Retrieved, ...]]:
    """The rank and raw score of these passages by method: method -> its ranking."""
    by: dict[str, list[Retrieved]] = {}
    for method, ranking in found.items():
        for rank, item in enumerate(ranking, start=1):
            if item.passage_id in of:
                by.setdefault(item.passage_id, []).append(Retrieved(method, rank, item.score))
    return {passage_id: tuple(each) for passage_id, each in by.items()}
