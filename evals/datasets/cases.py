"""Written questions with what must come out of each layer, over small written corpora: ``*.yaml`` in a folder.

The form is in docs/evals/cases.md. What is expected follows from the rules of truth alone, never from what the product
says today.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import yaml

from contract.errors import InvalidDate
from contract.ids import content_id, digest
from contract.time import Instant, parse
from evals.datasets.reading import filled, folder, part, typed
from evals.measures import Ref
from evals.records import DataError

LIVE_RECORDS = "live.yaml"
LIVE: Ref = ("live", None)
ANY = "any"
EITHER = " | "
UP = "up"
NO_CONFLICT = "none"
_KNOWN = "2026-01-01"
_CORPUS = frozenset({"corpus", "language", "policy", "documents", "folder", "known", "cases"})
_OWN = frozenset({"says", "known", "deleted", "undone", "suffix", "elsewhere", "file"})
_LIVE = (UP, "down", "garbled", "slow")


@dataclass(frozen=True, slots=True)
class Source:
    """A document of a corpus, and on which days it comes and goes. ``elsewhere``: it is another tenant's."""

    uri: str
    title: str
    text: str
    metadata: Mapping[str, Any]
    known: Instant
    deleted: Instant | None = None
    undone: Instant | None = None
    suffix: str = ".md"
    elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class Needed:
    """A piece of evidence that the answer needs: whose it is (one of these), and words in it that carry the answer."""

    refs: frozenset[Ref]
    words: str = ""

    @property
    def live(self) -> bool:
        """Whether it is read live: retrieval does not find it."""
        return LIVE in self.refs


@dataclass(frozen=True, slots=True)
class Conflict:
    """What settles the conflict (a rung of the ladder, ``unresolved``, or ``none`` where there is no conflict), and between
    whom it is. ``both``: both sides are shown."""

    outcome: str
    members: frozenset[Ref] = frozenset()
    both: bool = False


@dataclass(frozen=True, slots=True)
class Expected:
    """What must come out. A reference without a label stands for every revision of its source; `` | `` parts alternatives.

    ``gold`` is the evidence that is needed; ``stale`` what is known and not in force for this question, of a source that is in
    force in part only what holds its ``stale_words``; ``hidden`` what this
    reader may not know of; ``lesser`` what states the matter and may not decide it. ``says`` are words that the answer
    holds, ``says_not`` those that it must not hold; ``declined`` are the right reasons to decline, empty to answer.
    """

    gold: tuple[Needed, ...] = ()
    stale: frozenset[Ref] = frozenset()
    stale_words: Mapping[Ref, str] = field(default_factory=dict)
    hidden: frozenset[Ref] = frozenset()
    lesser: frozenset[Ref] = frozenset()
    conflict: Conflict | None = None
    says: tuple[str, ...] = ()
    says_not: tuple[str, ...] = ()
    declined: frozenset[str] = frozenset()

    @property
    def stored(self) -> tuple[Needed, ...]:
        """The needed evidence that retrieval is to find; what is read live is not among it."""
        return tuple(each for each in self.gold if not each.live)

    @property
    def needed(self) -> frozenset[Ref]:
        """Everything that may carry the answer."""
        return frozenset(ref for each in self.gold for ref in each.refs)


@dataclass(frozen=True, slots=True)
class Case:
    """One question to one corpus. ``decided``: the value that a person chose of those in conflict."""

    id: str
    family: str
    language: str
    ask: str
    expected: Expected
    valid_at: Instant | None = None
    known_at: Instant | None = None
    level: int = 0
    groups: frozenset[str] = frozenset()
    live: str = UP
    decided: str | None = None


@dataclass(frozen=True, slots=True)
class Corpus:
    """Documents that are asked about together. ``tenant`` is made from them: other documents are another tenant's.

    ``folder`` is taken in whole on the day ``known``; ``policy`` is a file, None for the one that ships.
    """

    tenant: str
    documents: tuple[Source, ...]
    cases: tuple[Case, ...]
    policy: Path | None = None
    folder: Path | None = None
    known: Instant = 0


@dataclass(frozen=True, slots=True)
class Cases:
    """All of a folder. ``records`` is what the live sources answer: by collection, then by id."""

    corpora: tuple[Corpus, ...]
    records: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _At:
    """Where the reader is: for errors, and for the paths that a family names."""

    where: str
    data: Path
    root: Path

    def inside(self, more: str) -> _At:
        return _At(f"{self.where}, {more}", self.data, self.root)


def read(data: Path, root: Path) -> Cases:
    """Every corpus with its cases; a ``folder`` or ``file`` is looked for under ``root``. Raises ``DataError``."""
    found: list[Corpus] = []
    for file in sorted(folder(data).glob("*.yaml")):
        if file.name != LIVE_RECORDS:
            at = _At(str(file), data, root)
            found += (_corpus(typed(each, dict, str(file)), at) for each in typed(_load(file), list, str(file)))
    cases = [case for corpus in found for case in corpus.cases]
    filled(cases, "cases (NAME.yaml)", data)
    names = [case.id for case in cases]
    if twice := {name for name in names if names.count(name) > 1}:
        raise DataError(f"{data} has two cases named {min(twice)!r}: give each its own id")
    return Cases(tuple(found), _optional(data / LIVE_RECORDS))


def _optional(file: Path) -> dict[str, Any]:
    return typed(_load(file), dict, str(file)) if file.is_file() else {}


