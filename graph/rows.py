"""Records as columns and JSON texts, and back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import lru_cache
from typing import Any

from contract.access import Audience
from contract.history import Act, ActKind, Delete, Event, Polarity, Put, Standing, Undo
from contract.merges import MergeEntry, MergeKind, MergeRule
from contract.records import Authority, Datatype, Fact, Literal, Metadata, Passage, PassageKind, Revision, Section, Span

Row = tuple[Any, ...]
_CANONICAL = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode
_KEPT = 4096  # texts whose records are kept: the same few are read again and again


def as_json(value: object) -> str:
    """Canonical JSON: equal values are equal texts."""
    return _CANONICAL(value)


def listed(values: Iterable[object]) -> str:
    """Values as the one parameter that ``json_each(?)`` reads."""
    return json.dumps(list(values))


def numbered(values: Iterable[int]) -> str:
    """Row ids as ``listed`` gives them, sooner."""
    return f"[{','.join(map(str, values))}]"


# -- audiences and metadata -----------------------------------------------------------------------------------------
def groups_json(audience: Audience) -> str:
    return as_json(sorted(audience.groups))


def audience(level: int, groups: str) -> Audience:
    return Audience(level, frozenset(json.loads(groups)))


def metadata_json(metadata: Metadata) -> str:
    groups = sorted(metadata.audience.groups)
    return as_json({**asdict(replace(metadata, audience=Audience())), "audience": [metadata.audience.level, groups]})


@lru_cache(maxsize=_KEPT)
def metadata(text: str) -> Metadata:
    kept = json.loads(text)
    level, groups = kept["audience"]
    return Metadata(
        **{
            **kept,
            "audience": Audience(level, frozenset(groups)),
            "authority": Authority(kept["authority"]),
            **{key: tuple(kept[key]) for key in ("replaces", "replaced_by", "aliases")},
        }
    )


def said(text: str) -> str:
    """Of a revision's metadata what a reader is told of it: all but when this copy was seen, and the origins."""
    kept = json.loads(text)
    return as_json({key: value for key, value in kept.items() if key not in ("observed_at", "origins")})


def spoken(own: str, last_said: str) -> Metadata:
    """The metadata of a revision as its last sighting gives it; the dates and the label stay its own."""
    first = metadata(own)
    return replace(
        metadata(last_said),
        valid_from=first.valid_from,
        valid_to=first.valid_to,
        observed_at=first.observed_at,
        revision=first.revision,
    )


def without_words(text: str) -> str:
    """Metadata of a purged revision: its words are gone, its address, dates, label and audience stay."""
    gone: dict[str, object] = {"title": "", "author": None, "aliases": [], "origins": {}}
    return as_json({**json.loads(text), **gone})


# -- the log --------------------------------------------------------------------------------------------------------
def acts_json(acts: Iterable[Act]) -> str:
    """An act without a cue in a text is six values, as it was before cues were kept: its revision's id stays."""
    return as_json(
        [
            [act.kind, act.target, act.section, act.effective, act.polarity, act.by, *([act.cue] if act.cue else [])]
            for act in acts
        ]
    )


def acts(text: str) -> tuple[Act, ...]:
    return tuple(
        Act(ActKind(kind), target, section, effective, Polarity(polarity), by, tuple(cue[0]) if cue else None)
        for kind, target, section, effective, polarity, by, *cue in json.loads(text)
    )


def event(row: Row, sections: Mapping[int, Sequence[str]]) -> Event:
    """One event of the log; ``sections`` are the names of sections by content."""
    kind, uri, known_at, revision_id, _, content, text_sha256, valid_from, valid_to, observed_at, label, done = row
    if kind == "put":
        names = tuple(sections.get(content, ()))
        return Put(revision_id, uri, text_sha256, known_at, valid_from, valid_to, observed_at, label, names, acts(done))
    if kind == "undo":
        return Undo(revision_id, known_at)
    return Delete(uri, known_at) if kind == "delete" else Standing(uri, known_at)


# -- which entities are one -----------------------------------------------------------------------------------------
def merge_columns(entry: MergeEntry) -> dict[str, object]:
    """What a store keeps of an entry besides its tenant, its known time and the number of its commit."""
    return {
        "name_id": entry.name_id,
        "of_id": entry.of_id,
        "kind": entry.kind.value,
        "rule": entry.rule.value,
        "by": entry.by,
        "note": entry.note,
        "passage_id": entry.passage_id,
    }


def merge_entry(row: Row) -> MergeEntry:
    """An entry from (name_id, of_id, kind, rule, by, note, passage_id, known_at, number)."""
    name_id, of_id, kind, rule, *rest = row
    return MergeEntry(name_id, of_id, MergeKind(kind), MergeRule(rule), *rest)


# -- what a content holds -------------------------------------------------------------------------------------------
def passage(row: Row) -> Passage:
    _, identity, section, ordinal, start, end, text, kind, tokens, lead, header, stems, _ = row
    return Passage(identity, section, ordinal, Span(start, end), text, PassageKind(kind), tokens, lead, header, stems)


def section(row: Row) -> tuple[Section, str]:
    identity, name, path, ordinal, start, end, tokens, parent, number, text = row
    found = Section(identity, name, tuple(json.loads(path)), ordinal, Span(start, end), tokens, parent, number)
    return found, text[start:end]


@lru_cache(maxsize=_KEPT)
def path(text: str) -> tuple[str, ...]:
    return tuple(json.loads(text))


def revision(row: Row, spoken_for: Metadata | None) -> Revision:
    """A live revision; ``spoken_for``: metadata that a sighting gave it."""
    _, identity, tenant, content_id, sha256, own, indexed_at = row
    return Revision(identity, tenant, content_id, sha256, spoken_for or metadata(own), indexed_at)


def literal_json(value: Literal) -> str:
    return as_json([value.datatype, value.value, value.unit, value.high, value.raw])


def fact(row: Row) -> Fact:
    _, identity, subject_id, subject, predicate, held, object_id, qualifiers, *_ = row
    return Fact(identity, subject_id, subject, predicate, literal(held), object_id, _qualifiers(qualifiers))


@lru_cache(maxsize=_KEPT)
def literal(text: str) -> Literal:
    datatype, value, unit, high, raw = json.loads(text)
    return Literal(Datatype(datatype), value, unit, high, raw)


@lru_cache(maxsize=_KEPT)
def _qualifiers(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((name, scope) for name, scope in json.loads(text))
