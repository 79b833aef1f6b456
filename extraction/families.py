"""Which files are revisions of one source, by their names alone.

A name is taken apart into labels (a full date, a month or quarter, a year; a dotted version, ``v|rev|release`` with a
number or letter) and the rest. Files of one folder with one rest are a family if their labels differ. A bare integer is
never a label: Windows 10 and 11, or copies (1) and (2), are different things. A file whose whole name is a date is a
revision of what its folder names, even if it is the only one yet. What names cannot tell is whether dated
files are revisions or a series (minutes of meetings): ``--family off`` or ``families: off`` in a manifest overrules.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from contract.time import Instant, from_date

_FULL_DATE = re.compile(r"(?<!\d)(?P<year>(?:19|20)\d\d)(?P<sep>[-_.]?)(?P<month>\d\d)(?P=sep)(?P<day>\d\d)(?!\d)")
_MONTH = re.compile(r"(?<!\d)(?P<year>(?:19|20)\d\d)[-_.](?P<month>0[1-9]|1[0-2])(?![\d])(?![-_.]\d)")
_QUARTER = re.compile(
    r"(?<![^\W_])(?:[QT](?P<quarter>[1-4])[-_. ]?(?P<year>(?:19|20)\d\d)"
    r"|(?P<year2>(?:19|20)\d\d)[-_. ]?[QT](?P<quarter2>[1-4]))(?![^\W_])",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<![^\W_])(?<!\d[-_./])(?P<year>(?:19[5-9]|20[0-4])\d)(?![^\W_])(?![-_./]\d)")
_DOTTED = re.compile(
    r"(?<![\d.])(?:(?<![^\W_])v)?(?P<version>\d+(?:\.\d+)+(?:[-_.]?(?:rc|alpha|beta|preview|pre|dev|[ab])[-_.]?\d*)?)(?![^\W_]|\.\d)",
    re.IGNORECASE,
)
_MARKED = re.compile(
    r"(?<![^\W_])(?:v|ver|version|versión|rev|revision|revisión|release|ed|edition|edición)"
    r"(?:[-_. ]*(?P<number>\d{1,4})|[-_. ]+(?P<letter>[A-Z]|[IVX]{1,5}))(?![^\W_]|[.]\d)",
    re.IGNORECASE,
)
_NUMBERED_THING = re.compile(  # what a number after it counts: a part of a work, or one of many documents
    r"(?:chapter|cap[ií]tulo|section|secci[oó]n|part|parte|article|art[ií]culo|annex|anexo|appendix|ap[eé]ndice|figure|figura"
    r"|table|tabla|step|paso|ley|law|act|decreto|resoluci[oó]n|directiva|directive|reglamento|regulation|pep|rfc|iso|issue"
    r"|ticket|order|pedido|invoice|factura|n[oº°]|num|number|n[uú]mero|#)[-_. ]*$",
    re.IGNORECASE,
)
_SUFFIX = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,7}$")
_PRERELEASE = ("dev", "pre", "preview", "a", "alpha", "b", "beta", "rc")
_ROMAN = {"I": 1, "V": 5, "X": 10}


@dataclass(frozen=True, slots=True)
class FamilyMember:
    """One file as a revision of a source.

    ``label`` is the version as written without its mark ("5.3.5", "2", "B"), else the date or period ("2024-01-05",
    "2024-Q1", "2024"). ``date`` is the first instant that the name tells; ``exact`` is False where that is a month, a
    quarter or a year. ``standing`` members stand side by side. ``order`` ranks the members of the family from 0.
    """

    uri: str
    label: str
    date: Instant | None
    standing: bool
    order: int
    exact: bool = True


@dataclass(frozen=True, slots=True)
class _Name:
    """A file name taken apart. ``version`` and ``period`` are labels; ``rest`` is what is left."""

    path: str
    folder: str
    rest: str
    suffix: str
    version: str | None
    period: str | None
    start: date | None
    exact: bool

    @property
    def label(self) -> str:
        return self.version or self.period or ""


def group(names: Sequence[str], *, root: str = "") -> Mapping[str, FamilyMember]:
    """The files (relative posix paths) that belong to a family, each with its place in it.

    ``root`` names the folder that the paths are relative to: it names the family of files whose whole name is a label.
    """
    families: dict[tuple[str, ...], list[_Name]] = defaultdict(list)
    for name in map(_taken_apart, names):
        if name.label:
            families[name.folder, _key(name.rest), "version" if name.version else "period"].append(name)
    found: dict[str, FamilyMember] = {}
    for family in families.values():
        for members in _by_format(family):
            uri = _uri(members, root, with_format=len(members) < len(family))
            several = len({member.label for member in members}) > 1
            if uri and (several or _is_date_alone(members[0])):
                found.update(_members(uri, members))
    return found


def _taken_apart(path: str) -> _Name:
    folder, _, base = path.rpartition("/")
    suffix = _SUFFIX.search(base)
    stem = base[: suffix.start()] if suffix else base
    rest, period, start, exact = _take_period(stem)
    rest, version = _take_version(rest)
    return _Name(path, folder, _tidy(rest), suffix.group() if suffix else "", version, period, start, exact)


def _take_period(stem: str) -> tuple[str, str | None, date | None, bool]:
    """Take the finest date out of a name: the rest, the label, its first day, and whether it is that day alone."""
    for pattern in (_FULL_DATE, _QUARTER, _MONTH, _YEAR):
        for match in pattern.finditer(stem):
            start = _start(match)
            if start is None or (pattern is _YEAR and _NUMBERED_THING.search(stem[: match.start()])):
                continue
            label = {_FULL_DATE: f"{start}", _MONTH: f"{start:%Y-%m}", _YEAR: f"{start:%Y}"}.get(
                pattern, f"{start.year}-Q{start.month // 3 + 1}"
            )
            return _without(stem, match), label, start, pattern is _FULL_DATE
    return stem, None, None, True


def _start(match: re.Match[str]) -> date | None:
    parts = match.groupdict()
    year = int(parts.get("year") or parts.get("year2") or 0)
    quarter = parts.get("quarter") or parts.get("quarter2")
    month = (int(quarter) - 1) * 3 + 1 if quarter else int(parts.get("month") or 1)
    try:
        return date(year, month, int(parts.get("day") or 1))
    except ValueError:
        return None


def _take_version(stem: str) -> tuple[str, str | None]:
    for match in _DOTTED.finditer(stem):
        if not _NUMBERED_THING.search(stem[: match.start()]):
            return _without(stem, match), match.group("version")
    for match in _MARKED.finditer(stem):
        return _without(stem, match), match.group("number") or match.group("letter").upper()
    return stem, None


def _without(stem: str, match: re.Match[str]) -> str:
    return f"{stem[: match.start()]} {stem[match.end() :]}"


def _tidy(rest: str) -> str:
    """What a label leaves behind, without the empty brackets and doubled marks around the gap."""
    rest = re.sub(r"[(\[{]\s*[)\]}]", " ", rest)
    rest = re.sub(r"\s*([-_.,])\s+", r"\1", re.sub(r"\s+([-_.,])\s*", r"\1", rest))
    rest = re.sub(r"([-_.,])[-_.,]+", r"\1", rest)
    return " ".join(rest.split()).strip(" -_.,·")


def _key(rest: str) -> str:
    return re.sub(r"[\W_]+", " ", rest.casefold()).strip()


def _by_format(family: Sequence[_Name]) -> Iterable[Sequence[_Name]]:
    """A family may change its format; but one label in two formats makes each format a family of its own."""
    if len({(member.version, member.period) for member in family}) == len(family):
        return [family]
    formats: dict[str, list[_Name]] = defaultdict(list)
    for member in family:
        formats[member.suffix.casefold()].append(member)
    return formats.values()


def _is_date_alone(name: _Name) -> bool:
    return not _key(name.rest) and name.exact and name.start is not None


def _uri(members: Sequence[_Name], root: str, *, with_format: bool) -> str:
    """Folder and rest of the first member's name; the folder alone if nothing is left of the name.

    Without an ending, so that an unlabelled file beside the family keeps its own URI.
    """
    first = min(members, key=lambda member: member.path)
    suffix = first.suffix if with_format else ""
    if not _key(first.rest):
        return first.folder or root
    return f"{first.folder}/{first.rest}{suffix}" if first.folder else f"{first.rest}{suffix}"


def _members(uri: str, members: Sequence[_Name]) -> dict[str, FamilyMember]:
    by_version = sorted(members, key=lambda member: (_rank(member.version), member.start or date.min, member.path))
    by_date = sorted(members, key=lambda member: (member.start or date.min, _rank(member.version), member.path))
    dated = all(member.start for member in members)
    standing = any(member.version for member in members) and not (dated and by_version == by_date)
    return {
        member.path: FamilyMember(
            uri, member.label, from_date(member.start) if member.start else None, standing, order, member.exact
        )
        for order, member in enumerate(by_version if standing else by_date)
    }


def _rank(version: str | None) -> tuple[tuple[int, ...], int, int]:
    """A version's place: its numbers padded by zeros, then a pre-release before its final."""
    if version is None:
        return (), 0, 0
    if version.isalpha():
        roman = len(version) > 1 or version in _ROMAN
        return (
            (_roman(version) if roman and version != "V" else ord(version) - ord("A") + 1, 0, 0, 0),
            len(_PRERELEASE),
            0,
        )
    match = re.match(r"(\d+(?:\.\d+)*)[-_.]?([a-z]*)[-_.]?(\d*)", version.casefold())
    if not match:
        return (), 0, 0
    numbers = tuple(map(int, match.group(1).split(".")))
    stage = _PRERELEASE.index(match.group(2)) if match.group(2) in _PRERELEASE else len(_PRERELEASE)
    return numbers + (0,) * (4 - len(numbers)), stage, int(match.group(3) or 0)


def _roman(text: str) -> int:
    values = [_ROMAN.get(sign, 0) for sign in text]
    return sum(-value if value < max(values[at:], default=0) else value for at, value in enumerate(values))
