"""The cue table of a language: one YAML file each, beside this module. A new language is a new file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

import yaml

from extraction.cues.records import CueKind

_PLAIN = (  # token kinds that have one pattern each, in the order in which they are tried
    "carve_outs", "survives", "declares", "same", "own", "delays", "terms", "until", "effects", "parts", "exceptions",
    "partials", "resumes", "fillers", "contexts", "number_marks", "ordinals", "ranges", "joiners", "of", "determiners", "by",
    "stops", "conditions", "negations", "reporters",
)  # fmt: skip
_NUMBER = (
    r"(?:\d{1,3}(?:[.,]\d{3})+(?![.\d])|\d+(?:\.\d+)+|\d+)(?:/\d{2,4}(?:/[a-z]{2,3})?|-\d+(?!\s*(?:de\b|%)))?(?:\s?(?:bis|ter|quater))?"
    r"(?:\s?(?:\.?o|°|ª)(?!\w))?"
)
_ACCENTED = {"a": "[aáàâã]", "e": "[eéèê]", "i": "[iíî]", "o": "[oóôõ]", "u": "[uúüû]", "c": "[cç]"}


@dataclass(frozen=True, slots=True)
class Phrase:
    """One way of saying it. ``objects``: what is ended stands ``after``, ``before`` or ``either``.

    ``voice``: impersonal (saying does it), active (its subject does it) or passive (an agent may be named).
    ``past`` tells of what was done; what ``opens`` counts only as the first words ("Superseded by …").
    """

    kind: CueKind
    objects: str
    voice: str = "impersonal"
    past: bool = False
    opens: bool = False


@dataclass(frozen=True)
class CueTable:
    """A language's table, ready for the lexer. ``kinds`` are token kind and value by group of ``master``."""

    language: str
    triggers: re.Pattern[str]
    master: re.Pattern[str]
    kinds: Mapping[str, tuple[str, Any]]
    named: frozenset[str]
    written_as: Mapping[str, str]
    name_first: bool
    dates: re.Pattern[str]
    months: Mapping[str, int]
    own_start: re.Pattern[str]
    repeal: re.Pattern[str]
    delays: re.Pattern[str]
    terms: re.Pattern[str]
    stop_words: frozenset[str]
    units: Mapping[str, int]

    def month(self, word: str) -> int:
        return next(number for pattern, number in self.months.items() if re.fullmatch(pattern, word))


@lru_cache(maxsize=8)
def cue_table(language: str) -> CueTable | None:
    """The table of a language, None if it has none."""
    path = resources.files("extraction.cues") / f"{language}.yaml"
    return compiled(language, yaml.safe_load(path.read_text(encoding="utf-8"))) if path.is_file() else None


def compiled(language: str, written: Mapping[str, Any]) -> CueTable:
    """A table as written made ready: every pattern becomes a named group of one master pattern, tried in order."""
    months = {pattern: number for number, pattern in enumerate(map(str, written["months"]), start=1)}
    dates = _dates(written, "|".join(months))
    kinds: dict[str, tuple[str, Any]] = {}
    groups = []
    for kind, value, pattern in _patterns(written, dates):
        name = f"k{len(kinds)}"
        kinds[name] = (kind, value)
        groups.append(f"(?P<{name}>{pattern})")
    groups += [rf"(?P<number>(?<![\w.,/]){_NUMBER}(?!\w))", r"(?P<word>\w+)", r"(?P<sign>[^\w\s])"]
    named_dates = re.compile(_dates(written, "|".join(months), grouped=True), re.VERBOSE)
    return CueTable(
        language,
        re.compile(_accent_blind(written["triggers"]), re.IGNORECASE),
        re.compile("|".join(groups), re.VERBOSE),
        kinds,
        frozenset(written["named"]),
        dict(written.get("written_as", {})),
        bool(written.get("name_first", False)),
        named_dates,
        months,
        re.compile(written["own_start"], re.VERBOSE),
        re.compile(written["repeal"], re.VERBOSE),
        re.compile(written["delays"], re.VERBOSE),
        re.compile(written["terms"], re.VERBOSE),
        frozenset(written["stop_words"].split()),
        dict(zip(written["units"], (1, 30, 365), strict=True)),
    )


def _patterns(written: Mapping[str, Any], dates: str) -> Iterator[tuple[str, Any, str]]:
    """(token kind, value, pattern), each held to whole words."""
    yield "money", None, written["money"]
    yield "date", None, _whole(dates)
    yield (
        "loose_date",
        None,
        _whole(written["loose_date"].replace("{month}", f"(?:{'|'.join(map(str, written['months']))})")),
    )
    for entry in written["cues"]:
        phrase = Phrase(
            CueKind(entry["kind"]),
            entry["objects"],
            entry.get("voice", "impersonal"),
            past=entry.get("tense") == "past",
            opens=bool(entry.get("opens")),
        )
        yield "cue", phrase, _whole(entry["says"])
    for kind in _PLAIN[:5]:
        yield kind, None, _whole(_groupless(written[kind]))
    for value, pattern in written["heads"].items():
        yield "head", value, _whole(pattern)
    for value, pattern in written["sections"].items():
        yield "section", value, _whole(pattern)
    for kind in _PLAIN[5:]:
        yield kind, None, _whole(_groupless(written[kind]), open_end=kind == "number_marks")


def _whole(pattern: str, *, open_end: bool = False) -> str:
    return rf"(?<!\w)(?:{pattern.strip()})" + ("" if open_end else r"(?!\w)")


def _groupless(pattern: str) -> str:
    return re.sub(r"\(\?P<\w+>", "(?:", pattern)


def _dates(written: Mapping[str, Any], months: str, *, grouped: bool = False) -> str:
    """The date templates with their slots filled; ``grouped`` names the slots of each template."""
    found = []
    for at, template in enumerate(written["dates"]):
        slots = {"day": r"\d{1,2}", "month": months, "year": r"\d{4}"}
        tail = {"day": r"(?:\s?(?:st|nd|rd|th|er|\.?[o°])\.?)?", "month": r"\.?", "year": ""}
        for slot, inner in slots.items():
            group = rf"(?P<{slot}{at}>{inner}){tail[slot]}" if grouped else rf"(?:{inner}){tail[slot]}"
            template = template.replace("{" + slot + "}", group)
        found.append(template)
    return "|".join(found)


def _accent_blind(pattern: str) -> str:
    """Vowels match with any accent; classes and escapes of the pattern stay as they are."""
    return "".join(
        _ACCENTED.get(part, part) if len(part) == 1 else part
        for part in re.findall(r"\\.|\[[^\]]*\]|.", pattern.strip())
    )
