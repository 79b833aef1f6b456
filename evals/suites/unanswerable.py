"""Does the product keep the questions that its corpus answers, and turn away the others?

Every article is for readers of its own group. A reader of all groups asks what is answered; one of all but the article's
asks it again: for him the article is not there, and nothing in the answer may tell that it is. Questions that a paragraph
is about and does not answer are the adversarial ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from contract.access import Principal
from contract.errors import RequestError
from contract.evidence import Answer, Trace
from evals import measures
from evals.datasets.reading import drawn
from evals.datasets.squad import SquadQuestion, SquadSet, read
from evals.measures import Ref
from evals.product import Text, Timer, ingest_texts, product, versions
from evals.records import Options, Progress, Result
from service.ask import AskRequest, ask
from service.wiring import Product, latest

OFF_CORPUS, ADVERSARIAL, KEPT = "off_corpus", "adversarial", "kept"
_SCORED = "relevance"  # the stage that records how answerable a question is
_SCOPED = "eligibility"  # the stage that checks the scope once more


@dataclass(frozen=True, slots=True)
class Outcome:
    """One question asked once. ``score`` is its answerability (0–1); ``right``: the answer holds the expected words.

    ``blocked``: share of the candidates that the scope blocked after retrieval; ``leaked``: 1 if the hidden article was shown,
    as evidence or as held back; None where nothing is hidden.
    """

    file: str
    kind: str
    declined: bool
    score: float
    right: bool | None = None
    blocked: float | None = None
    leaked: float | None = None


def run(data: Path, options: Options) -> Result:
    """``keep``: answered where it is to be; ``turn_away``: declined where it is to be; ``auc`` of the answerability score.

    ``acl_violation``: share of the answers that show anything of the hidden article; ``blocked``: share of what retrieval
    proposed that the scope blocked later. ``holds_answer``: of the questions to be kept, those whose answer holds the expected
    words; a declined one does not.
    """
    sets = read(data)
    outcomes: list[Outcome] = []
    misses: list[Mapping[str, str]] = []
    timer = Timer()
    with product(options, f"articles-{data.resolve().name}") as parts:
        for each in sets:
            take_in(parts, each, options.progress)
            desk = _Desk(parts, each, timer)
            questions = sorted(drawn(each.questions, options), key=lambda question: question.article)
            for at, question in enumerate(questions):
                options.progress(f"{each.name}: asking", at / len(questions))
                found = desk.outcomes(question)
                outcomes += found
                misses += [_miss(question, one) for one in found if one.declined == (one.kind == KEPT)]
        made_by = versions(parts)
    return Result(
        suite="unanswerable",
        dataset=data.resolve().name,
        n=len(outcomes),
        measures=_measures(outcomes, (OFF_CORPUS, ADVERSARIAL)),
        by_kind=_by_kind(outcomes),
        latency_ms=timer.latency_ms,
        settings={"embedder": options.embedder, "store": options.store, "seed": str(options.seed)},
        versions=made_by,
        misses=tuple(misses),
    )


def take_in(parts: Product, each: SquadSet, progress: Progress) -> None:
    """The paragraphs of a corpus, under a tenant of its name, each for readers of its article's group."""
    groups = groups_of(each)
    texts = [Text(uri, title, text, {"groups": [groups[title]]}) for uri, title, text in each.paragraphs]
    ingest_texts(parts, each.name, texts, progress)


def groups_of(each: SquadSet) -> dict[str, str]:
    """The group of each article."""
    return {title: f"article-{number}" for number, title in enumerate(each.articles)}


