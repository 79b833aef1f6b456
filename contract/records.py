"""What ingestion makes: sources, revisions, sections, passages, entities, facts.

All spans are character offsets into ``Content.text``, the document's normalised text, half-open.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

from contract.access import Audience
from contract.history import Act
from contract.time import Instant


class Authority(IntEnum):
    """How much a source may decide."""

    INFORMAL = 0
    SUPPORTING = 1
    GOVERNING = 2
    LIVE = 3


@dataclass(frozen=True, slots=True)
class Span:
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Warn:
    """Something a person should know about a document that went in all the same. ``code`` is stable."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Metadata:
    """What is known about one revision of a source. ``origins`` says where each key's value came from.

    Origins: ``front_matter``, ``sidecar``, ``manifest``, ``flag``, ``name`` (the file's), ``text``, ``default``.
    ``revision`` is the label. ``replaces`` and ``replaced_by`` are URIs.
    """

    uri: str
    title: str
    source_type: str = "document"
    authority: Authority = Authority.SUPPORTING
    author: str | None = None
    language: str = "en"
    valid_from: Instant | None = None
    valid_to: Instant | None = None
    observed_at: Instant | None = None
    revision: str | None = None
    audience: Audience = Audience()
    replaces: tuple[str, ...] = ()
    replaced_by: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    standing: bool = False
    origins: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Section:
    """A heading's part of a revision. ``name`` is unique in its content; acts on a section use it ("articulo-3").

    ``path`` is the heading path from the title down, this heading last. ``parent`` is the name of the enclosing
    section. A part too long to show whole is split at paragraphs; the names of later parts end in ``~2``, ``~3``.
    """

    id: str
    name: str
    path: tuple[str, ...]
    ordinal: int
    span: Span
    tokens: int
    parent: str | None = None
    number: str | None = None


class PassageKind(StrEnum):
    PROSE = "prose"
    LIST = "list"
    TABLE = "table"
    CODE = "code"
    KEYS = "keys"  # ``key: value`` lines


@dataclass(frozen=True, slots=True)
class Passage:
    """A small piece of a section: what is indexed, 128–200 tokens where the section is long enough.

    ``text`` is the document's text at ``span``. ``lead`` is what must be read with it and stands elsewhere: a table's
    header row and notes. ``header`` goes before the text for embedding only (the dilution rule). ``stems`` is the
    analysed text that both engines index, one space between stems.
    """

    id: str
    section: str
    ordinal: int
    span: Span
    text: str
    kind: PassageKind
    tokens: int
    lead: str = ""
    header: str = ""
    stems: str = ""

    @property
    def shown(self) -> str:
        """The passage as a reader sees it; citations are spans of this."""
        return f"{self.lead}\n{self.text}" if self.lead else self.text

    def local(self, span: Span) -> Span:
        """A span of the document as a span of ``shown``, clipped to this passage."""
        shift = (len(self.lead) + 1 if self.lead else 0) - self.span.start
        start = min(max(span.start, self.span.start), self.span.end)
        end = min(max(span.end, start), self.span.end)
        return Span(start + shift, end + shift)


@dataclass(frozen=True, slots=True)
class Entity:
    """A thing that facts are about. ``key`` is its folded name; the id is made from (tenant, key, kind)."""

    id: str
    key: str
    name: str
    kind: str = ""


class NameBasis(StrEnum):
    """Why a name stands for an entity, strongest first."""

    TITLE = "title"
    ALIAS = "alias"
    HEADING = "heading"
    TABLE_KEY = "table_key"
    LEAD = "lead"
    DEFINED = "defined"  # "hereinafter", «en adelante», glossary terms
    PART = "part"  # part of a longer personal name: weak


@dataclass(frozen=True, slots=True)
class Definition:
    """A passage defines an entity under a name. ``key`` is the folded name, words joined by one space; 0 < strength ≤ 1."""

    passage_id: str
    entity_id: str
    key: str
    strength: float
    basis: NameBasis


@dataclass(frozen=True, slots=True)
class Mention:
    """A span of a passage names an entity. Overlapping mentions are all kept; a view shows the longest that lead somewhere."""

    passage_id: str
    entity_id: str
    span: Span


