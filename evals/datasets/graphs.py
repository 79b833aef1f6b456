"""Graphs with their true communities: ``NAME.csv.gz``, ``NAME.csv`` or ``NAME.txt`` with one edge a line.

The truth is ``NAME.gt.json.gz`` or ``NAME.gt.json`` ({"communities": [[node, …], …]}), or ``NAME-…labels.txt`` (node and
label a line).
"""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from evals.datasets.reading import filled, folder, part
from evals.records import DataError

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class TrueGraph:
    """Nodes and edges by name, each edge once, none from a node to itself.

    ``truth`` is the community of each node that is in exactly one: where true communities overlap, the others are not scored.
    """

    name: str
    nodes: tuple[str, ...]
    edges: tuple[Pair, ...]
    truth: Mapping[str, int]


def files(path: Path) -> list[Path]:
    """The files that hold a graph, by name. Raises ``DataError`` if there is none."""
    found = [file for file in sorted(folder(path).iterdir()) if _name(file) and "labels" not in file.name]
    return list(filled(found, "graphs (NAME.csv.gz or NAME.txt)", path))


def read(file: Path) -> TrueGraph:
    """One graph with its truth. Raises ``DataError``."""
    edges = _edges(file)
    nodes = tuple(sorted({node for pair in edges for node in pair}))
    name = _name(file)
    held = set(nodes)
    truth = {node: community for node, community in _truth(file, name).items() if node in held}
    return TrueGraph(name, nodes, tuple(filled(edges, "edges", file)), truth)


def _name(file: Path) -> str:
    """The graph's name; empty if the file is none."""
    for ending in (".csv.gz", ".csv", ".txt"):
        if file.name.endswith(ending):
            return file.name.removesuffix(ending)
    return ""


def _edges(file: Path) -> list[Pair]:
    pairs: dict[Pair, None] = {}
    for number, line in enumerate(_text(file).splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        ends = line.replace(",", " ").split()[:2]
        if len(ends) < 2:
            raise DataError(f"{file}, line {number} has another form: it should be two nodes")
        if ends[0] != ends[1]:
            pairs.setdefault((min(ends), max(ends)))
    return list(pairs)


def _truth(file: Path, name: str) -> dict[str, int]:
    for beside in (file.with_name(f"{name}.gt.json.gz"), file.with_name(f"{name}.gt.json")):
        if beside.is_file():
            return _communities(beside)
    labels = sorted(file.parent.glob(f"{name}-*labels.txt"))
    if not labels:
        raise DataError(f"{file} has no truth beside it: give {name}.gt.json.gz or {name}-labels.txt")
    lines = [line.split() for line in _text(labels[0]).splitlines() if line.strip()]
    numbers: dict[str, int] = {}
    return {line[0]: numbers.setdefault(line[-1], len(numbers)) for line in lines}


def _communities(file: Path) -> dict[str, int]:
    try:
        record = json.loads(_text(file))
    except ValueError as error:
        raise DataError(f"{file} cannot be read as JSON ({error}): mend or replace it") from error
    members: dict[str, list[int]] = defaultdict(list)
    for number, nodes in enumerate(part(record, "communities", list, str(file))):
        for node in set(map(str, nodes)):
            members[node].append(number)
    return {node: numbers[0] for node, numbers in members.items() if len(numbers) == 1}


def _text(file: Path) -> str:
    try:
        data = file.read_bytes()
        return (gzip.decompress(data) if file.suffix == ".gz" else data).decode("utf-8")
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise DataError(f"{file} cannot be read ({error}): mend or replace it") from error
