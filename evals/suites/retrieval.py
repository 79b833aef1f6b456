"""Questions on one paragraph each: is it first, is it among the five best, by every retriever alone and joined."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from evals.datasets.reading import drawn
from evals.datasets.squad import SquadQuestion, SquadSet, read
from evals.product import ingest_texts, product, versions
from evals.rankings import WALK, Meters, Ranker, Scores, costs, means, meters, percentiles, scored, size
from evals.records import DataError, Options, Result
from language.asking import kinds
from language.detect import detect

NAMES = ("recall@1", "recall@5", "mrr")
PRODUCT = "product"
_LANGUAGES = ("es", "en")  # a question in the first over text in the second, where both are files of the data

Asked = tuple[str, SquadSet, SquadQuestion, str]  # kind, whose paragraphs, the question, its gold


def run(data: Path, options: Options) -> Result:
    """A file is a corpus of its own and a kind; ``es-en`` is a Spanish question over English text, in no overall figure.

    Questions that their paragraph does not answer are left out. ``en.date`` and the like are the questions of a file that ask for
    a thing of that kind, by their question word.
    """
    sets = read(data)
    asked = [*_own(sets, options), *_across(sets, options)]
    if not asked:
        raise DataError(f"{data} holds no question that its paragraph answers: give a data set that has some")
    tally = _Tally()
    with product(options, f"squad-{data.resolve().name}") as parts:
        for each in sets:
            ingest_texts(parts, each.name, each.paragraphs, options.progress)
        for at, item in enumerate(asked):
            options.progress(f"{item[0]}: asking", at / len(asked))
            _ask(Ranker(parts, item[1].name, tally.meters), item, tally)
        made_by, stored = versions(parts), {"stored": size(parts)}
    whole = [scores for each in sets for scores in tally.scores[each.name]]
    sizes = {each.name: f"{len(tally.scores[each.name])} questions, {len(each.paragraphs)} passages" for each in sets}
    return Result(
        suite="retrieval",
        dataset=data.resolve().name,
        n=len(whole),
        measures=means(whole) | _of_product(costs(tally.meters)),
        by_kind={kind: means(tally.scores[kind]) for kind in sorted(tally.scores) if tally.scores[kind]},
        latency_ms=percentiles(tally.meters, WALK),
        settings={"embedder": options.embedder, "store": options.store, "seed": str(options.seed)} | sizes | stored,
        versions=made_by,
        misses=tuple(tally.misses),
    )


@dataclass
class _Tally:
    scores: dict[str, list[Scores]] = field(default_factory=lambda: defaultdict(list))
    misses: list[Mapping[str, str]] = field(default_factory=list)
    meters: Meters = field(default_factory=meters)


def _own(sets: Sequence[SquadSet], options: Options) -> Iterator[Asked]:
    for each in sets:
        for question in drawn(_answerable(each), options):
            yield each.name, each, question, question.gold


def _across(sets: Sequence[SquadSet], options: Options) -> Iterator[Asked]:
    """Questions of one language whose twins, by id, stand in the other."""
    named = {each.name: each for each in sets}
    if not all(language in named for language in _LANGUAGES):
        return
    asking, holding = (named[language] for language in _LANGUAGES)
    gold = {question.id: question.gold for question in holding.questions}
    twins = [question for question in _answerable(asking) if question.id in gold]
    for question in drawn(twins, options):
        yield "-".join(_LANGUAGES), holding, question, gold[question.id]


def _answerable(each: SquadSet) -> list[SquadQuestion]:
    return [question for question in each.questions if not question.impossible]


def _of_product(measures: Scores) -> dict[str, float]:
    """The walk under its name here: it is all of the product's own retrieval."""
    prefix = f"{WALK}."
    return {
        f"{PRODUCT}.{name.removeprefix(prefix)}" if name.startswith(prefix) else name: value
        for name, value in measures.items()
    }


def _ask(ranker: Ranker, item: Asked, tally: _Tally) -> None:
    kind, _, question, gold = item
    ranked = ranker.rank(question.text)
    found = ranked.found
    scores = _of_product({**scored({gold}, found, NAMES), **ranked.scores})
    tally.scores[kind].append(scores)
    for asked in sorted(kinds(question.text, detect(question.text))):
        tally.scores[f"{kind}.{asked}"].append(scores)
    if not scores[f"{PRODUCT}.recall@5"]:
        tally.misses.append(
            {"kind": kind, "question": question.text, "gold": gold, "found": "; ".join(found[WALK][:5])}
        )
