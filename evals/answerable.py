"""Public questions with and without the article that answers them, and the fit of the refusal score to them.

Every article is for readers of its own group, as in the suite ``unanswerable``; of twin questions (files of one folder whose
questions have the same ids) each is also asked over the other's texts, in another language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from contract.access import Principal
from contract.errors import RequestError
from evals.datasets.reading import drawn
from evals.datasets.squad import SquadQuestion, SquadSet, read
from evals.product import product
from evals.records import Options
from evals.suites.unanswerable import groups_of, take_in
from grounding.refusal import signals
from grounding.refusal_features import Signals
from grounding.refusal_fit import FLAT, Label, Quality, fit, keeping, labels_of, left_out, quality
from grounding.refusal_model import Coefficients, Sort, Weights, shipped
from service.ask import AskRequest, begin, candidates
from service.wiring import Product, latest

SPREAD = 4.0  # what is thought of a coefficient before anything is seen: one standard deviation around nothing
KEEP: Mapping[Sort, float] = {Sort.VECTORS: 0.96, Sort.ACROSS: 0.96, Sort.LEXICAL: 0.94}
"""Of the answered questions, those that the threshold lets through: the target, .95, with some to spare; without vectors so many
would let too many others through."""
FOLDS = 5
THRESHOLD = 0.30  # of the policy that ships


@dataclass(frozen=True, slots=True)
class Asked:
    """What one question met: with its article (``answerable``) or without; ``source`` is its data set, file and corpus."""

    source: str
    article: str
    answerable: bool
    signals: Signals

    def labels(self) -> Iterator[Label]:
        return labels_of(self.signals, self.answerable, f"{self.source.partition(':')[0]}:{self.article}")


@dataclass(frozen=True, slots=True)
class Fitted:
    """Coefficients with how good they are: on questions of articles left out (``crossed``) and, by data set, on those of a
    data set that a fit on the others has not seen (``unseen``)."""

    coefficients: Coefficients
    crossed: Mapping[Sort, Quality]
    unseen: Mapping[tuple[str, Sort], Quality]


def gathered(folders: Sequence[Path], options: Options) -> list[Asked]:
    """Every question of these data sets, in both ways."""
    return [each for folder in folders for each in _of_folder(folder, options)]


def _of_folder(folder: Path, options: Options) -> Iterator[Asked]:
    sets = read(folder)
    with product(options, f"articles-{folder.resolve().name}") as parts:
        for corpus in sets:
            take_in(parts, corpus, options.progress)
        for asking in sets:
            for corpus in sets:
                over = _over(asking, corpus, options)
                source = f"{folder.resolve().name}:{asking.name}-{corpus.name}"
                for at, (text, article) in enumerate(over):
                    options.progress(f"{source}: asking", at / len(over))
                    yield from _with_and_without(parts, corpus, text, article, source)


def _over(asking: SquadSet, corpus: SquadSet, options: Options) -> list[tuple[str, str]]:
    """The answerable questions that a corpus answers, each with its article there: its own, or the twins of another's."""
    articles = {each.id: each.article for each in corpus.questions if not each.impossible}
    own = asking.name == corpus.name
    some = [each for each in asking.questions if not each.impossible and (own or each.id in articles)]
    taken: list[SquadQuestion] = drawn(some, options)
    return [(each.text, each.article if own else articles[each.id]) for each in taken]


def _with_and_without(parts: Product, corpus: SquadSet, text: str, article: str, source: str) -> Iterator[Asked]:
    groups = groups_of(corpus)
    everything = frozenset(groups.values())
    for readable in (everything, everything - {groups[article]}):
        request = AskRequest(text, Principal(corpus.name, "evals", 0, readable), valid_at=latest(parts))
        try:
            asked = begin(parts, request)
        except RequestError:
            continue
        found, _, vector = candidates(parts, asked)
        met = signals(asked.view, asked.question, found.candidates, vector, asked.whole)
        if met.passages:
            yield Asked(source, article, len(readable) == len(everything), met)


def fitted(asked: Sequence[Asked], seed: int) -> Fitted:
    """Fit each sort of question, and take its quality on what was left out. A sort without questions of both answers keeps
    the coefficients that ship."""
    by_sort: dict[Sort, list[Label]] = {sort: [] for sort in Sort}
    for each in asked:
        for label in each.labels():
            by_sort[label.sort].append(label)
    ready = {sort: labels for sort, labels in by_sort.items() if _both(labels)}
    unseen = {}
    for sort, labels in ready.items():
        for name in sorted(set(map(_data_set, labels))):
            others = [each for each in labels if _data_set(each) != name]
            if _both(others):
                unseen[name, sort] = _quality([each for each in labels if _data_set(each) == name], made(others))
    return Fitted(
        coefficients=dict(shipped()) | {sort: made(labels) for sort, labels in ready.items()},
        crossed={sort: _crossed(labels, seed) for sort, labels in ready.items()},
        unseen=unseen,
    )


def _both(labels: Sequence[Label]) -> bool:
    return len({each.answerable for each in labels}) == 2


def _data_set(label: Label) -> str:
    return label.group.partition(":")[0]


def made(labels: Sequence[Label]) -> Weights:
    """The coefficients of one sort of question, with the bias at which the threshold keeps what is to be kept."""
    return keeping(fit(labels, FLAT, SPREAD), labels, KEEP[labels[0].sort], THRESHOLD)


def _crossed(labels: Sequence[Label], seed: int) -> Quality:
    scores = left_out(labels, made, FOLDS, seed)
    return quality(labels, scores.__getitem__, THRESHOLD)


def _quality(labels: Sequence[Label], weights: Weights) -> Quality:
    return quality(labels, lambda each: weights.score(each.features), THRESHOLD)
