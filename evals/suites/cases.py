"""Written questions over written corpora: does each layer do what the rules of truth say, on what it was handed?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from contract.access import Principal, Scope
from contract.errors import RequestError
from contract.ids import content_id
from contract.time import Instant, parse
from evals import layers, measures
from evals.datasets.cases import Case, Corpus, Source, read
from evals.datasets.reading import drawn
from evals.layers import Outcome
from evals.product import Text, Timer, ingest_texts, mark, product, taken_in, versions
from evals.records import LAYERS, DataError, Options, Result
from evals.systems import SystemOfRecord, running
from service.ask import AskRequest
from service.ask import layers as through_layers
from service.inbox import inbox
from service.inbox.inbox import Asked
from service.ingestion.ingest import IngestOptions, ingest
from service.ingestion.intake import collect
from service.wiring import Product

DATA = Path(__file__).parents[1] / "cases"
"""The suite's own folder, where none is named."""

TODAY = "2026-09-01T12:00:00Z"
_ROOT = Path(__file__).parents[2]


@dataclass
class _Clock:
    """Stands where it is put: on the day on which a document comes, then on the day on which the questions are asked."""

    now: Instant

    def __call__(self) -> Instant:
        return self.now


@dataclass(frozen=True, slots=True, order=True)
class _Event:
    """Something that happens to the store on a day. Of one day: what comes, comes first, in the order of the files."""

    day: Instant
    goes: bool
    number: int
    corpus: Corpus = field(compare=False)
    does: Callable[[Product], None] = field(compare=False)


def run(data: Path, options: Options) -> Result:
    """Kinds are families and languages. The limit counts questions; all corpora are taken in whatever it is."""
    cases = read(data, _ROOT)
    chosen = {case.id for case in drawn([case for corpus in cases.corpora for case in corpus.cases], options)}
    timer = Timer()
    outcomes: list[Outcome] = []
    made_by: Mapping[str, str] = {}
    with running(cases.records) as system:
        for policy in dict.fromkeys(corpus.policy for corpus in cases.corpora):
            corpora = [corpus for corpus in cases.corpora if corpus.policy == policy]
            clock = _Clock(parse(TODAY))
            name = f"cases-{content_id([corpus.tenant for corpus in corpora])[:12]}"
            with product(options, name, policy=policy, clock=clock) as parts:
                _take_in(parts, corpora, clock, options)
                asked = [(corpus, case) for corpus in corpora for case in corpus.cases if case.id in chosen]
                for corpus, case in asked:
                    options.progress(case.id, (1 + len(outcomes)) / (1 + len(chosen)))
                    outcomes.append(_outcome(parts, corpus, case, system, timer))
                made_by = versions(parts)
    return Result(
        suite="cases",
        dataset=data.resolve().name,
        n=len(outcomes),
        measures=_measures(outcomes),
        by_kind=_by_kind(outcomes),
        latency_ms=timer.latency_ms,
        settings={"embedder": options.embedder, "store": options.store, "seed": str(options.seed), "today": TODAY},
        versions=made_by,
        misses=tuple(_miss(one) for one in outcomes if any(one.causes)),
    )


# -- the corpora ----------------------------------------------------------------------------------------------------
def _take_in(parts: Product, corpora: Sequence[Corpus], clock: _Clock, options: Options) -> None:
    """Everything that comes and goes, in the order of its days, since a store's known time never goes back."""
    today = clock.now
    events = sorted(event for number, corpus in enumerate(corpora) for event in _events(number, corpus))
    for at, event in enumerate(events):
        options.progress(event.corpus.tenant, at / len(events))
        clock.now = event.day
        event.does(parts)
    clock.now = today


def _events(number: int, corpus: Corpus) -> Iterator[_Event]:
    if corpus.folder is not None:
        yield _Event(corpus.known, False, number, corpus, partial(_take_folder, corpus))
    for source in corpus.documents:
        yield _Event(source.known, False, number, corpus, partial(_take, corpus, source))
        if source.deleted is not None:
            yield _Event(source.deleted, True, number, corpus, partial(_delete, corpus, source))
        if source.undone is not None:
            yield _Event(source.undone, True, number, corpus, partial(_undo, corpus, source))


