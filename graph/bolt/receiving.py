"""Records of another store as nodes and edges, under rows of this one's own. Commits keep their numbers, audiences their ids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import singledispatchmethod
from itertools import groupby
from typing import Any

from contract.evidence import Trace
from contract.portable import (
    AudienceRecord,
    CommitRecord,
    CommunityRecord,
    ConflictRecord,
    ContentRecord,
    EventRecord,
    MergeRecord,
    Record,
    RevisionRecord,
    SightingRecord,
    SourceRecord,
    StateRecord,
    SummaryRecord,
    SupersessionRecord,
    TenantRecord,
)
from contract.ports import Job
from contract.time import BEGINNING, END, Instant, iso
from graph.bolt.commits import mark
from graph.bolt.communities import community_row, summary_row
from graph.bolt.conflicts import entry_row
from graph.bolt.database import Transaction
from graph.bolt.keys import keyed
from graph.bolt.ledger import put_job, put_trace
from graph.bolt.merges import merge_row
from graph.bolt.names import Names
from graph.bolt.naming import name_texts
from graph.bolt.states import WHOLE, plan, set_current
from graph.bolt.turn import Numbers, Turn, batched, side_by_side
from graph.bolt.writing import Reach, write_passages, write_sections
from graph.drafted import refuse_other_vectors, ties
from graph.incoming import adrift, misplaced
from graph.keeping import Kept
from graph.rows import Row, acts_json, metadata_json

_KEPT_CONTENTS = 256
_AT_ONCE = 50


def _unreached(tenant: int) -> Reach:
    """Who may read a passage is marked when revisions and states are in; that it is the tenant's, names that come later need."""
    return Reach(0, f"t{tenant}", ())


@dataclass(frozen=True, slots=True)
class _Revision:
    row: int
    source: int
    tenant: int
    content: int | None


