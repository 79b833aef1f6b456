"""The revisions of one source side by side, as one reader may see them: a family, ready to be compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from contract.changes import FamilyKind
from contract.evidence import Located
from contract.ports import GraphView
from contract.records import Revision
from contract.time import Instant, iso
from extraction.editions import Edition, edition
from extraction.presence import base, family_kind
from graph.labels import label_order
from language.words import key
from service.wiring import Product


@dataclass(frozen=True, slots=True)
class Version:
    """One revision of a family with its text taken apart."""

    revision: Revision
    edition: Edition
    located: Mapping[str, Located]  # its passages by id

    @property
    def label(self) -> str:
        return label_of(self.revision)


@dataclass(frozen=True, slots=True)
class Family:
    """The readable revisions of a source: by label where they stand side by side, else in the order of their starts."""

    uri: str
    standing: bool
    kind: FamilyKind
    versions: tuple[Version, ...]

    @property
    def editions(self) -> tuple[Edition, ...]:
        return tuple(version.edition for version in self.versions)

    def base(self, at: int) -> int | None:
        """Which earlier version one is compared with: by text the nearest of labels side by side, else the one before."""
        if self.standing:
            return base(self.editions, at)
        return at - 1 if at else None

    def at(self, label: str) -> int | None:
        """The place of a version by its label, its start or its revision's id; the later of two."""
        wanted = plain(label)
        found = [at for at, one in enumerate(self.versions) if label == one.revision.id or wanted in _names(one)]
        return found[-1] if found else None


def label_of(revision: Revision) -> str:
    """What a reader calls a revision: its label, else the day it holds from."""
    return revision.metadata.revision or iso(_start(revision)) or ""


def plain(label: str) -> str:
    """A label folded, without the word that says that it is one: "Rev. B", "v2.0"."""
    folded = key(label)
    for word in ("version ", "revision ", "release ", "rev "):
        folded = folded.removeprefix(word)
    return folded[1:] if folded[:1] == "v" and folded[1:2].isdigit() else folded


def lined_up(view: GraphView, uri: str, *, standing: bool) -> tuple[Revision, ...]:
    """The readable revisions of a source: one a label, lowest first, or one a start in the order of their starts.

    Of several for one label or start that one which holds at some time, else the last: the others were corrected.
    """
    held = {revision_id for revision_id, section, _, _ in view.holds(uri) if section is None}
    found = sorted(view.revisions(uri), key=lambda revision: revision.id in held)  # stable: those that hold come last
    if not standing:
        last = {_start(revision): revision for revision in found}
        return tuple(last[start] for start in sorted(last))
    order = label_order(revision.metadata.revision for revision in found)
    by_label = {order(revision.metadata.revision): revision for revision in found}
    return tuple(by_label[label] for label in sorted(by_label))


def _start(revision: Revision) -> Instant:
    metadata = revision.metadata
    known = (metadata.valid_from, metadata.observed_at, revision.indexed_at)
    return next(start for start in known if start is not None)


def family(product: Product, view: GraphView, uri: str) -> Family | None:
    """A source's revisions taken apart; None where the reader may read none."""
    standing = product.store.families(view.scope.tenant).get(uri, False)
    versions = tuple(_versions(product, view, lined_up(view, uri, standing=standing)))
    if not versions:
        return None
    kind = family_kind([one.edition for one in versions]) if standing else FamilyKind.REVISIONS
    return Family(uri, standing, kind, versions)


def are_notes(product: Product, view: GraphView, uri: str) -> bool:
    """Whether a standing family's texts are about a version each. Whole passages in common tell that they are revisions."""
    newest = [_texts(product, view, revision) for revision in view.in_force(uri)[:2]]
    if len(newest) < 2 or newest[0] & newest[1]:
        return False
    found = family(product, view, uri)
    return found is not None and found.kind is FamilyKind.NOTES


def _texts(product: Product, view: GraphView, revision: Revision) -> frozenset[str]:
    own = product.store.view(view.scope.pinned([revision.id]))
    return frozenset(each.passage.text for each in own.located(own.passage_ids()))


def _versions(product: Product, view: GraphView, revisions: Sequence[Revision]) -> Iterable[Version]:
    for revision in revisions:
        own = product.store.view(replace(view.scope, without=frozenset()).pinned([revision.id]))
        found = sorted(own.located(own.passage_ids()), key=lambda each: each.passage.ordinal)
        if found:
            pieces = tuple((each.passage, each.path) for each in found)
            yield Version(
                revision,
                edition(pieces, revision.metadata.revision),
                {each.passage.id: each for each in found},
            )


def _names(version: Version) -> set[str]:
    starts = (version.revision.metadata.valid_from, version.revision.metadata.observed_at)
    return {plain(name) for name in (version.label, *(iso(start) or "" for start in starts)) if name}
