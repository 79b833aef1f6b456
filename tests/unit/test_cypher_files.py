"""Every query in its file: the header tells the truth, and Python asks for no query that is not there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import cypher
from cypher.loader import parsed

ROOT = Path(__file__).parents[2]
ROOMS = ("schema", "store", "write", "read", "browser")
QUERIES = [name for room in ROOMS for name in cypher.names(room)]
_ASKED = re.compile(r"(?:store|write|read)/[a-z_]+")


@pytest.mark.parametrize("name", QUERIES)
def test_a_header_names_the_parameters_that_the_query_takes(name: str) -> None:
    found = cypher.query(name)
    assert found.purpose.endswith((".", ":"))
    assert set(found.parameters) == set(re.findall(r"\$(\w+)", found.text))


def test_python_asks_for_queries_that_are_there() -> None:
    asked = {
        node.value
        for path in (ROOT / "graph" / "bolt").glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and _ASKED.fullmatch(node.value)
        and not node.value.endswith("_")
    }
    assert asked - set(QUERIES) == set()
    assert len(asked) > 40


def test_migrations_are_numbered_without_a_gap() -> None:
    assert list(cypher.migrations()) == list(range(1, len(cypher.names("schema")) + 1))
    for script in cypher.migrations().values():
        for text in script.statements:
            assert "IF NOT EXISTS" in text or "IF EXISTS" in text or "IN TRANSACTIONS" in text


@pytest.mark.parametrize(
    "text",
    ["MATCH (n) RETURN n", "// Purpose: x\nRETURN 1", "// Purpose: x\n// Parameters: none\nRETURN 1 // Result: x"],
)
def test_a_file_without_its_header_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="Purpose"):
        parsed("write/x", text)


def test_a_query_that_is_not_there_is_a_mistake() -> None:
    for name in ("write/nothing", "elsewhere/lock_store", "lock_store"):
        with pytest.raises(KeyError):
            cypher.query(name)


def test_a_header_may_go_on_over_lines() -> None:
    found = parsed(
        "x", "// Purpose: one\n//   two.\n// Parameters: $a (LIST<MAP>: b, c),\n// $d\n// Result: e (JSON), f\nX"
    )
    assert (found.purpose, found.parameters, found.result) == ("one two.", ("a", "d"), ("e", "f"))
