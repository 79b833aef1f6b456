"""What is said of a document outside its text: keys by layer, checked as they are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from difflib import get_close_matches
from typing import Any

from contract.errors import InvalidDate, InvalidMetadata
from contract.records import Authority, Warn
from contract.time import Instant, from_date, from_datetime, parse
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
    "dated": "publication_date fecha_de_publicacion date fecha created creado creada",
}
_KEY_OF = {**{key: key for key in KEYS}, **{word: key for key, words in _SYNONYMS.items() for word in words.split()}}
_ABOUT_FAMILIES = ("family", "families")  # a manifest's word on families is no metadata of a document
_VOUCHED = frozenset({"uri", "source_type", "authority", "replaces", "replaced_by", "aliases", "standing"})
_ABSENT = ("", "null", "~", "none")


@dataclass(frozen=True, slots=True)
class Layer:
    """One place that metadata may stand in: its origin, and its values by their known keys."""

    origin: str
    values: Mapping[str, Any]


class Declared:
    """The declared values of one document by precedence, checked as they are asked for."""

    def __init__(self, name: str, layers: Iterable[Layer]) -> None:
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


def read_layer(origin: str, values: Mapping[str, Any]) -> tuple[Layer, list[str]]:
    """Values by their known keys (synonyms of both languages count, absent values do not), and the unknown keys."""
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
    return Layer(origin, known), unknown


def vouched(layers: Sequence[Layer], authorities: Mapping[str, Authority]) -> tuple[list[Layer], list[Warn]]:
    """The layers, the document's own first, less what it may not say of itself.

    Where who brings a document says that it is of an informal type, which anyone may write, its own words are not taken for
    which source it is, what it may decide, or what it replaces.
    """
    own, *brought = layers
    kind = next((layer.values["source_type"] for layer in brought if "source_type" in layer.values), None)
    if authorities.get(str(kind)) is not Authority.INFORMAL:
        return list(layers), []
    refused = sorted(_VOUCHED & own.values.keys())
    kept = Layer(own.origin, {key: value for key, value in own.values.items() if key not in _VOUCHED})
    told = (
        f"its own {', '.join(refused)} do not count: whoever brings it says that it is {kind}, which anyone may write"
    )
    return [kept, *brought], [Warn("not_vouched", told)] if refused else []


def unknown_keys(origin: str, unknown: list[str]) -> Iterator[Warn]:
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