@dataclass(slots=True)
class Receiving:
    """What has been taken in so far: the numbers handed out, and rows by the names that records go by."""

    model: str
    dimension: int
    numbers: Numbers = field(default_factory=lambda: Numbers({}))
    _names: Names = field(default_factory=Names)
    _tenants: dict[str, tuple[int, Instant]] = field(default_factory=dict)
    _audiences: dict[str, int] = field(default_factory=dict)
    _sources: dict[tuple[str, str], int] = field(default_factory=dict)
    _contents: dict[tuple[int, str], int] = field(default_factory=dict)
    _revisions: dict[str, _Revision] = field(default_factory=dict)
    _sections: Kept[int, dict[str, int]] = field(default_factory=lambda: Kept(_KEPT_CONTENTS))

    def take(self, tx: Transaction, records: Sequence[Record]) -> None:
        """Write some records, in the order in which they came."""
        for _, group in groupby(records, key=type):
            some = list(group)
            try:
                self._take(some[0], some, tx)
            except KeyError as error:
                raise adrift(some[0]) from error

    def unmarked(self) -> Iterator[list[tuple[str, str]]]:
        """The sources whose passages are yet to be marked with who may read them, some at once."""
        yield from (list(self._sources)[at : at + _AT_ONCE] for at in range(0, len(self._sources), _AT_ONCE))

    def mark(self, tx: Transaction, sources: Sequence[tuple[str, str]]) -> None:
        """Mark the contents of sources with their audiences, and the revision that stands for each now."""
        for tenant, uri in sources:
            turn = self._turn(tx, tenant)
            follows = plan(turn, keyed(turn.tenant, uri))
            mark(turn, self._sources[tenant, uri], follows)
            set_current(turn, follows)

    def name(self, tx: Transaction, texts: Sequence[Row]) -> None:
        """Look for names in texts: (row, tenant's row, text, start of the text) of passages."""
        tenants = {row: name for name, (row, _) in self._tenants.items()}
        for tenant in sorted({row[1] for row in texts}):
            name_texts(
                self._turn(tx, tenants[tenant]), [(row, text, start) for row, of, text, start in texts if of == tenant]
            )

    def sections(self) -> Iterator[list[int]]:
        """All sections, some at once: the hulls of their passages are yet to be drawn."""
        yield from batched(range(1, self.numbers.last("sections") + 1))

    def draw(self, tx: Transaction, sections: Sequence[int]) -> None:
        tx.do("write/set_hulls", {"sections": list(sections), "beginning": BEGINNING, "end": END})

    # -- what was told ----------------------------------------------------------------------------------------------
    @singledispatchmethod
    def _take(self, first: Record, some: Sequence[Any], tx: Transaction) -> None:  # noqa: ARG002 what the kinds take
        raise misplaced(first)

    @_take.register
    def _(self, _first: TenantRecord, some: Sequence[TenantRecord], tx: Transaction) -> None:
        for each in some:
            self._tenants[each.name] = (self.numbers.next("tenants"), each.known_at)
            row = self._tenants[each.name][0]
            tx.do("write/make_tenant", {"row": row, "name": each.name, "known_at": each.known_at})

    @_take.register
    def _(self, _first: AudienceRecord, some: Sequence[AudienceRecord], tx: Transaction) -> None:
        for each in some:
            said = {"level": each.audience.level, "groups": sorted(each.audience.groups)}
            tx.do("write/intern_audience", {"key": each.audience.key, "row": each.number, **said})
            self._audiences[each.audience.key] = each.number
            self._upto("audiences", each.number)

    @_take.register
    def _(self, _first: CommitRecord, some: Sequence[CommitRecord], tx: Transaction) -> None:
        rows = [
            {"number": each.number, "tenant": self._tenants[each.tenant][0], "known_at": each.known_at} for each in some
        ]
        self._batches(tx, "write/load_commits", rows)
        self._upto("commit", some[-1].number)

    @_take.register
    def _(self, _first: SourceRecord, some: Sequence[SourceRecord], tx: Transaction) -> None:
        for each in some:
            tenant, row = self._tenants[each.tenant][0], self.numbers.next("sources")
            self._sources[each.tenant, each.uri] = row
            made = {"row": row, "key": keyed(tenant, each.uri), "tenant": tenant, "uri": each.uri}
            tx.do("write/make_source", made)
            if each.standing:
                tx.do("write/set_standing", {"source": row})

    @_take.register
    def _(self, _first: ContentRecord, some: Sequence[ContentRecord], tx: Transaction) -> None:
        for each in some:
            refuse_other_vectors(each.embedded, self.model, self.dimension)
            turn, source = self._turn(tx, each.tenant, each.opened), self._sources[each.tenant, each.uri]
            here = write_sections(turn, source, each.content)
            write_passages(turn, here, each.content, each.embedded, _unreached(turn.tenant), None)
            self._contents[source, each.content.id] = here.row

    @_take.register
    def _(self, _first: RevisionRecord, some: Sequence[RevisionRecord], tx: Transaction) -> None:
        for each in some:
            self._revision(tx, each)

    @_take.register
    def _(self, _first: EventRecord, some: Sequence[EventRecord], tx: Transaction) -> None:
        for each in some:
            source = self._sources[each.tenant, each.uri]
            event = {
                "row": self.numbers.next("events"),
                "tenant": self._tenants[each.tenant][0],
                "source": source,
                "kind": each.kind,
                "revision": None if each.revision_id is None else self._revisions[each.revision_id].row,
                "known_at": each.known_at,
                "number": each.number,
            }
            tx.do("write/log", {"source": source, "event": event})

    def _revision(self, tx: Transaction, each: RevisionRecord) -> None:
        meta = each.metadata
        tenant, source = self._tenants[each.tenant][0], self._sources[each.tenant, meta.uri]
        content = None if each.purged else self._contents.get((source, each.content_id))
        if (content is None and not each.purged) or meta.audience.key not in self._audiences:
            raise adrift(each)
        made = _Revision(self.numbers.next("revisions"), source, tenant, content)
        self._revisions[each.id] = made
        kept = {
            "row": made.row,
            "id": each.id,
            "tenant": tenant,
            "source": source,
            "content": content,
            "content_id": each.content_id,
            "text_sha256": each.text_sha256,
            "sha256": each.sha256,
            "identity": each.identity,
            "metadata": metadata_json(meta),
            "acts": acts_json(each.acts),
            "audience": self._audiences[meta.audience.key],
            "valid_from": meta.valid_from,
            "valid_to": meta.valid_to,
            "observed_at": meta.observed_at,
            "label": meta.revision,
            "known_at": each.known_at,
            "withdrawn_at": each.withdrawn_at,
            "opened": each.opened,
            "closed": each.closed,
            "uri": meta.uri,
            "title": meta.title,
            "valid_on": iso(meta.valid_from),
            "known_on": iso(each.known_at),
        }
        tx.do("write/load_revision", {"source": source, "content": content, "revision": kept})
        others = [{"key": keyed(tenant, uri), "uri": uri} for uri in sorted(set(ties(meta.uri, each.acts)))]
        if others:
            tx.do("write/tie", {"tenant": tenant, "key": keyed(tenant, meta.uri), "uri": meta.uri, "others": others})

    # -- what follows from it ---------------------------------------------------------------------------------------
    @_take.register
    def _(self, _first: StateRecord, some: Sequence[StateRecord], tx: Transaction) -> None:
        whole: list[dict[str, object]] = []
        parts: list[dict[str, object]] = []
        for each in some:
            of = self._revisions[each.revision_id]
            section = None if each.section is None else self._section(tx, of, each)
            state = self._edge("states", of, each) | {
                "revision": of.row,
                "section": WHOLE if section is None else section,
                "valid_from": each.valid_from,
                "valid_to": each.valid_to,
            }
            ends: dict[str, object] = {"source": of.source, "revision": of.row, "section": section, "state": state}
            (whole if section is None else parts).append(ends)
        for held in side_by_side(whole=whole, parts=parts):
            tx.do("write/hold", held)

    @_take.register
    def _(self, _first: SupersessionRecord, some: Sequence[SupersessionRecord], tx: Transaction) -> None:
        edges: list[dict[str, object]] = []
        on_sections: list[dict[str, object]] = []
        following: list[dict[str, object]] = []
        for each in some:
            newer, older = self._revisions[each.newer], self._revisions[each.older]
            ends: dict[str, object] = {"newer": newer.row, "older": older.row}
            why = {"kind": each.kind.value, "effective": each.effective, "rule": each.rule}
            edge = self._edge("supersessions", older, each) | why | ends | {"section": each.section}
            drawn = {"of": edge["row"], "effective": each.effective, "rule": each.rule, "known_to": each.known_to}
            edges.append({**ends, "edge": edge})
            if each.section is not None:
                on_sections.append({**ends, "section": each.section, "drawn": drawn})
            elif each.rule == "revision":
                following.append({**ends, "drawn": drawn})
        self._batches(tx, "write/supersede", edges)
        self._batches(tx, "write/draw_acts_on_sections", on_sections)
        self._batches(tx, "write/draw_sections", following)

    @_take.register
    def _(self, _first: SightingRecord, some: Sequence[SightingRecord], tx: Transaction) -> None:
        edges = []
        for each in some:
            again, first = self._revisions[each.again], self._revisions[each.original]
            ends: dict[str, object] = {"revision": again.row, "original": first.row}
            edges.append({**ends, "edge": self._edge("sightings", again, each) | ends})
        self._batches(tx, "write/repeat", edges)

    @_take.register
    def _(self, _first: MergeRecord, some: Sequence[MergeRecord], tx: Transaction) -> None:
        rows = [
            merge_row(self.numbers, self._tenants[each.tenant][0], each.entry, each.entry.known_at, each.entry.number)
            for each in some
        ]
        self._batches(tx, "write/merges", rows)

    @_take.register
    def _(self, _first: CommunityRecord, some: Sequence[CommunityRecord], tx: Transaction) -> None:
        for _, level in groupby(some, key=lambda each: (each.tenant, each.community.level)):
            rows = [community_row(self._turn(tx, each.tenant, at=each.made_at), each.community) for each in level]
            self._batches(tx, "write/communities", rows)

    @_take.register
    def _(self, _first: SummaryRecord, some: Sequence[SummaryRecord], tx: Transaction) -> None:
        rows = [summary_row(self._turn(tx, each.tenant), each.summary) for each in some]
        self._batches(tx, "write/summaries", rows)

    @_take.register
    def _(self, _first: ConflictRecord, some: Sequence[ConflictRecord], tx: Transaction) -> None:
        rows = [
            entry_row(self.numbers, self._tenants[each.tenant][0], each.entry, each.entry.known_at, each.entry.number)
            for each in some
        ]
        self._batches(tx, "write/record_conflicts", rows)

    @_take.register
    def _(self, _first: Trace, some: Sequence[Trace], tx: Transaction) -> None:
        for each in some:
            put_trace(tx, each)

    @_take.register
    def _(self, _first: Job, some: Sequence[Job], tx: Transaction) -> None:
        for each in some:
            put_job(tx, each)

    # -- rows -------------------------------------------------------------------------------------------------------
    def _turn(self, tx: Transaction, tenant: str, number: int = 0, at: Instant | None = None) -> Turn:
        row, known_at = self._tenants[tenant]
        return Turn(tx, self.numbers, row, number, known_at if at is None else at, "", self._names)

    def _upto(self, kind: str, number: int) -> None:
        while self.numbers.last(kind) < number:
            self.numbers.next(kind)

    def _edge(
        self, kind: str, of: _Revision, each: StateRecord | SupersessionRecord | SightingRecord
    ) -> dict[str, object]:
        return {
            "row": self.numbers.next(kind),
            "tenant": of.tenant,
            "source": of.source,
            "open_of": of.source if each.closed is None else None,
            "known_from": each.known_from,
            "known_to": each.known_to,
            "opened": each.opened,
            "closed": each.closed,
        }

    def _section(self, tx: Transaction, of: _Revision, each: StateRecord) -> int:
        """The row of a section of a revision by its name."""
        if of.content is None or each.section is None:
            raise adrift(each)
        known = self._sections.get(of.content)
        if known is None:
            found = tx.rows("store/sections_of_contents", {"contents": [of.content]})
            known = {name: row for _, row, name, _ in found}
            self._sections.put(of.content, known)
        return known[each.section]

    @staticmethod
    def _batches(tx: Transaction, name: str, rows: Sequence[object]) -> None:
        for some in batched(rows):
            tx.do(name, {"rows": some})
