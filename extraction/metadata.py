"""What a document is: metadata by precedence, each value with where it came from."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from contract.access import Audience
from contract.errors import InvalidMetadata
from contract.records import Authority, Metadata, Warn
from contract.time import DAY, Instant, iso
from extraction import front_matter
from extraction.declared import KEYS, Declared, Layer, read_layer, unknown_keys, vouched
from extraction.document import BlockKind, Document
from extraction.effective import date_in_title, effective_date
from extraction.families import FamilyMember
from language.dates import read
from language.detect import detect
from language.words import fold

_LEVELS = {
    "public": 0, "publico": 0, "internal": 1, "interno": 1, "confidential": 2, "confidencial": 2, "restricted": 3,
    "restringido": 3,
}  # fmt: skip
_LANGUAGES = {"english": "en", "ingles": "en", "spanish": "es", "espanol": "es", "español": "es", "castellano": "es"}
_TRUTH = {"true": True, "yes": True, "si": True, "false": False, "no": False}
_TITLE_LENGTH = 160
_SIDECAR_LIMIT = 1_000_000


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
    side then. A front matter's publication date is a start where nothing better is known. What anyone may write says less
    of itself (``vouched``).
    ``authorities`` gives a source type its authority. Raises ``InvalidMetadata`` naming file, key and mend.
    """
    layers: list[Layer] = []
    warnings: list[Warn] = []
    for origin, values in (
        ("front_matter", document.front),
        ("sidecar", sidecar),
        ("manifest", manifest),
        ("flag", flags),
    ):
        layer, unknown = read_layer(origin, values or {})
        layers.append(layer)
        warnings.extend(unknown_keys(origin, unknown))
    layers, refused = vouched(layers, authorities or {})
    warnings.extend(refused)
    declared = Declared(name, layers)
    language = _language(declared, document)
    title = _title(declared, document, name)
    start, start_warnings = _start(declared, document, family, language, title)
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
        title=title,
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


def _start(
    declared: Declared, document: Document, family: FamilyMember | None, language: str, title: str
) -> tuple[Instant | None, list[Warn]]:
    """``valid_from``: declared, else the name's date, else the text's phrase, else a publication date, else its title's.

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
        start = _publication_date(declared, language)
        if start is None and (start := date_in_title(title, language)) is not None:
            declared.origins["valid_from"] = "text"
        return start, _by_label(family, start)
    if said is None or said // DAY == start // DAY or (family is not None and not family.exact):
        return start, []
    origin = declared.origins["valid_from"].replace("_", " ")
    message = f"the text says {iso(said)} and valid_from ({origin}) {iso(start)}: the latter is kept"
    return start, [Warn("date_disagrees", message)]


def _by_label(family: FamilyMember | None, start: Instant | None) -> list[Warn]:
    """What a person should know of a version without a date: its place comes from its label alone."""
    if family is None or start is not None:
        return []
    message = (
        f"no date tells when {family.label} of {family.uri} began: its place among the others comes from its label"
    )
    return [Warn("order_by_label", message)]


def _publication_date(declared: Declared, language: str) -> Instant | None:
    """A day of another system may be in its own form ("22-May-2013"); what is no day is none."""
    try:
        published = declared.date("dated")
    except InvalidMetadata:
        written = read(str(declared.raw("dated")), language)
        published = written.interval.start if written and len(written.value) == len("2013-05-22") else None
    origin = declared.origins.pop("dated", None)
    if published is not None and origin:
        declared.origins["valid_from"] = origin
    return published


def _or_name(declared: Declared, key: str, named: str) -> str:
    value = declared.text(key)
    if value is None:
        declared.origins[key] = "name"
    return value or named


def _title(declared: Declared, document: Document, name: str) -> str:
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


def _language(declared: Declared, document: Document) -> str:
    value = declared.text("language")
    if value is None:
        declared.origins["language"] = "text"
        return detect(document.text)
    folded = fold(value)
    tag = _LANGUAGES.get(folded, folded.replace("_", "-").partition("-")[0])
    if not (tag.isascii() and tag.isalpha() and len(tag) in (2, 3)):
        raise declared.wrong("language", value, "is not a language", "write a code such as es or en")
    return tag


def _authority(declared: Declared, source_type: str, authorities: Mapping[str, Authority]) -> Authority:
    value = declared.raw("authority")
    usual = authorities.get(source_type, Authority.SUPPORTING)
    if value is None or (usual is Authority.INFORMAL and declared.origins["authority"] == "front_matter"):
        return usual  # what anyone may write does not raise itself
    if isinstance(value, Authority):
        return value
    try:
        return Authority[str(value).strip().upper()]
    except KeyError as error:
        known = ", ".join(authority.name.lower() for authority in reversed(Authority))
        raise declared.wrong("authority", value, "is not known", f"write one of {known}") from error


def _level(declared: Declared) -> int:
    value = declared.text("level")
    if value is None:
        return 0
    level = _LEVELS.get(fold(value), int(value) if value.isdecimal() and len(value) == 1 else -1)
    if not 0 <= level <= 3:
        raise declared.wrong("level", value, "is no level", "write 0 (public) to 3 (restricted)")
    return level


def _standing(declared: Declared, named: bool) -> bool:
    value = declared.text("standing")
    if value is None:
        if named:
            declared.origins["standing"] = "name"
        return named
    if fold(value) not in _TRUTH:
        raise declared.wrong("standing", value, "is neither yes nor no", "write true or false")
    return _TRUTH[fold(value)]
