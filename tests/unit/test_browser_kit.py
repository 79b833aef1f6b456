"""The queries for Neo4j Browser say what they are in both languages, only read, and have a style for all that they show."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cypher.kit import Saved, saved, style

README = Path(__file__).parents[2] / "cypher" / "README.md"
KIT = saved()
_WRITES = re.compile(r"\b(CREATE|MERGE|SET|DELETE|REMOVE|DROP|LOAD)\b")
_QUOTED = re.compile(r"'[^']*'|//.*")


def named(query: Saved) -> str:
    return query.name


@pytest.mark.parametrize("query", KIT, ids=named)
def test_a_query_has_title_and_purpose_in_both_languages(query: Saved) -> None:
    assert query.title["en"] != query.title["es"]
    assert all(query.title.values())
    assert query.purpose["en"] != query.purpose["es"]
    assert query.text.startswith(f"// {query.title['en']} · {query.title['es']}\n")  # what the Browser names it by


def test_no_two_queries_share_a_title() -> None:
    assert len({query.title["en"] for query in KIT}) == len({query.title["es"] for query in KIT}) == len(KIT)


@pytest.mark.parametrize("query", KIT, ids=named)
def test_every_parameter_is_declared_used_and_has_an_example(query: Saved) -> None:
    used = set(re.findall(r"\$(\w+)", query.query.text))
    assert used == set(query.query.parameters) == set(query.examples)


@pytest.mark.parametrize("query", KIT, ids=named)
def test_a_query_for_people_only_reads(query: Saved) -> None:
    assert not _WRITES.search(_QUOTED.sub("", query.text))


def test_the_style_knows_every_label_of_the_model_and_the_edges_that_matter() -> None:
    model = README.read_text(encoding="utf-8")
    labels = set(re.findall(r"(?<=[(|])([A-Z]\w+)(?=[)|])", model[model.index("```\n(Tenant)") :].split("```")[1]))
    assert {"Source", "Revision", "Literal"} <= labels
    assert labels <= set(re.findall(r"^node\.(\w+) \{", style(), re.MULTILINE))
    edges = set(re.findall(r"^relationship\.(\w+) \{", style(), re.MULTILINE))
    assert {"HOLDS", "SUPERSEDES", "ASSERTS", "SUBJECT", "OBJECT", "MENTIONS", "DEFINES", "USED"} <= edges
