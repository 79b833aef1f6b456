"""Candidates for a question: lexical ∪ dense ∪ structured ∪ communities ∪ the walk, in one order. The aim is recall.

    base  = w · BM25 / best + (1 − w) · (cosine − mean) / (best − mean)
    score = base + identifiers held + structured methods by rank + what the walk adds (``retrieval.walk``)

w is ½, and less where even the best passage holds few of the question's words (a question in another language). The walk
tells what else a question needs, not what answers it best: the best without it stays first (``walk.led_by``). Where the
settings say so, lexical and dense are joined by reciprocal rank fusion instead, and nothing is walked.
Retrieval says nothing about validity, permission, authority or contradiction: scope is the view's, the rest assembly's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from contract.evidence import Candidate, Intent, Question, Scored, StageRecord
from contract.ports import GraphView, Vector
from contract.time import Clock
from contract.watching import UNWATCHED, Watch
from retrieval import dense, facts, fusion, lexical, links, themes, walk
from retrieval.following import with_what_follows
from retrieval.settings import RetrievalSettings

__all__ = ["Retrieval", "RetrievalSettings", "retrieve"]

Found = Mapping[str, Sequence[Scored]]  # method -> its ranking


@dataclass(frozen=True, slots=True)
class Retrieval:
    """Candidates best first, and what each method did."""

    candidates: tuple[Candidate, ...] = ()
    stages: tuple[StageRecord, ...] = ()


def retrieve(
    view: GraphView,
    question: Question,
    vector: Vector | None,
    settings: RetrievalSettings,
    clock: Clock | None = None,
    watch: Watch = UNWATCHED,
) -> Retrieval:
    """Candidates within the view's scope. ``vector`` is the question's, None without an embedder; ``clock`` times stages."""
    request = _Request(view, question, vector, settings)
    stages: list[StageRecord] = []
    found: dict[str, Sequence[Scored]] = {}
    for name, method in request.methods().items():
        started = clock() if clock else 0
        with watch.stage(f"retrieval.{name}") as note:
            found[name] = method()
            note({"found": len(found[name])})
        stages.append(
            _record(name, len(found[name]), started, clock, best=found[name][0].score if found[name] else None)
        )
    started = clock() if clock else 0
    with watch.stage("retrieval.fusion"):
        ordered = request.ordered(found)
    found["walk"] = ordered.walked
    counts = {"basis": ordered.basis, "named": ordered.named, "reached": len(ordered.walked)}
    chosen = with_what_follows(view, ordered.scores[: settings.limit])[: settings.limit]
    stages.append(_record("fusion", len(chosen), started, clock, **counts))
    return Retrieval(request.candidates(chosen, found), tuple(stages))


@dataclass(frozen=True, slots=True)
class _Ordered:
    """Passages with their final scores, best first; what the walk brought where; on what basis."""

    scores: Sequence[tuple[str, float]]
    walked: Sequence[Scored]
    basis: str
    named: int


@dataclass(frozen=True, slots=True)
class _Request:
    view: GraphView
    question: Question
    vector: Vector | None
    settings: RetrievalSettings

    def methods(self) -> dict[str, Callable[[], Sequence[Scored]]]:
        """What proposes passages on its own, by name."""
        view, question, limit = self.view, self.question, self.settings.per_method
        return {
            "lexical": lambda: lexical.by_words(view, question, limit),
            "dense": lambda: dense.nearest(view, self.vector, limit),
            "exact": lambda: lexical.by_identifiers(view, question, limit),
            "facts": lambda: facts.stating(view, question, limit),
            "community": self._themes,
        }

    def ordered(self, found: Found) -> _Ordered:
        """All that the methods found in one order: by the walk where it leads somewhere, else by ranks.

        A thematic question asks for no one thing that a name leads to: where summaries answer it, nothing is walked.
        """
        bonus = self._bonus(found)
        if not self.settings.walk:
            return self._by_rank(found, bonus)
        walked = None if found["community"] else self._by_walk(found, bonus)
        return walked or self._by_base(found, bonus)

    def _by_walk(self, found: Found, bonus: Mapping[str, float]) -> _Ordered | None:
        """None where the question names nothing and no link leads on from what was found."""
        anchors, spans = links.anchors(self.view, self.question, self.settings.steps)
        named = walk.named_passages(anchors)
        base = self._base(found, _proposed(found) | named.keys())
        asked = links.residue(self.view, self.question, spans)
        shares = links.follow(self.view, base, anchors, asked, self.settings.steps)
        if not anchors and not shares:
            return None
        base |= self._base(found, shares.keys() - base.keys())
        anchor = self.settings.steps.anchor
        fixed = {
            id_: score + anchor * named.get(id_, (0.0, ""))[0] + bonus.get(id_, 0.0) for id_, score in base.items()
        }
        brought = sorted(((id_, max(by.values())) for id_, by in shares.items()), key=_best_first)
        best = min(base, key=lambda id_: (-base[id_] - bonus.get(id_, 0.0), id_), default=None)
        scores = walk.led_by(best, walk.order(fixed, anchors, shares, self.settings.steps))
        return _Ordered(scores, tuple(Scored(*item) for item in brought), "walk", len(anchors))

    def _by_base(self, found: Found, bonus: Mapping[str, float]) -> _Ordered:
        scores = {id_: score + bonus.get(id_, 0.0) for id_, score in self._base(found, _proposed(found)).items()}
        return _Ordered(sorted(scores.items(), key=_best_first), (), "base", 0)

    def _by_rank(self, found: Found, bonus: Mapping[str, float]) -> _Ordered:
        """Reciprocal rank fusion of lexical and dense, as a share of the best, so that what is added keeps its weight."""
        ranked = [[item.passage_id for item in found[name]] for name in ("lexical", "dense")]
        fused = fusion.rrf(ranked, self.settings.rrf_k)
        best = max(fused.values(), default=1.0)
        scores = {id_: fused.get(id_, 0.0) / best + bonus.get(id_, 0.0) for id_ in _proposed(found)}
        return _Ordered(sorted(scores.items(), key=_best_first), (), "rrf", 0)

    def candidates(self, chosen: Sequence[tuple[str, float]], found: Found) -> tuple[Candidate, ...]:
        opinions = fusion.opinions(found, {id_ for id_, _ in chosen})
        cosines = self.view.cosines(self.vector, [id_ for id_, _ in chosen]) if self.vector else {}
        return tuple(Candidate(id_, score, opinions.get(id_, ()), cosines.get(id_)) for id_, score in chosen)

    def _themes(self) -> Sequence[Scored]:
        if self.question.intent is not Intent.THEMATIC:
            return ()
        return themes.cited(
            themes.fitting(self.view, self.question, self.vector, self.settings.themes), self.settings.per_method
        )

    def _base(self, found: Found, passage_ids: Iterable[str]) -> dict[str, float]:
        """w · BM25 / best + (1 − w) · centred cosine, 0–1; the whole of one where the other is not to be had."""
        wanted = sorted(passage_ids)
        if not wanted:
            return {}
        by_words = found["lexical"]
        words = lexical.normalised(self.view.bm25(self.question.stems, wanted), by_words[0].score) if by_words else {}
        meaning: Mapping[str, float] = {}
        if self.vector and found["dense"]:
            cosines = self.view.cosines(self.vector, wanted)
            meaning = dense.centred(cosines, self.view.mean_cosine(self.vector), found["dense"][0].score)
        share = self._lexical_share(by_words[0].score) if words and meaning else float(bool(words))
        return {id_: share * words.get(id_, 0.0) + (1.0 - share) * meaning.get(id_, 0.0) for id_ in wanted}

    def _lexical_share(self, best: float) -> float:
        """What words weigh beside meaning: less the less of the question's words, by idf, the best passage holds."""
        asked = sum(self.view.idf(self.question.stems).values())
        held = best / (self.settings.worded * asked) if asked else 0.0
        return self.settings.lexical_share * min(1.0, held)

    def _bonus(self, found: Found) -> dict[str, float]:
        """What identifiers held (by their share) and structured methods (by rank) add to a passage's score."""
        bonus = {item.passage_id: self.settings.exact * item.score for item in found["exact"]}
        for name, first in (("facts", self.settings.stated), ("community", self.settings.thematic)):
            for rank, item in enumerate(found[name], start=1):
                more = first * fusion.rank_share(rank, self.settings.rrf_k)
                bonus[item.passage_id] = bonus.get(item.passage_id, 0.0) + more
        return bonus


def _proposed(found: Found) -> set[str]:
    return {item.passage_id for ranking in found.values() for item in ranking}


def _best_first(item: tuple[str, float]) -> tuple[float, str]:
    return -item[1], item[0]


def _record(name: str, kept: int, started: int, clock: Clock | None, **detail: Any) -> StageRecord:
    if clock:
        detail["microseconds"] = clock() - started
    return StageRecord(name, kept, detail=detail)
