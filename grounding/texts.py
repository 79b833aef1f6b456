"""The fixed words of answers, by language; texts.yaml beside this module holds them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

import yaml

from contract.time import Instant, iso, to_datetime
from language.dates import show

_DEFAULT = "en"


@dataclass(frozen=True, slots=True)
class Texts:
    """Format strings of one language. Names in braces are filled in by the composer."""

    refusal: str
    slot: str
    also: str
    as_of: str
    differ: str
    member: str
    revision: str
    from_date: str
    read_at: str
    undated: str
    gap: str
    unverified: str
    unknown: str


@lru_cache(maxsize=1)
def _all() -> dict[str, Texts]:
    loaded = yaml.safe_load(resources.files("grounding").joinpath("texts.yaml").read_text(encoding="utf-8"))
    return {language: Texts(**entries) for language, entries in loaded.items()}


def texts(language: str) -> Texts:
    """The words of a language; English for one that has none."""
    return _all().get(language, _all()[_DEFAULT])


def show_date(at: Instant, language: str) -> str:
    """An instant as a reader writes its day: «31 de marzo de 2024», "31 March 2024"; with the hour where it has one."""
    moment = to_datetime(at)
    if moment is None:
        return iso(at) or ""
    day = show(moment.date().isoformat(), language)
    return day if moment.hour == moment.minute == moment.second == 0 else f"{day}, {moment:%H:%M} UTC"
