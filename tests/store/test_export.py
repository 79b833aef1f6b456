"""Exports: what a reader may see and no more, in four forms that other programs open, the same each time."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contract.access import Audience, Principal
from contract.errors import RequestError
from contract.records import RevisionDraft
from contract.store import Store
from graph.embedded.store import open_store
from service.stores.export import Edge, Node, Part, graph
from service.stores.export_files import Form, write
from tests.store.conftest import Opener
from tests.store.drafts import DIMENSION, MODEL, OPEN, TENANT, draft, put, view
from tests.store.filled import OTHER, READERS, fill

Attributes = Mapping[str, Any]


@pytest.fixture(scope="module")
def full(opener: Opener, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Tests only read it."""
    opened = opener(tmp_path_factory.mktemp("full"))
    fill(opened)
    yield opened
    opened.close()


def _file(folder: Path) -> Store:
    return open_store(folder / "store.db", model=MODEL, dimension=DIMENSION, durable=False)


def _parts(store: Store, reader: Principal = OPEN, valid_at: str = "2027-01-01") -> list[Part]:
    return list(graph(view(store, valid_at, reader=reader)))


def _csv(path: Path) -> list[dict[str, str]]:
    csv.field_size_limit(sys.maxsize)
    with path.open(newline="", encoding="utf-8") as file:
        return [{name: value.removeprefix("'") for name, value in row.items() if value} for row in csv.DictReader(file)]


def _read_xml(folder: Path) -> dict[Form, Any]:
    return {
        Form.GRAPHML: nx.read_graphml(folder / "graphml", edge_key_type=str, force_multigraph=True),
        Form.GEXF: nx.read_gexf(folder / "gexf"),
    }


def _texts(values: Attributes) -> dict[str, str]:
    return {name: str(value) for name, value in values.items() if str(value)}


def test_an_edge_comes_after_both_its_ends_and_nothing_comes_twice(full: Store) -> None:
    for reader in READERS:
        seen: set[str] = set()
        for part in _parts(full, reader):
            assert part.id not in seen
            seen.add(part.id)
            if isinstance(part, Edge):
                assert {part.source, part.target} <= seen


def test_every_kind_is_there_with_its_validity(full: Store) -> None:
    parts = _parts(full)
    nodes = {part.id: part for part in parts if isinstance(part, Node)}
    edges = [part for part in parts if isinstance(part, Edge)]
    assert {node.kind for node in nodes.values()} == {"source", "revision", "section", "passage", "entity", "fact"}
    assert {edge.kind for edge in edges} == {
        *("REVISION", "SUPERSEDES", "CONTAINS", "PART_OF", "MENTIONS", "DEFINES", "ASSERTS", "SUBJECT")
    }
    law = next(node.id for node in nodes.values() if node.kind == "source" and node.values["uri"] == "law/1")
    held = [edge.values for edge in edges if edge.source == law and "valid_from" in edge.values]
    assert {(each["valid_from"], each.get("valid_to")) for each in held} == {
        *(("2025-01-01", "2025-06-01"), ("2025-06-01", None))
    }
    tool = [edge for edge in edges if edge.kind == "REVISION" and nodes[edge.source].values["uri"] == "tool"]
    assert [edge.values["in_force"] for edge in tool] == ["true", "true"], "a family's versions stand side by side"


def test_every_form_opens_again_with_the_same_graph(full: Store, tmp_path: Path) -> None:
    parts = _parts(full, READERS[1])
    nodes = {part.id: part for part in parts if isinstance(part, Node)}
    edges = {part.id: part for part in parts if isinstance(part, Edge)}
    for form in Form:
        count = write(parts, form, tmp_path / form)
        assert (count.nodes, count.edges) == (len(nodes), len(edges))
    lines = [json.loads(line) for line in (tmp_path / "jsonl").read_text(encoding="utf-8").splitlines()]
    assert {line["id"]: line for line in lines if line["type"] == "node"} == {
        each.id: {"type": "node", "id": each.id, "kind": each.kind, **each.values} for each in nodes.values()
    }
    assert [line["id"] for line in lines if line["type"] == "edge"] == list(edges)
    for row in _csv(tmp_path / "csv" / "nodes.csv"):
        node = nodes[row["id"]]
        assert row == _texts({"id": node.id, "kind": node.kind, **node.values})
    assert [row["id"] for row in _csv(tmp_path / "csv" / "edges.csv")] == list(edges)

    for form, found in _read_xml(tmp_path).items():
        assert found.is_directed()
        assert set(found.nodes) == set(nodes)
        assert {(source, target, key) for source, target, key in found.edges(keys=True)} == {
            (edge.source, edge.target, edge.id) for edge in edges.values()
        }
        for identity, node in nodes.items():
            kept = {name: found.nodes[identity].get(name) for name in node.values}
            if not any(character in str(node.values) for character in "\0\v\ufffe\r") and "\\" not in repr(node.values):
                assert kept == node.values, form


def test_what_xml_cannot_hold_becomes_a_sign_and_other_forms_keep_it(full: Store, tmp_path: Path) -> None:
    odd = "A\x00b \x0b\ufffe \U0001f600 <&>\r\n\"'"
    parts = [part for part in _parts(full) if isinstance(part, Node) and part.values.get("text") == odd]
    assert len(parts) == 1
    for form in Form:
        write(parts, form, tmp_path / form)
    in_xml = "A\ufffdb \ufffd\ufffd \U0001f600 <&>\n\"'"
    assert nx.read_graphml(tmp_path / "graphml").nodes[parts[0].id]["text"] == in_xml
    assert nx.read_gexf(tmp_path / "gexf").nodes[parts[0].id]["text"] == in_xml
    assert json.loads((tmp_path / "jsonl").read_text(encoding="utf-8"))["text"] == odd
    assert _csv(tmp_path / "csv" / "nodes.csv")[0]["text"] == odd


