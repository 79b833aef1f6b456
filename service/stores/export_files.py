"""A graph of plain values in files that other programs open: GraphML, GEXF, JSON lines, CSV.

JSON lines hold every value as it is. So does CSV, but for an apostrophe before what a spreadsheet would run as a formula
(https://owasp.org/www-community/attacks/CSV_Injection), and before what begins with one: whoever takes one off each cell that
begins with it has the value. XML has no way to write most control characters: there they become U+FFFD, and every line end is
a line feed.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import IO

import networkx as nx
from networkx.readwrite.gexf import GEXFWriter
from networkx.readwrite.graphml import GraphMLWriter

from contract.errors import RequestError
from service.stores.export import Node, Part, Value

# fmt: off
NODE_COLUMNS = (
    "id", "kind", "label", "uri", "tenant", "revision", "title", "source_type", "authority", "author", "language", "level",
    "groups", "sha256", "declared_from", "declared_to", "observed_at", "indexed_at", "name", "path", "number", "ordinal",
    "span_start", "span_end", "tokens", "text", "form", "folded", "entity_kind", "subject", "predicate", "value", "high", "unit",
    "datatype", "qualifiers",
)
EDGE_COLUMNS = (
    "id", "kind", "source", "target", "valid_from", "valid_to", "never", "in_force", "span_start", "span_end", "name",
    "strength", "basis", "as_written", "how", "rule", "section", "effective",
)
# fmt: on

_NOT_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LIKE_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20", "'")
_LINE_ENDS = re.compile("\r\n?")
_LIKE_LINE_ENDS = re.compile("[\x85\u2028\u2029]")


class Form(StrEnum):
    """What an export can be written as."""

    GRAPHML = "graphml"
    GEXF = "gexf"
    JSONL = "jsonl"
    CSV = "csv"


@dataclass
class Count:
    nodes: int = 0
    edges: int = 0

    def of(self, parts: Iterable[Part]) -> Iterator[Part]:
        """The same parts, counted as they pass."""
        for part in parts:
            if isinstance(part, Node):
                self.nodes += 1
            else:
                self.edges += 1
            yield part


def write(parts: Iterable[Part], form: Form, out: Path | None) -> Count:
    """Write a graph to a file, whole or not at all; without one to standard output. CSV is a folder of two files.

    GraphML and GEXF are built in memory; JSON lines and CSV are written as they come. Raises ``RequestError``.
    """
    count = Count()
    counted = count.of(parts)
    if form is Form.CSV:
        if out is None:
            raise RequestError("CSV is two files: name a folder for them")
        _write_csv(counted, out)
        return count
    write_to = {Form.JSONL: _write_jsonl, Form.GRAPHML: _write_graphml, Form.GEXF: _write_gexf}[form]
    if out is None:
        write_to(counted, sys.stdout.buffer)
        sys.stdout.buffer.flush()
    else:
        with _new_file(out) as file:
            write_to(counted, file)
    return count


def _write_jsonl(parts: Iterable[Part], file: IO[bytes]) -> None:
    for part in parts:
        line = json.dumps(_flat(part), ensure_ascii=False, separators=(",", ":"))
        file.write(_LIKE_LINE_ENDS.sub(lambda found: f"\\u{ord(found[0]):04x}", line).encode() + b"\n")


def _write_csv(parts: Iterable[Part], folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RequestError(f"{folder} cannot be made ({error}): choose another folder") from error
    with (
        _new_file(folder / "nodes.csv") as node_file,
        _new_file(folder / "edges.csv") as edge_file,
        io.TextIOWrapper(node_file, encoding="utf-8", newline="") as node_text,
        io.TextIOWrapper(edge_file, encoding="utf-8", newline="") as edge_text,
    ):
        nodes = csv.DictWriter(node_text, NODE_COLUMNS)
        edges = csv.DictWriter(edge_text, EDGE_COLUMNS)
        nodes.writeheader()
        edges.writeheader()
        for part in parts:
            row = {name: _in_cell(value) for name, value in _flat(part).items() if name != "type"}
            (nodes if isinstance(part, Node) else edges).writerow(row)


def _write_graphml(parts: Iterable[Part], file: IO[bytes]) -> None:
    # named for itself: networkx picks another writer, of other bytes, where lxml is installed
    GraphMLWriter(graph=_networkx(parts), encoding="utf-8").dump(file)


def _write_gexf(parts: Iterable[Part], file: IO[bytes]) -> None:
    writer = GEXFWriter(graph=_networkx(parts), encoding="utf-8", version="1.2draft")
    for meta in writer.xml.iter("meta"):
        meta.attrib.pop("lastmodifieddate")  # the day of writing: equal graphs are equal files
    writer.write(file)


def _networkx(parts: Iterable[Part]) -> nx.MultiDiGraph:
    made: nx.MultiDiGraph = nx.MultiDiGraph()
    for part in parts:
        values = {name: _in_xml(value) for name, value in part.values.items()}
        if isinstance(part, Node):
            made.add_node(part.id, kind=part.kind, **values)
        else:
            made.add_edge(part.source, part.target, key=part.id, id=part.id, label=part.kind, kind=part.kind, **values)
    return made


def _in_xml(value: Value) -> Value:
    return _NOT_XML.sub("\ufffd", _LINE_ENDS.sub("\n", value)) if isinstance(value, str) else value


def _in_cell(value: Value) -> Value:
    return f"'{value}" if isinstance(value, str) and value.startswith(_LIKE_FORMULAS) else value


def _flat(part: Part) -> dict[str, Value]:
    if isinstance(part, Node):
        return {"type": "node", "id": part.id, "kind": part.kind, **part.values}
    return {
        "type": "edge",
        "id": part.id,
        "kind": part.kind,
        "source": part.source,
        "target": part.target,
        **part.values,
    }


@contextmanager
def _new_file(path: Path) -> Iterator[IO[bytes]]:
    """A file under another name until it is whole."""
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            yield file
        beside.replace(path)
    except OSError as error:
        raise RequestError(f"{path} cannot be written ({error}): choose another place") from error
    finally:
        beside.unlink(missing_ok=True)