class Datatype(StrEnum):
    NUMBER = "number"
    QUANTITY = "quantity"
    MONEY = "money"
    PERCENT = "percent"
    DATE = "date"
    RANGE = "range"
    BOOLEAN = "boolean"
    ENTITY = "entity"
    CODE = "code"
    TEXT = "text"


NUMERIC = frozenset((Datatype.NUMBER, Datatype.QUANTITY, Datatype.MONEY, Datatype.PERCENT, Datatype.RANGE))
MEASURED = NUMERIC | {Datatype.DATE}  # what has an order


@dataclass(frozen=True, slots=True)
class Literal:
    """A normalised value. ``value`` is canonical: decimals with a point, dates ISO (a year or month may stand alone),
    booleans ``true``/``false``, text folded. ``unit`` is canonical ("day", "EUR", "kg", "%"). A range has ``value`` as its
    low end and ``high``. ``raw`` is as written.
    """

    datatype: Datatype
    value: str
    unit: str | None = None
    high: str | None = None
    raw: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """(subject, predicate, object, qualifiers), with an id made from them. ``subject_id`` is an entity."""

    id: str
    subject_id: str
    subject: str
    predicate: str
    object: Literal
    object_id: str | None = None
    qualifiers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """That facts of a scope lead from one entity to another, whatever narrows them; ``passage_ids`` state it, by id."""

    subject_id: str
    predicate: str
    object_id: str
    passage_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Assertion:
    """A passage's span states a fact. ``extractor`` names who found it: tables, keyvalue, …"""

    fact_id: str
    passage_id: str
    span: Span
    extractor: str
    polarity: str = "affirmed"


@dataclass(frozen=True, slots=True)
class Content:
    """One text of a source and all that was drawn from it. Revisions with equal text share one content.

    ``id`` is made from (tenant, uri, sha256 of the normalised text, extraction version).
    """

    id: str
    sha256: str
    text: str
    language: str
    sections: tuple[Section, ...]
    passages: tuple[Passage, ...]
    entities: tuple[Entity, ...] = ()
    definitions: tuple[Definition, ...] = ()
    mentions: tuple[Mention, ...] = ()
    facts: tuple[Fact, ...] = ()
    assertions: tuple[Assertion, ...] = ()


@dataclass(frozen=True, slots=True)
class RevisionDraft:
    """A document ready to be committed: one atomic write. ``coverage`` is the share of its text that passages hold."""

    tenant: str
    metadata: Metadata
    sha256: str
    content: Content
    acts: tuple[Act, ...] = ()
    coverage: float = 1.0
    warnings: tuple[Warn, ...] = ()


@dataclass(frozen=True, slots=True)
class Revision:
    """One content of one source, as the store knows it. ``indexed_at`` is when it became known."""

    id: str
    tenant: str
    content_id: str
    sha256: str
    metadata: Metadata
    indexed_at: Instant
    withdrawn_at: Instant | None = None

    @property
    def uri(self) -> str:
        return self.metadata.uri


@dataclass(frozen=True, slots=True)
class Embedded:
    """A draft's passage vectors by their content address, the id of (model, header, shown text).

    A vector is the bytes of a little-endian float32 array of unit length. ``vectors`` holds only those that the store
    lacks.
    """

    model: str
    dimension: int
    keys: Mapping[str, str]  # passage id -> embedding key
    vectors: Mapping[str, bytes]  # embedding key -> vector


class CommitOutcome(StrEnum):
    NEW = "new"
    REVISED = "revised"  # a further revision of a known source
    UNCHANGED = "unchanged"  # the same content again: kept as a sighting, nothing indexed


@dataclass(frozen=True, slots=True)
class Commit:
    """What one commit did. ``number`` grows by one with each commit of the store."""

    number: int
    known_at: Instant
    outcome: CommitOutcome
    revision_id: str
    superseded: tuple[str, ...] = ()  # ids of revisions whose validity this commit ended or shortened
    embedded: int = 0  # vectors written
    dangling: tuple[str, ...] = ()
    cycles: tuple[tuple[str, ...], ...] = ()
