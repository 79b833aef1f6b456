"""What a document is: metadata by precedence, each value with where it came from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from difflib import get_close_matches
from pathlib import Path, PurePosixPath
from typing import Any

from contract.access import Audience
from contract.errors import InvalidDate, InvalidMetadata
from contract.records import Authority, Metadata, Warn
from contract.time import DAY, Instant, from_date, from_datetime, iso, parse
from extraction import front_matter
from extraction.document import BlockKind, Document
from extraction.effective import effective_date
from extraction.families import FamilyMember
from language.detect import detect
from language.words import fold

KEYS = (
    "uri", "title", "source_type", "authority", "author", "language", "valid_from", "valid_to", "observed_at", "revision",
    "level", "groups", "replaces", "replaced_by", "aliases", "standing",
)  # fmt: skip
_SYNONYMS = {
    "title": "titulo",
    "source_type": "tipo_de_fuente",
    "authority": "autoridad",
    "author": "autor autora authors autores",
    "language": "lang idioma lengua",
    "valid_from": "effective effective_date effective_from in_force_from vigente_desde vigencia_desde entrada_en_vigor",
    "last_valid_day": "valid_until effective_until vigente_hasta",
    "observed_at": "observado",
    "revision": "version rev",
    "level": "nivel",
    "groups": "grupos",
    "replaces": "supersedes reemplaza_a reemplaza sustituye_a sustituye",
    "replaced_by": "superseded_by reemplazado_por reemplazada_por sustituido_por sustituida_por",
    "aliases": "alias",
    "dated": "publication_date fecha_de_publicacion date fecha",
}
_KEY_OF = {**{key: key for key in KEYS}, **{word: key for key, words in _SYNONYMS.items() for word in words.split()}}
_LEVELS = {
    "public": 0, "publico": 0, "internal": 1, "interno": 1, "confidential": 2, "confidencial": 2, "restricted": 3,
    "restringido": 3,
}  # fmt: skip
_LANGUAGES = {"english": "en", "ingles": "en", "spanish": "es", "espanol": "es", "español": "es", "castellano": "es"}
_TRUTH = {"true": True, "yes": True, "si": True, "false": False, "no": False}
_ABOUT_FAMILIES = ("family", "families")  # a manifest's word on families is no metadata of a document
_ABSENT = ("", "null", "~", "none")
_TITLE_LENGTH = 160
_SIDECAR_LIMIT = 1_000_000


@dataclass(frozen=True, slots=True)
class _Layer:
    """One place that metadata may stand in: its origin, and its values by their known keys."""

    origin: str
    values: Mapping[str, Any]


class _Declared:
    """The declared values of one document by precedence, checked as they are asked for."""

    def __init__(self, name: str, layers: Iterable[_Layer]) -> None:
        self._name = name
        self._layers = tuple(layers)
        self.origins: dict[str, str] = {}

    def raw(self, key: str) -> Any:
        """The first layer's value, None if no layer has one; notes where it came from."""
        for layer in self._layers:
            if key in layer.values:
                self.origins[key] = layer.origin
                return layer.values[key]
        return None

    def text(self, key: str) -> str | None:
        value = self.raw(key)
        if value is None:
            return None
        if isinstance(value, list | tuple | set | frozenset) and all(
            not isinstance(part, Mapping | list) for part in value
        ):
            return ", ".join(str(part).strip() for part in value)
        if isinstance(value, Mapping | list):
            raise self.wrong(key, value, "is not one value", "write one value on its line")
        return " ".join(str(value).split())

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.raw(key)
        if value is None:
            return ()
        parts = value.split(",") if isinstance(value, str) else value
        if isinstance(parts, Mapping) or not isinstance(parts, Iterable):
            raise self.wrong(key, value, "is not a list", "write [a, b]")
        return tuple(dict.fromkeys(part for part in (str(part).strip() for part in parts) if part))

    def date(self, key: str) -> Instant | None:
        value = self.raw(key)
        if value is None:
            return None
        if isinstance(value, datetime):
            return from_datetime(value)
        if isinstance(value, date):
            return from_date(value)
        try:
            return parse(str(value))
        except InvalidDate as error:
            raise self.wrong(key, value, "is not a date", "write it as 2026-03-31 or 2026-03-31T12:00:00Z") from error

    def wrong(self, key: str, value: Any, what: str, mend: str) -> InvalidMetadata:
        where = self.origins.get(key, "").replace("_", " ")
        return InvalidMetadata(f"{self._name}: {key} {str(value)[:80]!r} ({where}) {what}: {mend}")