@pytest.mark.parametrize("said", ['=HYPERLINK("http://x")', "+1", "-2 °C", "@SUM(A1)", "\t=1", "\r=1", "＝1+1", "'s"])
def test_no_cell_of_a_table_is_run_by_a_spreadsheet(tmp_path: Path, said: str) -> None:
    write([Node("a", "passage", {"text": said, "ordinal": -5})], Form.CSV, tmp_path / "csv")
    with (tmp_path / "csv" / "nodes.csv").open(newline="", encoding="utf-8") as file:
        (row,) = csv.DictReader(file)
    assert (row["text"], row["ordinal"]) == (f"'{said}", "-5")


values = st.text(st.characters(exclude_categories=("Cs",)), max_size=12) | st.sampled_from(
    [
        "",
        "\0",
        "\x85\u2028\u2029",
        "]]>",
        "&#0;",
        "=1+1",
        "''",
        '"',
        "x" * 200_000,
        "\r",
        "\n",
        "\t",
        "\ufeff",
        "\uffff",
    ]
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=values, number=st.integers(-(2**63) + 1, 2**63 - 1), share=st.floats(0, 1))
def test_any_value_goes_through_every_form(tmp_path: Path, text: str, number: int, share: float) -> None:
    parts: list[Part] = [
        Node("a", "passage", {"text": text, "ordinal": number}),
        Node("b", "entity", {"name": text}),
        Edge("e", "DEFINES", "a", "b", {"name": text, "strength": share, "span_start": number}),
    ]
    for form in Form:
        write(parts, form, tmp_path / form)
    for found in _read_xml(tmp_path).values():
        assert found.nodes["a"]["ordinal"] == number
        ((_, _, said),) = found.edges(data=True)
        assert (said["strength"], said["span_start"]) == (share, number)
    lines = (tmp_path / "jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line).get("text") for line in lines] == [text, None, None]
    rows = _csv(tmp_path / "csv" / "nodes.csv")
    assert (rows[0].get("text", ""), rows[0]["ordinal"]) == (text, str(number))


def test_the_same_graph_is_the_same_bytes_from_any_store(full: Store, tmp_path: Path) -> None:
    other = _file(tmp_path)
    other.load(full.dump())
    for form in (Form.GRAPHML, Form.GEXF, Form.JSONL):
        write(_parts(full, READERS[1]), form, tmp_path / f"{form}-1")
        write(_parts(other, READERS[1]), form, tmp_path / f"{form}-2")
        assert (tmp_path / f"{form}-1").read_bytes() == (tmp_path / f"{form}-2").read_bytes()
    other.close()


def test_no_word_of_what_is_hidden_is_in_an_export(full: Store) -> None:
    told = repr(_parts(full, READERS[0]))
    for hidden in ("board", "elsewhere", "never meant", "Was here", "Secret", "Board", f"'{OTHER}'"):
        assert hidden not in told
    assert "board" in repr(_parts(full, READERS[1]))


def test_a_hidden_revision_leaves_no_trace_in_its_own_source(tmp_path: Path) -> None:
    store = _file(tmp_path)
    fill(store)
    staff = put(store, draft("note", "For the board alone.", audience=Audience(2), valid_from="2025-11-01"))
    told = repr(_parts(store))
    assert staff.revision_id not in told
    assert "2025-11-01" not in told, "not even when it begins"
    store.close()


uploads = st.lists(
    st.tuples(
        st.sampled_from(
            ("New York is far", "the board of New York", "York met New York City", "a policy of the board")
        ),
        st.sampled_from(("", "New York", "York", "board")),
        st.booleans(),
        st.sampled_from(("shown", "secret", "group", "elsewhere")),
    ),
    min_size=1,
    max_size=7,
)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(told=uploads)
def test_hidden_and_absent_are_one(tmp_path_factory: pytest.TempPathFactory, told: list[Any]) -> None:
    """Sources that a reader may not read leave no trace: not in names, mentions, facts, orders or ids."""
    made = [(_upload(number, *each), each[3] == "shown", number) for number, each in enumerate(told)]

    def exported(wanted: Iterable[tuple[RevisionDraft, bool, int]]) -> list[Part]:
        store = _file(tmp_path_factory.mktemp("export"))
        for upload, _, number in wanted:
            put(store, upload, 1_767_225_600_000_000 + number)
        parts = _parts(store)
        store.close()
        return parts

    assert exported(made) == exported(each for each in made if each[1])


def _upload(number: int, text: str, name: str, stated: bool, who: str) -> RevisionDraft:
    audience = {"secret": Audience(3), "group": Audience(0, frozenset({"board"}))}.get(who, Audience())
    return draft(
        f"{who}/{number}",
        text,
        tenant=OTHER if who == "elsewhere" else TENANT,
        names={name: name} if name else {},
        facts=[("York", "is", text.split()[0])] if stated else [],
        valid_from="2025-01-01",
        audience=audience,
    )


def test_a_file_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RequestError, match="cannot be written"):
        write([], Form.GEXF, tmp_path / "nowhere" / "out")
    with pytest.raises(RequestError, match="cannot be made"):
        write([], Form.CSV, tmp_path / "file" / "folder")
    with pytest.raises(RequestError, match="two files"):
        write([], Form.CSV, None)

    def dies() -> Iterable[Part]:
        yield Node("a", "source", {})
        raise RequestError("gone")

    for form in Form:
        with pytest.raises(RequestError, match="gone"):
            write(dies(), form, tmp_path / "half")
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["file"]
