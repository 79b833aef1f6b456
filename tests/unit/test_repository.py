"""The repository keeps its own promises: rooms, lists, sizes, and what its README says."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGES = sorted(path.parent.name for path in ROOT.glob("*/__init__.py"))
MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))

_SQL = re.compile(
    r"^\s*(?:SELECT\s.+\sFROM\s|INSERT\s+(?:OR\s+\w+\s+)?INTO\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s|ALTER\s+TABLE\s"
    r"|(?:CREATE|DROP)\s+(?:UNIQUE\s+|VIRTUAL\s+|TEMP\s+)?(?:TABLE|INDEX|TRIGGER|VIEW)\s|WITH\s+(?:RECURSIVE\s+)?\w+.*\sAS\s*\()",
    re.IGNORECASE | re.DOTALL,
)
_CYPHER = re.compile(r"\b(?:MATCH|MERGE|CREATE)\s*\(")
_CLOCKS = {("datetime", "now"), ("datetime", "utcnow"), ("date", "today"), ("time", "time"), ("time", "time_ns")}


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The text constants of a module with their lines, those that stand alone (docstrings) left out."""
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.lineno, node.value


def test_every_package_is_held_to_the_import_contracts() -> None:
    linter = PROJECT["tool"]["importlinter"]
    layers, rooms = linter["contracts"]
    assert sorted(linter["root_packages"]) == PACKAGES
    assert sorted(name for layer in layers["layers"] for name in layer.split(" | ")) == PACKAGES
    assert sorted(rooms["source_modules"]) == PACKAGES


def test_a_library_is_let_off_only_where_it_is_kept() -> None:
    rooms = PROJECT["tool"]["importlinter"]["contracts"][1]
    let_off = {entry.split(" -> ")[1] for entry in rooms["ignore_imports"]}
    assert let_off == set(rooms["forbidden_modules"])


def test_every_package_is_installed_and_typed() -> None:
    folders = {name(path.parent).replace("/", ".") for path in MODULES}
    assert set(PROJECT["tool"]["setuptools"]["packages"]) == folders
    assert sorted(PROJECT["tool"]["mypy"]["packages"]) == PACKAGES


def test_data_beside_the_code_is_installed_too() -> None:
    kinds = set(PROJECT["tool"]["setuptools"]["package-data"]["*"])
    beside = {path.suffix for package in PACKAGES for path in (ROOT / package).rglob("*") if path.is_file()}
    assert beside - {".py", ".pyc", ".md"} <= {kind.removeprefix("*") for kind in kinds}


@pytest.mark.parametrize("package", PACKAGES)
def test_a_top_folder_says_what_belongs_there(package: str) -> None:
    assert ast.get_docstring(parsed(ROOT / package / "__init__.py"))


@pytest.mark.parametrize("folder", ["examples", "requirements", "docs"])
def test_a_folder_without_code_has_a_readme(folder: str) -> None:
    assert (ROOT / folder / "README.md").read_text(encoding="utf-8").strip()


def test_every_module_says_what_it_is_for() -> None:
    assert [name(path) for path in MODULES if not ast.get_docstring(parsed(path))] == []


def test_the_contract_imports_the_standard_library_only() -> None:
    imported: set[str] = set()
    for path in (ROOT / "contract").rglob("*.py"):
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Import):
                imported |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                imported.add(node.module.split(".")[0])
    assert imported - sys.stdlib_module_names <= {"contract"}


def test_no_query_text_stands_outside_its_room() -> None:
    """SQL lives in graph/embedded/sql/*.sql and Cypher in cypher/*.cypher: never in Python."""
    found = [
        f"{name(path)}:{line} {text[:60]!r}"
        for path in MODULES
        for line, text in texts(parsed(path))
        if _SQL.search(text) or _CYPHER.search(text)
    ]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "SELECT id FROM passage WHERE",
        "insert or ignore into t values (?)",
        "CREATE VIRTUAL TABLE t USING fts5(x)",
        "\n  WITH held AS (SELECT 1)",
        "MATCH (n) RETURN n",
        "MERGE (s:Source {key: $key})",
    ],
)
def test_the_check_of_query_texts_sees_them(text: str) -> None:
    assert _SQL.search(text) or _CYPHER.search(text)


@pytest.mark.parametrize("text", ["Update the policy", "with a date as well", "a match (2)", "Create a table of it"])
def test_the_check_of_query_texts_leaves_prose_alone(text: str) -> None:
    assert not _SQL.search(text)
    assert not _CYPHER.search(text)


def test_only_the_contract_reads_the_clock() -> None:
    found = [
        f"{name(path)}:{node.lineno}"
        for path in MODULES
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and (node.value.id, node.attr) in _CLOCKS
        and name(path) != "contract/time.py"
    ]
    assert found == []


def test_no_file_holds_two_things() -> None:
    long = {
        name(path): lines for path in MODULES if (lines := len(path.read_text(encoding="utf-8").splitlines())) > 350
    }
    assert long == {}


def test_no_module_is_named_for_what_it_is_not() -> None:
    vague = {"utils", "helpers", "common", "base", "manager", "misc"}
    assert [name(path) for path in MODULES if path.stem in vague] == []


def test_the_readme_and_the_docs_name_only_what_can_be_made() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    named = {
        word for page in pages for word in re.findall(r"\bmake ([a-z]+)\b", _code(page.read_text(encoding="utf-8")))
    }
    assert {"demo", "test"} <= named <= targets


def test_links_between_pages_lead_somewhere() -> None:
    broken = [
        f"{name(page)}: {target}"
        for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("README.md")]
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
        if not (page.parent / target).exists()
    ]
    assert broken == []


def test_every_dependency_is_pinned_within_its_range() -> None:
    lines = (ROOT / "requirements").joinpath("constraints.txt").read_text(encoding="utf-8").splitlines()
    for apart in ("models.txt", "ragas.txt"):
        text = (ROOT / "requirements" / apart).read_text(encoding="utf-8")
        lines += re.findall(r"^[\w-]+==[\d.]+", text, re.MULTILINE)
    pins = dict(line.split("==") for line in lines if "==" in line and not line.startswith("#"))
    versions = {canonicalize_name(package): Version(version) for package, version in pins.items()}
    asked = [*PROJECT["project"]["dependencies"], *PROJECT["build-system"]["requires"]]
    for extra in PROJECT["project"]["optional-dependencies"].values():
        asked += extra
    wrong = [text for text in asked if not _held(Requirement(text), versions)]
    assert wrong == []


def _held(requirement: Requirement, versions: dict[str, Version]) -> bool:
    version = versions.get(canonicalize_name(requirement.name))
    return version is not None and requirement.specifier.contains(version)


def _code(markdown: str) -> str:
    """The code of a page: its fenced blocks and its spans."""
    return "\n".join(re.findall(r"```.*?```|`[^`\n]+`", markdown, re.DOTALL))