@dataclass(frozen=True)
class _Desk:
    """Asks the questions of one corpus, in the present: its texts have no dates, and a year in a question is none of theirs."""

    product: Product
    corpus: SquadSet
    timer: Timer
    groups: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "groups", groups_of(self.corpus))

    def outcomes(self, question: SquadQuestion) -> list[Outcome]:
        """With everything at hand, and for an answerable one once more without its article."""
        everything = frozenset(self.groups.values())
        if question.impossible:
            return [self._ask(question, ADVERSARIAL, everything)]
        without = everything - {self.groups[question.article]}
        return [self._ask(question, KEPT, everything), self._ask(question, OFF_CORPUS, without)]

    def _ask(self, question: SquadQuestion, kind: str, groups: frozenset[str]) -> Outcome:
        principal = Principal(self.corpus.name, "evals", 0, groups)
        try:
            with self.timer():
                answer = ask(self.product, AskRequest(question.text, principal, valid_at=latest(self.product)))
        except RequestError:
            return Outcome(self.corpus.name, kind, True, 0.0, False)
        trace = self.product.store.trace(principal.tenant, answer.trace_id)
        right = _right(answer, question) if kind == KEPT else None
        leaked = measures.acl_violations(_shown(answer), self._of(question.article)) if kind == OFF_CORPUS else None
        declined = answer.abstained is not None
        return Outcome(self.corpus.name, kind, declined, _score(trace), right, _blocked(trace), leaked)

    def _of(self, article: str) -> frozenset[Ref]:
        return frozenset((uri, None) for uri, title, _ in self.corpus.paragraphs if title == article)


def _right(answer: Answer, question: SquadQuestion) -> bool:
    return answer.abstained is None and measures.contains_answer(answer.text, question.answers)


def _shown(answer: Answer) -> list[Ref]:
    """All that an answer tells a reader of: what it rests on, and what it says was held back."""
    told = [item.uri for item in answer.evidence] + [item.uri for item in answer.held_back]
    return [(uri, None) for uri in told]


def _blocked(trace: Trace | None) -> float | None:
    """What the scope blocked after retrieval ÷ what retrieval proposed."""
    stage = next((stage for stage in trace.stages if stage.name == _SCOPED), None) if trace else None
    proposed = stage.kept + len(stage.dropped) if stage else 0
    return len(stage.dropped) / proposed if stage and proposed else None


def _score(trace: Trace | None) -> float:
    """How answerable the product took the question to be; 0 where it found nothing to score."""
    stages = trace.stages if trace else ()
    found = (stage.detail.get("answerability") for stage in stages if stage.name == _SCORED)
    return float(next(found, None) or 0.0)


def _measures(outcomes: Sequence[Outcome], kinds: Iterable[str]) -> dict[str, float]:
    kept = [one for one in outcomes if one.kind == KEPT]
    others = [one for one in outcomes if one.kind in kinds]
    return measures.table(
        {
            "keep": measures.mean(not one.declined for one in kept),
            "turn_away": measures.mean(one.declined for one in others),
            "auc": measures.auc([one.score for one in kept], [one.score for one in others]),
            "holds_answer": measures.mean(one.right for one in kept),
            "acl_violation": measures.mean(one.leaked for one in others),
            "blocked": measures.mean(one.blocked for one in (*kept, *others)),
        }
    )


def _by_kind(outcomes: Sequence[Outcome]) -> dict[str, dict[str, float]]:
    """The measures of each kind of question to be turned away, over all files and for each where there are several."""
    files = list(dict.fromkeys(one.file for one in outcomes))
    found = {}
    for kind in (OFF_CORPUS, ADVERSARIAL):
        if any(one.kind == kind for one in outcomes):
            found[kind] = _measures(outcomes, (kind,))
            if len(files) > 1:
                for file in files:
                    found[f"{kind}-{file}"] = _measures([one for one in outcomes if one.file == file], (kind,))
    return found


def _miss(question: SquadQuestion, outcome: Outcome) -> dict[str, str]:
    return {
        "kind": outcome.kind,
        "question": question.text,
        "article": question.article,
        "outcome": "declined" if outcome.declined else "answered",
        "answerability": f"{outcome.score:.3f}",
    }
