"""Multi-hop questions: are all passages that a question needs among the best, with every retriever alone and joined."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from evals.datasets.hops import HopQuestion, HopSet, read
from evals.datasets.reading import drawn
from evals.product import TENANT, ingest_texts, product, versions
from evals.rankings import METHODS, WALK, Meters, Ranker, Scores, costs, means, meters, percentiles, scored, size
from evals.records import Options, Result

NAMES = ("recall@2", "recall@5", "all@5")
_SHOWN = 5  # first passages that a miss names


def run(data: Path, options: Options) -> Result:
    """Each set is a corpus of its own. Kinds are the sets, and within one the kinds of question that its data tells."""
    tally = _Tally()
    sets = read(data)
    for each in sets:
        _ask_all(each, options, tally)
    whole = [scores for each in sets for scores in tally.scores[each.name]]
    return Result(
        suite="multihop",
        dataset=data.resolve().name,
        n=len(whole),
        measures=means(whole) | costs(tally.meters),
        by_kind={kind: means(scores) for kind, scores in tally.scores.items()},
        latency_ms=percentiles(tally.meters, WALK),
        settings={"embedder": options.embedder, "store": options.store, "seed": str(options.seed)} | tally.sizes,
        versions=tally.versions,
        misses=tuple(tally.misses),
    )


@dataclass
class _Tally:
    """What is gathered over all sets."""

    scores: dict[str, list[Scores]] = field(default_factory=lambda: defaultdict(list))
    misses: list[Mapping[str, str]] = field(default_factory=list)
    meters: Meters = field(default_factory=meters)
    sizes: dict[str, str] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)


def _ask_all(each: HopSet, options: Options, tally: _Tally) -> None:
    titles = {f"{each.name}/{at}": title for at, (title, _) in enumerate(each.passages)}
    texts = [(uri, title, text) for uri, (title, text) in zip(titles, each.passages, strict=True)]
    with product(options, f"multihop-{each.name}") as parts:
        ingest_texts(parts, TENANT, texts, options.progress)
        ranker = Ranker(parts, TENANT, tally.meters)
        questions = drawn(each.questions, options)
        for at, question in enumerate(questions):
            options.progress(f"{each.name}: asking", at / len(questions))
            ranked = ranker.rank(question.text)
            found = {method: list(dict.fromkeys(titles[uri] for uri in uris)) for method, uris in ranked.found.items()}
            scores = {**scored(question.gold, found, NAMES), **ranked.scores}
            for kind in _kinds(each, question):
                tally.scores[kind].append(scores)
            if scores[f"{WALK}.all@5"] < 1.0:
                tally.misses.append(_miss(each, question, found))
        tally.versions = versions(parts)
        tally.sizes[each.name] = f"{len(questions)} questions, {len(each.passages)} passages, {size(parts)}"


def _kinds(each: HopSet, question: HopQuestion) -> Iterator[str]:
    yield each.name
    if question.kind:
        yield f"{each.name}.{question.kind}"


def _miss(each: HopSet, question: HopQuestion, found: Mapping[str, Sequence[str]]) -> dict[str, str]:
    ranks = {
        title: ", ".join(f"{method} {_rank(title, found[method])}" for method in METHODS)
        for title in sorted(question.gold - set(found[WALK][:_SHOWN]))
    }
    return {
        "set": each.name,
        "question": question.text,
        "missing": "; ".join(f"{title} ({where})" for title, where in ranks.items()),
        "found": "; ".join(found[WALK][:_SHOWN]),
    }


def _rank(title: str, ranking: Sequence[str]) -> str:
    return str(ranking.index(title) + 1) if title in ranking else "–"
