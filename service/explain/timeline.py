"""Explanations: a source's timeline, as one reader may know it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from contract.access import Principal
from contract.errors import NotFound
from contract.records import Revision
from contract.time import Instant, Interval
from service.scoping import view_of
from service.wiring import Product


@dataclass(frozen=True, slots=True)
class Ending:
    """What ended or retired a revision."""

    uri: str
    label: str | None
    rule: str


@dataclass(frozen=True, slots=True)
class Line:
    """One revision: when it holds, and the sections that hold at other times than it does."""

    revision: Revision
    holds: tuple[Interval, ...]
    sections: Mapping[str, tuple[Interval, ...]]
    in_force: bool
    ended_by: tuple[Ending, ...]


@dataclass(frozen=True, slots=True)
class Timeline:
    uri: str
    standing: bool
    lines: tuple[Line, ...]


def timeline(
    product: Product, principal: Principal, uri: str, valid_at: Instant | None = None, known_at: Instant | None = None
) -> Timeline:
    """Every readable revision of a source, as known at ``known_at``. Hidden and absent look alike: ``NotFound``."""
    view = view_of(product, principal, valid_at, known_at)
    revisions = view.revisions(uri)
    if not revisions:
        raise NotFound(f"no source {uri!r} here; 'vigente search' shows the URIs of what it finds")
    by_id = {revision.id: revision for revision in view.revisions()}
    holding = {revision.id for revision in view.in_force(uri)}
    edges = view.supersessions([revision.id for revision in revisions])
    holds = view.holds(uri)
    lines = []
    for revision in revisions:
        own = tuple(Interval(start, end) for key, section, start, end in holds if key == revision.id and not section)
        endings = {
            Ending(by_id[edge.newer].uri, by_id[edge.newer].metadata.revision, edge.rule)
            for edge in edges
            if edge.older == revision.id and edge.newer in by_id
        }
        ended_by = tuple(sorted(endings, key=lambda one: (one.uri, one.label or "", one.rule)))
        sections = _apart(holds, revision.id, own)
        lines.append(Line(revision, own, sections, revision.id in holding, ended_by))
    return Timeline(uri, product.store.families(principal.tenant).get(uri, False), tuple(lines))


def _apart(
    holds: tuple[tuple[str, str | None, Instant, Instant], ...], revision_id: str, whole: tuple[Interval, ...]
) -> dict[str, tuple[Interval, ...]]:
    """The sections whose intervals are not those of the whole revision."""
    sections: dict[str, list[Interval]] = {}
    for key, section, start, end in holds:
        if key == revision_id and section:
            sections.setdefault(section, []).append(Interval(start, end))
    return {name: tuple(found) for name, found in sections.items() if tuple(found) != whole}