def _load(file: Path) -> Any:
    try:
        return yaml.load(file.read_text(encoding="utf-8"), Loader=_Loader)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise DataError(f"{file} cannot be read as YAML ({' '.join(str(error).split())}): mend it") from error


class _Loader(yaml.SafeLoader):
    """Dates stay as they are written."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def _corpus(record: Mapping[str, Any], at: _At) -> Corpus:
    name, language = part(record, "corpus", str, at.where), part(record, "language", str, at.where)
    at = at.inside(f"corpus {name!r} ({language})")
    _only(record, _CORPUS, at)
    documents = tuple(_source(each, language, at) for each in record.get("documents") or ())
    whole = folder(at.root / part(record, "folder", str, at.where)) if "folder" in record else None
    policy = at.data / part(record, "policy", str, at.where) if "policy" in record else None
    known = _day(record.get("known", _KNOWN), at)
    cases = tuple(_case(each, name, language, at) for each in part(record, "cases", list, at.where))
    tenant = f"{name}-{language}-{content_id(documents, _contents(whole), known)[:8]}"
    return Corpus(tenant, documents, cases, policy, whole, known)


def _contents(whole: Path | None) -> list[str]:
    return [digest(path.read_bytes()) for path in sorted(whole.rglob("*")) if path.is_file()] if whole else []


def _source(record: Any, language: str, at: _At) -> Source:
    """A written document, or a ``file`` of the project, which brings its own metadata."""
    if "file" in record:
        path = at.root / part(record, "file", str, at.where)
        if not path.is_file():
            raise DataError(f"{at.where}: {path} is not there")
        uri, title, text, suffix = record.get("uri", ""), "", path.read_text(encoding="utf-8"), path.suffix
    else:
        uri, title = part(record, "uri", str, at.where), part(record, "title", str, at.where)
        says, suffix = part(record, "says", str, at.where), str(record.get("suffix", ".md"))
        text = f"# {title}\n\n{says}\n" if suffix == ".md" else says
    metadata = {key: value for key, value in record.items() if key not in {*_OWN, "uri", "title"}}
    ends = {key: _day(record[key], at) for key in ("deleted", "undone") if key in record}
    if "file" not in record:
        metadata.setdefault("language", language)
    known = _day(record.get("known", _KNOWN), at)
    return Source(uri, title, text, metadata, known, suffix=suffix, elsewhere=bool(record.get("elsewhere")), **ends)


def _case(record: Any, corpus: str, language: str, at: _At) -> Case:
    spoken = str(record.get("language", language))
    id_ = f"{corpus}-{spoken}-{part(record, 'id', str, at.where)}"
    at = at.inside(f"case {id_}")
    _only(record, {item.name for item in fields(Case)} - {"expected"} | {"expect"}, at)
    live = record.get("live", UP)
    if live not in _LIVE:
        raise DataError(f"{at.where}: live {live!r} is not known; there are {', '.join(_LIVE)}")
    return Case(
        id=id_,
        family=part(record, "family", str, at.where),
        language=spoken,
        ask=part(record, "ask", str, at.where),
        expected=_expected(part(record, "expect", dict, at.where), at),
        valid_at=_day(record["valid_at"], at) if "valid_at" in record else None,
        known_at=_day(record["known_at"], at) if "known_at" in record else None,
        level=int(record.get("level", 0)),
        groups=frozenset(record.get("groups", ())),
        live=live,
        decided=record.get("decided"),
    )


def _day(value: Any, at: _At) -> Instant:
    try:
        return parse(str(value))
    except InvalidDate as error:
        raise DataError(f"{at.where}: {error}") from error


def _expected(record: Mapping[str, Any], at: _At) -> Expected:
    names = {item.name for item in fields(Expected)} - {"stale_words"} | {"between", "both"}
    _only(record, names, at)
    if not (record.get("declined") or (record.get("says") and record.get("gold"))):
        raise DataError(f"{at.where} expects nothing: say why it declines, or which evidence it needs and what it says")
    gold = record.get("gold", ())
    carried = gold if isinstance(gold, dict) else dict.fromkeys(gold, "")
    stale = record.get("stale", ())
    outcome = record.get("conflict")
    between = frozenset(map(_ref, record.get("between", ())))
    declined = record.get("declined", ())
    return Expected(
        gold=tuple(Needed(frozenset(map(_ref, refs.split(EITHER))), str(words)) for refs, words in carried.items()),
        stale=frozenset(map(_ref, stale)),
        stale_words={_ref(ref): str(words) for ref, words in stale.items()} if isinstance(stale, dict) else {},
        hidden=frozenset(map(_ref, record.get("hidden", ()))),
        lesser=frozenset(map(_ref, record.get("lesser", ()))),
        conflict=Conflict(str(outcome), between, bool(record.get("both"))) if outcome else None,
        says=tuple(map(str, record.get("says", ()))),
        says_not=tuple(map(str, record.get("says_not", ()))),
        declined=frozenset([declined] if isinstance(declined, str) else declined),
    )


def _only(record: Mapping[str, Any], known: frozenset[str] | set[str], at: _At) -> None:
    if strange := set(record) - known:
        raise DataError(f"{at.where}: {min(strange)!r} is not known; there are {', '.join(sorted(known))}")


def _ref(written: Any) -> Ref:
    uri, _, label = str(written).partition("@")
    return uri, label or None
