"""What a view reads of the file: rows by their ids, names and facts of one tenant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from contract.communities import Community, Summary
from graph.embedded.communities import read_communities, read_with_audiences
from graph.embedded.database import Database
from graph.embedded.statements import statements
from graph.linking import Named
from graph.rows import Row, listed, numbered
from graph.stating import Criteria

_SQL = statements("read")
_CONFLICTS = statements("conflicts")


@dataclass(frozen=True, slots=True)
class SqlReader:
    """``graph.view.Reader`` by SQL. ``tenant`` is the tenant's row id, ``name`` its name."""

    database: Database
    tenant: int
    name: str

    # rows by their ids
    def revision_numbers(self, revision_ids: Iterable[str]) -> list[int]:
        return [row[1] for row in self._read("revision_numbers", listed(revision_ids))]

    def revisions(self, numbers: Iterable[int]) -> list[Row]:
        return self._read("revisions", numbered(numbers))

    def passages(self, numbers: Iterable[int]) -> list[Row]:
        return self._read("passages", numbered(numbers))

    def section(self, number: int) -> list[Row]:
        return self._read("section", number)

    def section_names(self, numbers: Iterable[int]) -> list[Row]:
        return self._read("section_names", numbered(numbers))

    def sections_of_content(self, content: int) -> list[Row]:
        return self._read("sections_of_content", content)

    def source(self, uri: str) -> list[int]:
        return [row[0] for row in self._read("source", self.tenant, uri)]

    def labels(self, source: int) -> list[str | None]:
        return [row[0] for row in self._read("labels", source)]

    def supersessions(self, numbers: Iterable[int]) -> list[Row]:
        return self._read("supersessions", numbered(numbers))

    # names
    def definitions_by_key(self, keys: Sequence[str]) -> list[Row]:
        return self._of_tenant("definitions_by_key", {"keys": listed(keys)})

    def definitions_of_passages(self, numbers: Sequence[int]) -> list[Row]:
        return self._read("definitions_of_passages", numbered(numbers))

    def definitions_of_entities(self, entity_ids: Sequence[str]) -> list[Row]:
        return self._of_tenant("definitions_of_entities", {"entities": listed(entity_ids)})

    def named_in(self, numbers: Sequence[int]) -> Named:
        namings = self._read("namings_of_passages", numbered(numbers))
        given = self._read("mentions_of_passages", numbered(numbers))
        definers = self.definitions_of_entities(sorted({row[3] for row in given})) if given else []
        return Named(
            namings,
            self._read("definitions_of_names", numbered(sorted({row[3] for row in namings}))),
            given,
            [(entity, passage) for passage, entity, *_ in definers],
        )

    def passages_naming(self, entity_ids: Sequence[str]) -> list[int]:
        return [row[0] for row in self._of_tenant("passages_naming", {"entities": listed(entity_ids)})]

    def entities(self, entity_ids: Sequence[str]) -> list[Row]:
        return self._of_tenant("entities", {"entities": listed(entity_ids)})

    # facts
    def facts(self, asked: Criteria) -> list[Row]:
        """By the criterion that leaves the fewest."""
        if asked.passages:
            return self._of_tenant("facts_of_passages", {"wanted": numbered(asked.passages)})
        if asked.facts:
            return self._of_tenant("facts_by_id", {"wanted": listed(asked.facts)})
        if asked.subjects:
            return self._of_tenant("facts_by_subject", {"wanted": listed(asked.subjects)})
        if asked.predicates:
            return self._of_tenant("facts_by_predicate", {"wanted": listed(asked.predicates)})
        return self._read("facts", self.tenant)

    def links(self, entity_ids: Sequence[str], *, towards: bool) -> list[Row]:
        return self._of_tenant("links_towards" if towards else "links_from", {"entities": listed(entity_ids)})

    # conflicts
    def conflict_entries(self, conflict_ids: Sequence[str] | None, upto: int) -> list[Row]:
        asked = {"tenant": self.tenant, "upto": upto}
        if conflict_ids is None:
            return self.database.rows(_CONFLICTS["of_tenant"], asked)
        return self.database.rows(_CONFLICTS["of_conflicts"], {**asked, "wanted": listed(conflict_ids)})

    # communities
    def communities(self) -> tuple[tuple[Community, ...], list[tuple[int, Summary]]]:
        with self.database.snapshot():
            return read_communities(self.database, self.name), read_with_audiences(self.database, self.name)

    def _read(self, name: str, *parameters: object) -> list[Row]:
        return self.database.rows(_SQL[name], parameters)

    def _of_tenant(self, name: str, parameters: Mapping[str, object]) -> list[Row]:
        return self.database.rows(_SQL[name], {"tenant": self.tenant, **parameters})
