"""The only way to read the store: one scope at one complete commit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from contract.access import Scope
from contract.communities import Theme
from contract.evidence import Located, Scored, Stated
from contract.history import Supersession
from contract.ports import Vector
from contract.records import Definition, Entity, Mention, Revision, Section
from contract.time import Instant
from graph import reading
from graph.embedded import linking, stating
from graph.embedded.communities import themes
from graph.embedded.searching import Search
from graph.embedded.sight import EmbeddedSight


@dataclass(frozen=True, eq=False)
class EmbeddedView:
    """``contract.ports.GraphView`` over the columns that ``sight`` is fixed to."""

    sight: EmbeddedSight
    search: Search

    @property
    def scope(self) -> Scope:
        return self.sight.scope

    @property
    def commit(self) -> int:
        return self.sight.columns.commit

    # passages
    def size(self) -> int:
        return self.sight.eligible.count

    def passage_ids(self) -> tuple[str, ...]:
        """Sorted."""
        ids = self.sight.columns.ids
        return tuple(sorted(ids[place] for place in self.sight.eligible.places.tolist()))

    def located(self, passage_ids: Iterable[str]) -> tuple[Located, ...]:
        return reading.located(self.sight, passage_ids)

    def section(self, passage_id: str) -> tuple[Section, str] | None:
        return reading.section(self.sight, passage_id)

    def siblings(self, passage_id: str) -> tuple[str, ...]:
        return reading.siblings(self.sight, passage_id)

    # search
    def lexical(self, stems: Sequence[str], limit: int) -> tuple[Scored, ...]:
        return self.search.words.best(self.sight, stems, limit)

    def bm25(self, stems: Sequence[str], passage_ids: Iterable[str]) -> Mapping[str, float]:
        return self.search.words.bm25(self.sight, stems, passage_ids)

    def idf(self, stems: Iterable[str]) -> Mapping[str, float]:
        return self.search.words.idf(self.sight, stems)

    def nearest(self, vector: Vector, limit: int) -> tuple[Scored, ...]:
        return self.search.nearest(self.sight, vector, limit)

    def cosines(self, vector: Vector, passage_ids: Iterable[str]) -> Mapping[str, float]:
        return self.search.cosines(self.sight, vector, passage_ids)

    def mean_cosine(self, vector: Vector) -> float:
        return self.search.mean_cosine(self.sight, vector)

    # the graph
    def named(self, keys: Iterable[str]) -> tuple[Definition, ...]:
        return linking.named(self.sight, keys)

    def definitions(self, passage_ids: Iterable[str]) -> tuple[Definition, ...]:
        return linking.definitions(self.sight, passage_ids)

    def defining(self, entity_ids: Iterable[str]) -> tuple[Definition, ...]:
        return linking.defining(self.sight, entity_ids)

    def mentions(self, passage_ids: Iterable[str]) -> tuple[Mention, ...]:
        return linking.mentions(self.sight, passage_ids)

    def mentioning(self, entity_ids: Iterable[str], limit: int) -> tuple[Mention, ...]:
        return linking.mentioning(self.sight, entity_ids, limit)

    def entities(self, entity_ids: Iterable[str]) -> tuple[Entity, ...]:
        return linking.entities(self.sight, entity_ids)

    def stated(
        self,
        *,
        predicates: Iterable[str] = (),
        subject_ids: Iterable[str] = (),
        passage_ids: Iterable[str] = (),
        limit: int = 1000,
    ) -> tuple[Stated, ...]:
        return stating.stated(self.sight, predicates, subject_ids, passage_ids, limit)

    # sources and time
    def revisions(self, uri: str | None = None) -> tuple[Revision, ...]:
        return reading.revisions(self.sight, uri)

    def in_force(self, uri: str) -> tuple[Revision, ...]:
        return reading.in_force(self.sight, uri)

    def supersessions(self, revision_ids: Iterable[str]) -> tuple[Supersession, ...]:
        return reading.supersessions(self.sight, revision_ids)

    def holds(self, uri: str) -> tuple[tuple[str, str | None, Instant, Instant], ...]:
        return reading.holds(self.sight, uri)

    # communities
    def themes(self, level: int | None = None) -> tuple[Theme, ...]:
        return themes(self.sight, level)
