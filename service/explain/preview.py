"""What an ingestion does to what is in force, and what it would do: tried on a copy of the store that is gone afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from contract.access import Principal
from contract.evidence import Answer
from contract.history import Put
from contract.ports import GraphView
from contract.records import Revision
from contract.time import Instant, Interval
from service.ask import AskRequest, answer_of, layers
from service.explain.timeline import Ending
from service.ingestion.ingest import IngestOptions, Progress, Report, ingest, quiet
from service.ingestion.intake import Input
from service.scoping import operator, view_of
from service.wiring import Product, latest, scratch


@dataclass(frozen=True, slots=True)
class Effect:
    """A revision, or a section of it, that holds at other times than before; ``by``: what ends it now and did not."""

    uri: str
    label: str | None
    revision_id: str
    section: str | None
    before: tuple[Interval, ...]
    after: tuple[Interval, ...]
    by: tuple[Ending, ...]

    @property
    def plain(self) -> bool:
        """A revision that was not there before, and that nothing ends."""
        return not self.before and not self.by and self.section is None


@dataclass(frozen=True, slots=True)
class Turned:
    """A saved question that would be answered otherwise."""

    question: str
    before: Answer
    after: Answer


@dataclass(frozen=True, slots=True)
class Preview:
    report: Report
    effects: tuple[Effect, ...]
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
        since = copy.store.state().known_at
        report = ingest(copy, listed, options, progress)
        reader = principal or operator(copy, options.tenant)
        done = effects(copy, reader, report, since)
        turned = tuple(_turned(product, copy, [AskRequest(one, reader) for one in questions]))
    return Preview(report, done, turned, len(questions))


def effects(product: Product, principal: Principal, report: Report, since: Instant) -> tuple[Effect, ...]:
    """What a run changed of what holds, as known at ``since`` and now: of the sources that it wrote or acted upon."""
    now = latest(product)
    before, after = (view_of(product, principal, now, known) for known in (since, now))
    every = {revision.id: revision for revision in after.revisions()}
    touched = _touched(product, principal.tenant, report, every)
    return tuple(effect for uri in touched for effect in _effects(uri, before, after, every))


def _touched(product: Product, tenant: str, report: Report, every: dict[str, Revision]) -> list[str]:
    written = {document.revision_id for document in report.documents if document.revision_id}
    uris = {document.uri for document in report.documents if document.uri}
    uris |= {every[one].uri for document in report.documents for one in document.superseded if one in every}
    for event in product.store.history(tenant):
        if isinstance(event, Put) and event.revision_id in written:
            uris |= {act.target for act in event.acts}
    return sorted(uris)


def _effects(uri: str, before: GraphView, after: GraphView, every: dict[str, Revision]) -> Iterator[Effect]:
    was, holds = _holds(before, uri), _holds(after, uri)
    own = [key for key in dict.fromkeys(key for key, _ in (*was, *holds)) if key in every]
    known = {(edge.newer, edge.older, edge.rule) for edge in before.supersessions(own)}
    edges = [edge for edge in after.supersessions(own) if edge.newer in every]
    for key, section in sorted(was | holds, key=lambda one: (one[0], one[1] or "")):
        then, now = was.get((key, section), ()), holds.get((key, section), ())
        if then == now or key not in every:
            continue
        by = {
            Ending(every[edge.newer].uri, every[edge.newer].metadata.revision, edge.rule)
            for edge in edges
            if edge.older == key and edge.section in (None, section) and (edge.newer, key, edge.rule) not in known
        }
        ended = tuple(sorted(by, key=lambda one: (one.uri, one.label or "", one.rule)))
        yield Effect(uri, every[key].metadata.revision, key, section, then, now, ended)


def _holds(view: GraphView, uri: str) -> dict[tuple[str, str | None], tuple[Interval, ...]]:
    """By revision and section: when it holds. A section that holds as its revision does is left out."""
    found: dict[tuple[str, str | None], tuple[Interval, ...]] = {}
    for key, section, start, end in view.holds(uri):
        found[key, section] = (*found.get((key, section), ()), Interval(start, end))
    return {
        (key, section): holds
        for (key, section), holds in found.items()
        if section is None or holds != found.get((key, None), ())
    }


def _turned(product: Product, copy: Product, questions: Sequence[AskRequest]) -> Iterator[Turned]:
    """Each question asked of the store as it is and as it would be, in one present."""
    now = product.clock()
    for request in questions:
        before, after = (answer_of(layers(replace(one, clock=lambda: now), request)) for one in (product, copy))
        if (before.text, before.abstained) != (after.text, after.abstained):
            yield Turned(request.question, before, after)
