"""What an ingestion would do: tried on a copy of the store that is gone afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from contract.access import Principal
from contract.evidence import Answer
from service.ask import AskRequest, answer_of, layers
from service.explain.effects import Effects, effects
from service.ingestion.ingest import IngestOptions, Progress, Report, ingest, quiet
from service.ingestion.intake import Input
from service.scoping import operator
from service.wiring import Product, scratch


@dataclass(frozen=True, slots=True)
class Turned:
    """A saved question that would be answered otherwise."""

    question: str
    before: Answer
    after: Answer


@dataclass(frozen=True, slots=True)
class Preview:
    report: Report
    effects: Effects
    turned: tuple[Turned, ...]
    asked: int = 0  # saved questions


def preview(
    product: Product,
    principal: Principal | None,
    inputs: Iterable[Input],
    options: IngestOptions,
    progress: Progress = quiet,
    questions: Sequence[str] = (),
) -> Preview:
    """Take everything into a copy of the store, and compare. Nothing is written to the store itself.

    Effects are told, and questions asked, as ``principal`` may know them; None is an operator, who may read everything.
    """
    listed = list(inputs)
    with scratch(product) as copy:
        since = copy.store.state()
        report = ingest(copy, listed, options, progress)
        reader = principal or operator(copy, options.tenant)
        done = effects(copy, reader, report, since)
        turned = tuple(_turned(product, copy, [AskRequest(one, reader) for one in questions]))
    return Preview(report, done, turned, len(questions))


def _turned(product: Product, copy: Product, questions: Sequence[AskRequest]) -> Iterator[Turned]:
    """Each question asked of the store as it is and as it would be, in one present."""
    now = product.clock()
    for request in questions:
        before, after = (answer_of(layers(replace(one, clock=lambda: now), request)) for one in (product, copy))
        if (before.text, before.abstained) != (after.text, after.abstained):
            yield Turned(request.question, before, after)
