"""The only way to read a store: one scope at one complete commit. The same for every store, over what each reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from contract.access import Scope
from contract.communities import Theme
from contract.conflicts import ConflictEntry
from contract.evidence import Located, Scored, Stated
from contract.history import Supersession
from contract.merges import Identity
from contract.ports import Vector
from contract.records import Definition, Entity, Link, Mention, Revision, Section
from contract.time import Instant
from graph import reading
from graph.columns import Columns
from graph.conflicts import ConflictReader, entries
from graph.lexical import LexicalSearch
from graph.linking import Links, NameReader
from graph.merging import Merged
from graph.sight import RowReader, Sight
from graph.stating import FactReader, linked, stated
from graph.themes import CommunityReader, themes


class Reader(RowReader, NameReader, FactReader, CommunityReader, ConflictReader, Protocol):
    """All that a store reads for a view."""


class VectorSearch(Protocol):
    """Search by vectors within a scope. A vector of another size raises ``StoreMismatch``."""

    def nearest(self, sight: Sight, vector: Vector, limit: int) -> tuple[Scored, ...]: ...
    def cosines(self, sight: Sight, vector: Vector, passage_ids: Iterable[str]) -> Mapping[str, float]: ...
    def mean_cosine(self, sight: Sight, vector: Vector) -> float: ...


@dataclass(frozen=True, eq=False)
class View:
    """``contract.ports.GraphView`` over the columns of a tenant."""

    read: Reader
    columns: Columns
    scope: Scope
    words: LexicalSearch
    vectors: VectorSearch

    @property
    def commit(self) -> int:
        return self.columns.commit

    @cached_property
    def sight(self) -> Sight:
        return Sight(self.read, self.columns, self.scope)

    @cached_property
    def _links(self) -> Links:
        return Links(self.sight, self.read, self._merged)

    @cached_property
    def _merged(self) -> Merged:
        return Merged(self.sight, self.read)

    # passages
    def size(self) -> int:
        return self.sight.eligible.count

    def passage_ids(self) -> tuple[str, ...]:
        """Sorted."""
        ids = self.columns.ids
        return tuple(sorted(ids[place] for place in self.sight.eligible.places.tolist()))

    def located(self, passage_ids: Iterable[str]) -> tuple[Located, ...]:
        return reading.located(self.sight, passage_ids)

    def section(self, passage_id: str) -> tuple[Section, str] | None:
        return reading.section(self.sight, passage_id)

    def siblings(self, passage_id: str) -> tuple[str, ...]:
        return reading.siblings(self.sight, passage_id)

    # search
    def lexical(self, stems: Sequence[str], limit: int) -> tuple[Scored, ...]:
        return self.words.best(self.sight, stems, limit)

    def bm25(self, stems: Sequence[str], passage_ids: Iterable[str]) -> Mapping[str, float]:
        return self.words.bm25(self.sight, stems, passage_ids)

    def idf(self, stems: Iterable[str]) -> Mapping[str, float]:
        return self.words.idf(self.sight, stems)

    def nearest(self, vector: Vector, limit: int) -> tuple[Scored, ...]:
        return self.vectors.nearest(self.sight, vector, limit)

    def cosines(self, vector: Vector, passage_ids: Iterable[str]) -> Mapping[str, float]:
        wanted, known = tuple(dict.fromkeys(passage_ids)), self.sight.cosines.setdefault(vector, {})
        if lacking := [each for each in wanted if each not in known]:
            known.update(self.vectors.cosines(self.sight, vector, lacking))
        return {each: known[each] for each in wanted if each in known}

    def mean_cosine(self, vector: Vector) -> float:
        return self.vectors.mean_cosine(self.sight, vector)

    # the graph
    def named(self, keys: Iterable[str]) -> tuple[Definition, ...]:
        return self._links.named(keys)

    def definitions(self, passage_ids: Iterable[str]) -> tuple[Definition, ...]:
        return self._links.definitions(passage_ids)

    def defining(self, entity_ids: Iterable[str]) -> tuple[Definition, ...]:
        return self._links.defining(entity_ids)

    def mentions(self, passage_ids: Iterable[str]) -> tuple[Mention, ...]:
        return self._links.mentions(passage_ids)

    def mentioning(self, entity_ids: Iterable[str], limit: int) -> tuple[Mention, ...]:
        return self._links.mentioning(entity_ids, limit)

    def entities(self, entity_ids: Iterable[str]) -> tuple[Entity, ...]:
        return self._links.entities(entity_ids)

    def identities(self, entity_ids: Iterable[str]) -> tuple[Identity, ...]:
        return self._merged.identities(entity_ids)

    def joined_since(self, commit: int) -> tuple[Identity, ...]:
        return self._merged.joined_since(commit)

    def stated(
        self,
        *,
        predicates: Iterable[str] = (),
        subject_ids: Iterable[str] = (),
        passage_ids: Iterable[str] = (),
        fact_ids: Iterable[str] = (),
        limit: int = 1000,
    ) -> tuple[Stated, ...]:
        return stated(
            self.sight,
            self.read,
            self._merged,
            predicates=predicates,
            subject_ids=subject_ids,
            passage_ids=passage_ids,
            fact_ids=fact_ids,
            limit=limit,
        )

    def linked(self, entity_ids: Iterable[str], limit: int = 1000, *, towards: bool = False) -> tuple[Link, ...]:
        return linked(self.sight, self.read, self._merged, entity_ids, limit, towards=towards)

    # sources and time
    def revisions(self, uri: str | None = None) -> tuple[Revision, ...]:
        return reading.revisions(self.sight, uri)

    def in_force(self, uri: str) -> tuple[Revision, ...]:
        return reading.in_force(self.sight, uri)

    def below_heads(self) -> frozenset[str]:
        return reading.below_heads(self.sight)

    def supersessions(self, revision_ids: Iterable[str]) -> tuple[Supersession, ...]:
        return reading.supersessions(self.sight, revision_ids)

    def holds(self, uri: str) -> tuple[tuple[str, str | None, Instant, Instant], ...]:
        return reading.holds(self.sight, uri)

    # conflicts
    def conflict_entries(self, conflict_ids: Iterable[str] | None = None) -> tuple[ConflictEntry, ...]:
        return entries(self.sight, self.read, conflict_ids)

    # communities
    def themes(self, level: int | None = None) -> tuple[Theme, ...]:
        return themes(self.sight, self.read, level)