def resolve(
    document: Document,
    *,
    name: str,
    sidecar: Mapping[str, Any] | None = None,
    manifest: Mapping[str, Any] | None = None,
    flags: Mapping[str, Any] | None = None,
    family: FamilyMember | None = None,
    authorities: Mapping[str, Authority] | None = None,
) -> tuple[Metadata, tuple[Warn, ...]]:
    """The metadata of one document and what a person should know about it.

    ``name`` is the file's relative posix path. For each key the first that has it counts: the document's own front
    matter, the sidecar, the manifest's entry, the flags; then the family's name, a phrase of the text (for the start)
    and a default. A start that is declared makes a family's version labels an order in time: they do not stand side by
    side then. A front matter's publication date is a start where nothing better is known.
    ``authorities`` gives a source type its authority. Raises ``InvalidMetadata`` naming file, key and mend.
    """
    layers: list[_Layer] = []
    warnings: list[Warn] = []
    for origin, values in (
        ("front_matter", document.front),
        ("sidecar", sidecar),
        ("manifest", manifest),
        ("flag", flags),
    ):
        layer, unknown = _layer(origin, values or {})
        layers.append(layer)
        warnings.extend(_unknown_keys(origin, unknown))
    declared = _Declared(name, layers)
    language = _language(declared, document)
    start, start_warnings = _start(declared, document, family, language)
    warnings.extend(start_warnings)
    end = declared.date("valid_to")
    if end is None and (last_day := declared.date("last_valid_day")) is not None:
        end = last_day + DAY
        declared.origins["valid_to"] = declared.origins.pop("last_valid_day")
    if start is not None and end is not None and end <= start:
        raise declared.wrong("valid_to", iso(end), f"is not after valid_from {iso(start)}", "put one of them right")
    source_type = declared.text("source_type") or "document"
    in_time = start is not None and declared.origins.get("valid_from") != "name"
    metadata = Metadata(
        uri=_or_name(declared, "uri", family.uri if family else name),
        title=_title(declared, document, name),
        source_type=source_type,
        authority=_authority(declared, source_type, authorities or {}),
        author=declared.text("author"),
        language=language,
        valid_from=start,
        valid_to=end,
        observed_at=declared.date("observed_at"),
        revision=_or_name(declared, "revision", family.label) if family else declared.text("revision"),
        audience=Audience(_level(declared), frozenset(declared.texts("groups"))),
        replaces=declared.texts("replaces"),
        replaced_by=declared.texts("replaced_by"),
        aliases=declared.texts("aliases"),
        standing=_standing(declared, family is not None and family.standing and not in_time),
        origins={key: declared.origins.get(key, "default") for key in KEYS},
    )
    return metadata, tuple(warnings)


def load_sidecar(path: Path) -> Mapping[str, Any]:
    """The keys in a sidecar (``NAME.meta.yaml``). Raises ``InvalidMetadata`` if it is no mapping."""
    return _load(path)


def load_manifest(folder: Path) -> Mapping[str, Any]:
    """A folder's ``manifest.yaml``: keys under each file's name, ``defaults:`` for all of them, ``families: off``.

    Empty if there is none. Raises ``InvalidMetadata`` if it has another shape.
    """
    path = folder / "manifest.yaml"
    if not path.is_file():
        return {}
    values = _load(path)
    families = values.get("families", "on")
    if families not in ("on", "off"):
        raise InvalidMetadata(f"{path}: families {families!r} is neither on nor off: write one of them")
    for name, keys in values.items():
        if name != "families" and not isinstance(keys, Mapping):
            raise InvalidMetadata(f"{path}: {name} must have lines of the form `key: value` under it")
    return values


