"""Which sources there are, as one reader may know them: what each is, its revisions, and what of it is in force."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from contract.access import Principal
from contract.records import Revision
from contract.time import Instant, iso
from language.words import key
from service.scoping import view_of
from service.wiring import Product


@dataclass(frozen=True, slots=True)
class Listed:
    """A source: its readable revisions, the last by start and label last, and those of them in force, the head first."""

    revisions: tuple[Revision, ...]
    in_force: tuple[Revision, ...]
    standing: bool

    @property
    def shown(self) -> Revision:
        """The revision that a list names the source by: its head, else the last."""
        return self.in_force[0] if self.in_force else self.revisions[-1]


def sources(
    product: Product,
    principal: Principal,
    words: str = "",
    *,
    valid_at: Instant | None = None,
    known_at: Instant | None = None,
) -> Iterator[Listed]:
    """Sources by URI; with ``words`` those whose URI or title has them. Hidden ones are not there."""
    view = view_of(product, principal, valid_at, known_at)
    standing, wanted = product.store.families(principal.tenant), key(words)
    for uri, of_one in groupby(view.revisions(), key=lambda revision: revision.uri):
        revisions = tuple(of_one)
        if any(wanted in key(f"{uri} {revision.metadata.title}") for revision in revisions):
            yield Listed(revisions, view.in_force(uri), standing.get(uri, False))


def shape(item: Listed) -> dict[str, Any]:
    """A source as JSON, on the command line and over HTTP: named by its head, else by its last revision."""
    metadata = item.shown.metadata
    return {
        "uri": metadata.uri,
        "title": metadata.title,
        "source_type": metadata.source_type,
        "authority": metadata.authority.name.lower(),
        "language": metadata.language,
        "standing": item.standing,
        "revisions": len(item.revisions),
        "in_force": [
            {"revision_id": each.id, "revision": each.metadata.revision, "valid_from": iso(each.metadata.valid_from)}
            for each in item.in_force
        ],
        "indexed_at": iso(max(each.indexed_at for each in item.revisions)),
    }
