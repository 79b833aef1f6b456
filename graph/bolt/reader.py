"""What a view reads of Neo4j: rows by their numbers, names and facts of one tenant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from contract.communities import Community, Summary
from graph.bolt.database import Database
from graph.bolt.keys import identified, keyed
from graph.bolt.stating import row_of
from graph.bolt.themes import read_themes
from graph.keeping import Kept
from graph.linking import Named
from graph.rows import Row
from graph.stating import Criteria

RevisionRows = Kept[
    tuple[int, int, int], Row
]  # by tenant, purges and row: a revision's row is changed by a purge alone


@dataclass(frozen=True, slots=True)
class BoltReader:
    """``graph.view.Reader`` by Cypher. ``tenant`` and ``purges`` are those of the view's columns."""

    database: Database
    tenant: int
    purges: int
    kept: RevisionRows
    ahead: dict[int, Row] = field(default_factory=dict)  # passages that came with the last facts

    # rows by their numbers
    def revision_numbers(self, revision_ids: Iterable[str]) -> list[int]:
        return [row[0] for row in self._rows("revision_numbers", {"ids": list(revision_ids)})]

    def revisions(self, numbers: Iterable[int]) -> list[Row]:
        wanted = sorted(set(numbers))
        known = {number: self.kept.get((self.tenant, self.purges, number)) for number in wanted}
        lacking = [number for number, row in known.items() if row is None]
        read = self._rows("revisions", {"numbers": lacking}) if lacking else []
        for row in read:
            self.kept.put((self.tenant, self.purges, row[0]), row)
        return [row for row in known.values() if row is not None] + read

    def passages(self, numbers: Iterable[int]) -> list[Row]:
        """What came with facts is given once: a later reading asks again, as it may be gone by then."""
        wanted = list(numbers)
        came = {number: row for number in wanted if (row := self.ahead.pop(number, None)) is not None}
        return [*came.values(), *self._rows_of("passages", "numbers", [each for each in wanted if each not in came])]

    def section(self, number: int) -> list[Row]:
        return self._rows("section", {"number": number})

    def section_names(self, numbers: Iterable[int]) -> list[Row]:
        return self._rows_of("section_names", "numbers", list(numbers))

    def sections_of_content(self, content: int) -> list[Row]:
        return self._rows("sections_of_content", {"content": content})

    def source(self, uri: str) -> list[int]:
        return [row[0] for row in self._rows("source", {"key": keyed(self.tenant, uri)})]

    def labels(self, source: int) -> list[str | None]:
        return [row[0] for row in self._rows("labels", {"source": source})]

    def supersessions(self, numbers: Iterable[int]) -> list[Row]:
        rows = self._rows_of("supersessions", "numbers", list(numbers))
        return sorted(rows, key=lambda row: (row[1], row[3], row[0], row[5] is not None, row[5] or "", row[4]))

    # names
    def definitions_by_key(self, keys: Sequence[str]) -> list[Row]:
        return self._rows_of("definitions_by_key", "keys", self._keys(keys))

    def definitions_of_passages(self, numbers: Sequence[int]) -> list[Row]:
        return self._rows_of("definitions_of_passages", "numbers", numbers)

    def definitions_of_entities(self, entity_ids: Sequence[str]) -> list[Row]:
        return self._rows_of("definitions_of_entities", "keys", self._ids(entity_ids))

    def named_in(self, numbers: Sequence[int]) -> Named:
        """In one reading. A name here is (name, entity), as an edge says both."""
        if not numbers:
            return Named((), (), (), ())
        ((mentions, definers),) = self.database.rows("read/mentions", {"numbers": list(numbers)})
        return Named(
            [(passage, start, end, (key, entity)) for passage, start, end, entity, key in mentions if key is not None],
            [((key, entity), entity, passage) for entity, key, passage in definers],
            [(passage, start, end, entity) for passage, start, end, entity, key in mentions if key is None],
            [(entity, passage) for entity, _, passage in definers],
        )

    def passages_naming(self, entity_ids: Sequence[str]) -> list[int]:
        return [row[0] for row in self._rows_of("passages_naming", "keys", self._ids(entity_ids))]

    def entities(self, entity_ids: Sequence[str]) -> list[Row]:
        rows = self._rows_of("entities", "keys", self._ids(entity_ids))
        return sorted(rows, key=lambda row: (row[0], row[4]))

    # facts
    def facts(self, asked: Criteria) -> list[Row]:
        """By the criterion that leaves the fewest."""
        if asked.subjects and not (asked.passages or asked.facts):
            ((found, passages),) = self.database.rows("read/facts_by_subject", {"keys": self._ids(asked.subjects)})
            self.ahead.clear()
            self.ahead.update((row[0], tuple(row)) for row in passages)
        else:
            name, parameters = self._narrowest(asked)
            ((found,),) = self.database.rows(f"read/{name}", parameters)
        return [row_of(row) for row in found]

    def links(self, entity_ids: Sequence[str], *, towards: bool) -> list[Row]:
        return self._rows_of("links_towards" if towards else "links_from", "keys", self._ids(entity_ids))

    def _narrowest(self, asked: Criteria) -> tuple[str, Mapping[str, object]]:
        if asked.passages:
            return "facts_of_passages", {"numbers": list(asked.passages)}
        if asked.facts:
            return "facts_by_id", {"keys": self._ids(asked.facts)}
        if asked.predicates:
            return "facts_by_predicate", {"tenant": self.tenant, "predicates": list(asked.predicates)}
        return "facts", {"tenant": self.tenant}

    # conflicts
    def conflict_entries(self, conflict_ids: Sequence[str] | None, upto: int) -> list[Row]:
        if conflict_ids is None:
            return self._rows("conflict_entries_of_tenant", {"tenant": self.tenant, "upto": upto})
        return self._rows("conflict_entries", {"keys": self._keys(conflict_ids), "upto": upto})

    # communities
    def communities(self) -> tuple[tuple[Community, ...], list[tuple[int, Summary]]]:
        return read_themes(self.database, self.tenant)

    def _keys(self, names: Iterable[str]) -> list[str]:
        return [keyed(self.tenant, name) for name in names]

    def _ids(self, identities: Iterable[str]) -> list[str]:
        return [identified(self.tenant, each) for each in identities]

    def _rows_of(self, name: str, parameter: str, wanted: Sequence[object]) -> list[Row]:
        """No wish, no reading."""
        return self._rows(name, {parameter: list(wanted)}) if wanted else []

    def _rows(self, name: str, parameters: Mapping[str, object]) -> list[Row]:
        """Each query gives one row with a list of lists: the driver takes those in ten times as fast as rows."""
        ((rows,),) = self.database.rows(f"read/{name}", parameters)
        return [tuple(row) for row in rows]