def _take_folder(corpus: Corpus, parts: Product) -> None:
    key = f"{corpus.tenant}: {corpus.folder}"
    if corpus.folder is None or taken_in(parts, key):
        return
    _refuse(ingest(parts, collect([corpus.folder]), IngestOptions(corpus.tenant)).failed)
    mark(parts, key)


def _take(corpus: Corpus, source: Source, parts: Product) -> None:
    text = Text(source.uri, source.title, source.text, source.metadata, source.suffix)
    _refuse(ingest_texts(parts, _tenant(corpus, source), [text]).failed)


def _refuse(failed: Sequence[object]) -> None:
    if failed:
        raise DataError(f"a document of the cases was refused: {getattr(failed[0], 'error', '')}")


def _tenant(corpus: Corpus, source: Source) -> str:
    return f"{corpus.tenant}-elsewhere" if source.elsewhere else corpus.tenant


def _delete(corpus: Corpus, source: Source, parts: Product) -> None:
    _once(parts, corpus, f"delete {source.uri}", lambda: parts.store.delete(corpus.tenant, source.uri, parts.clock()))


def _undo(corpus: Corpus, source: Source, parts: Product) -> None:
    label = source.metadata.get("revision")
    whole = frozenset(id_ for id_, _ in parts.store.audiences())
    view = parts.store.view(Scope(corpus.tenant, whole, parts.clock(), parts.clock()))
    found = [one for one in view.revisions(source.uri) if one.metadata.revision == label]
    _once(
        parts,
        corpus,
        f"undo {source.uri} {label}",
        lambda: parts.store.undo(corpus.tenant, found[0].id, parts.clock()),
    )


def _once(parts: Product, corpus: Corpus, what: str, act: Callable[[], object]) -> None:
    """Do what no earlier run has done to this store."""
    key = f"{corpus.tenant}: {what}"
    if not taken_in(parts, key):
        act()
        mark(parts, key)


# -- the questions --------------------------------------------------------------------------------------------------
def _outcome(parts: Product, corpus: Corpus, case: Case, system: SystemOfRecord, timer: Timer) -> Outcome:
    system.state = case.live
    principal = Principal(corpus.tenant, "evals", case.level, case.groups)
    request = AskRequest(case.ask, principal, valid_at=case.valid_at, known_at=case.known_at)
    try:
        with _decided(parts, case, request), timer():
            done = through_layers(parts, request)
    except RequestError as error:
        return Outcome(case, refused=str(error))
    return layers.outcome(case, done)


@contextmanager
def _decided(parts: Product, case: Case, request: AskRequest) -> Iterator[None]:
    """What a person chose for a case stands while it is asked, and for no other case."""
    if case.decided is None:
        yield
        return
    open_ = [each for each in through_layers(parts, request).packet.conflicts if each.abstained is not None]
    asked = Asked(request.principal, request.valid_at)
    for each in open_:
        inbox.resolve(parts, asked, each.conflict_id, value=case.decided)
    try:
        yield
    finally:
        for each in open_:
            inbox.reopen(parts, asked, each.conflict_id)


def _measures(outcomes: Sequence[Outcome]) -> dict[str, float]:
    names = dict.fromkeys(name for one in outcomes for name in one.scores)
    ordered = sorted(names, key=lambda name: LAYERS.index(name.partition(".")[0]))
    return measures.table({name: measures.mean(one.scores.get(name) for one in outcomes) for name in ordered})


def _by_kind(outcomes: Sequence[Outcome]) -> dict[str, Mapping[str, float]]:
    kinds = [one.case.language for one in outcomes] + [one.case.family for one in outcomes]
    return {
        kind: _measures([one for one in outcomes if kind in (one.case.language, one.case.family)])
        for kind in dict.fromkeys(kinds)
    }


def _miss(one: Outcome) -> Mapping[str, str]:
    return {
        "case": one.case.id,
        "kind": one.case.family,
        "question": one.case.ask,
        "answer": one.answer,
        "cause": "; ".join(one.causes),
    }