def _load(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > _SIDECAR_LIMIT:
            raise InvalidMetadata(f"{path} is too large to be metadata: leave only keys in it")
        return front_matter.mapping(path.read_text(encoding="utf-8-sig"), str(path))
    except UnicodeDecodeError as error:
        raise InvalidMetadata(f"{path} is not UTF-8: save it as UTF-8") from error
    except OSError as error:
        raise InvalidMetadata(f"{path} cannot be read ({error.strerror}): check it") from error


def _layer(origin: str, values: Mapping[str, Any]) -> tuple[_Layer, list[str]]:
    known: dict[str, Any] = {}
    unknown = []
    for written, value in values.items():
        key = _KEY_OF.get(fold(written).strip().replace("-", "_").replace(" ", "_"))
        if key is None:
            if written not in _ABOUT_FAMILIES:
                unknown.append(written)
        elif not (value is None or (isinstance(value, str) and value.strip().casefold() in _ABSENT)) and (
            key == written or key not in known
        ):
            known[key] = value
    return _Layer(origin, known), unknown


def _unknown_keys(origin: str, unknown: list[str]) -> Iterator[Warn]:
    """One warning a key that is nearly a known one; front matter of another system gives one for all the others."""
    others = []
    for key in unknown:
        near = get_close_matches(fold(key).replace("-", "_"), KEYS, n=1, cutoff=0.75)
        if near:
            yield Warn(
                "unknown_key", f"the key {key!r} ({origin.replace('_', ' ')}) is not known: did you mean {near[0]!r}?"
            )
        else:
            others.append(key)
    if origin != "front_matter":
        for key in others:
            near = get_close_matches(fold(key).replace("-", "_"), KEYS, n=1, cutoff=0.0)
            yield Warn("unknown_key", f"the key {key!r} ({origin}) is not known: the nearest one is {near[0]!r}")
    elif others:
        shown = ", ".join(others[:5]) + (" …" if len(others) > 5 else "")
        yield Warn("foreign_keys", f"{len(others)} keys of the front matter are not used: {shown}")


def _start(
    declared: _Declared, document: Document, family: FamilyMember | None, language: str
) -> tuple[Instant | None, list[Warn]]:
    """``valid_from``: declared, else the name's date, else the text's phrase, else a publication date.

    A name that tells only a month, a quarter or a year gives way to a phrase of the text.
    """
    read = effective_date(document, language)
    said = read[0] if read else None
    start = declared.date("valid_from")
    if start is None and family is not None and family.date is not None and (family.exact or said is None):
        start = family.date
        declared.origins["valid_from"] = "name"
    if start is None and said is not None:
        declared.origins["valid_from"] = "text"
        return said, []
    if start is None:
        return _publication_date(declared), []
    if said is None or said // DAY == start // DAY or (family is not None and not family.exact):
        return start, []
    origin = declared.origins["valid_from"].replace("_", " ")
    message = f"the text says {iso(said)} and valid_from ({origin}) {iso(start)}: the latter is kept"
    return start, [Warn("date_disagrees", message)]


def _publication_date(declared: _Declared) -> Instant | None:
    try:
        published = declared.date("dated")
    except InvalidMetadata:  # a date of another system, in its own form
        published = None
    origin = declared.origins.pop("dated", None)
    if published is not None and origin:
        declared.origins["valid_from"] = origin
    return published


def _or_name(declared: _Declared, key: str, named: str) -> str:
    value = declared.text(key)
    if value is None:
        declared.origins[key] = "name"
    return value or named


def _title(declared: _Declared, document: Document, name: str) -> str:
    """Declared, else the first H1, the format's own title, the first heading, the first line, the file's name."""
    value = declared.text("title")
    if value:
        return value
    declared.origins["title"] = "text"
    headings = [block for block in document.blocks if block.kind is BlockKind.HEADING]
    first = next((block.text for block in headings if block.level == 1), None) or document.title
    first = first or next((block.text for block in headings), None)
    prose = next((block.text for block in document.blocks if block.kind in (BlockKind.PARAGRAPH, BlockKind.QUOTE)), "")
    line = prose.strip().partition("\n")[0]
    if not first and 0 < len(line) <= _TITLE_LENGTH:
        first = line
    if first:
        return first
    declared.origins["title"] = "name"
    return PurePosixPath(name).stem


def _language(declared: _Declared, document: Document) -> str:
    value = declared.text("language")
    if value is None:
        declared.origins["language"] = "text"
        return detect(document.text)
    folded = fold(value)
    tag = _LANGUAGES.get(folded, folded.replace("_", "-").partition("-")[0])
    if not (tag.isascii() and tag.isalpha() and len(tag) in (2, 3)):
        raise declared.wrong("language", value, "is not a language", "write a code such as es or en")
    return tag


def _authority(declared: _Declared, source_type: str, authorities: Mapping[str, Authority]) -> Authority:
    value = declared.raw("authority")
    if value is None:
        return authorities.get(source_type, Authority.SUPPORTING)
    if isinstance(value, Authority):
        return value
    try:
        return Authority[str(value).strip().upper()]
    except KeyError as error:
        known = ", ".join(authority.name.lower() for authority in reversed(Authority))
        raise declared.wrong("authority", value, "is not known", f"write one of {known}") from error


def _level(declared: _Declared) -> int:
    value = declared.text("level")
    if value is None:
        return 0
    level = _LEVELS.get(fold(value), int(value) if value.isdecimal() and len(value) == 1 else -1)
    if not 0 <= level <= 3:
        raise declared.wrong("level", value, "is no level", "write 0 (public) to 3 (restricted)")
    return level


def _standing(declared: _Declared, named: bool) -> bool:
    value = declared.text("standing")
    if value is None:
        if named:
            declared.origins["standing"] = "name"
        return named
    if fold(value) not in _TRUTH:
        raise declared.wrong("standing", value, "is neither yes nor no", "write true or false")
    return _TRUTH[fold(value)]
