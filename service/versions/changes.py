"""What changed between two revisions of a source, as one reader may know it.

It is worked out when it is asked: which revisions are neighbours depends on what the reader may read and on what is known.
"""

from __future__ import annotations

from collections.abc import Sequence

from contract.access import Principal
from contract.changes import Change, ChangeKind, Changes, FamilyKind, Novelty, Side
from contract.errors import NotFound, RequestError
from contract.ids import content_id
from contract.records import Span
from contract.time import Instant
from extraction.changes import Difference, compare
from extraction.editions import Edition, Unit
from extraction.presence import standing
from service.scoping import view_of
from service.versions.families import Family, family
from service.wiring import Product


def changes(
    product: Product,
    principal: Principal,
    uri: str,
    older: str | None = None,
    newer: str | None = None,
    known_at: Instant | None = None,
) -> Changes:
    """What ``newer`` (a label, a start or a revision's id; the last by default) has against ``older`` (its base by default).

    Hidden and absent look alike: ``NotFound``, for the source and for a label.
    """
    found = family(product, view_of(product, principal, known_at=known_at), uri)
    if found is None:
        raise NotFound(f"no source {uri!r} here; 'vigente search' shows the URIs of what it finds")
    at = len(found.versions) - 1 if newer is None else _place(found, newer)
    before = found.base(at) if older is None else _place(found, older)
    if before == at:
        raise RequestError(f"{uri} is compared with itself: name two revisions that 'vigente timeline' shows")
    return between(found, before, at)


def between(found: Family, before: int | None, at: int) -> Changes:
    """What the version at one place has against that at another. Of notes, and of the first version, it is all that they say."""
    newer = found.versions[at]
    if found.kind is FamilyKind.NOTES or before is None:
        own = tuple(
            Difference(ChangeKind.ADDED, part.path, new=part.units, whole=True, count=len(part.units))
            for part in newer.edition.parts
            if part.units
        )
        made = tuple(_change(found, each, None, at) for each in own)
        return Changes(found.uri, found.kind, None, newer.revision, made)
    older = found.versions[before]
    differences = compare(older.edition, newer.edition)
    made = tuple(_change(found, each, before, at) for each in differences)
    return Changes(found.uri, found.kind, older.revision, newer.revision, made)


def _place(found: Family, label: str) -> int:
    at = found.at(label)
    if at is None:
        known = ", ".join(version.label for version in found.versions)
        raise NotFound(f"{found.uri} has no revision {label!r}; it has {known}")
    return at


def _change(found: Family, each: Difference, before: int | None, at: int) -> Change:
    older = None if before is None else found.versions[before].edition
    old, new = _side(each.old, older), _side(each.new, found.versions[at].edition)
    unit = (each.new or each.old)[0]
    return Change(
        id=content_id("change", found.uri, each.kind, each.path, _known_by(old), _known_by(new)),
        kind=each.kind,
        novelty=_novelty(found.editions, each, before, at),
        path=each.path,
        old=old,
        new=new,
        cell=unit.cell,
        count=each.count,
        whole=each.whole,
    )


def _side(units: Sequence[Unit], within: Edition | None) -> Side | None:
    """What is shown of one side: from its first unit to the last one in the same passage."""
    if not units or within is None:
        return None
    first = units[0]
    last = [unit for unit in units if unit.passage_id == first.passage_id][-1]
    span = Span(first.span.start, last.span.end)
    return Side(first.passage_id, span, within.shown[first.passage_id][span.start : span.end])


def _known_by(side: Side | None) -> tuple[str, int, int] | None:
    return None if side is None else (side.passage_id, side.span.start, side.span.end)


def _novelty(editions: Sequence[Edition], each: Difference, before: int | None, at: int) -> Novelty:
    """Whether what came was there before, or what went comes again, in another revision than the two."""
    there = standing(editions, each.keys)
    if each.new:
        earlier = any(held for place, held in enumerate(there[:at]) if place != before)
        return Novelty.RESTORED if earlier else Novelty.NEW
    return Novelty.RETURNS if any(there[at + 1 :]) else Novelty.NEW
