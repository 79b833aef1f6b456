"""The operator's commands over the examples: backup, restore, copy, migrate, reindex."""

from __future__ import annotations

import csv
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import networkx as nx
import pytest

from tests.flows.conftest import Shell
from tests.flows.desk import TODAY, Desk

# Files against files; that both stores write out and read in alike is tests/store/test_portable.py.
pytestmark = pytest.mark.parametrize("kind", ["sqlite"], indirect=True, scope="session")
QUESTION = ("ask", "What is the refund window?", "--valid-at", TODAY, "--known-at", "2027-01-01", "--json")


@pytest.fixture
def operating(copied: Desk, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell over a store of its own with the examples in it."""
    monkeypatch.setenv("VIGENTE_STORE", f"sqlite:{copied.product.settings.store_path}")
    return shell


def test_a_backup_restored_and_backed_up_again_is_the_same_file(operating: Shell, tmp_path: Path) -> None:
    saved = operating("store", "backup", "one.gz", "--json").json
    assert saved["records"] > 100
    assert saved["bytes"] == (tmp_path / "one.gz").stat().st_size
    restored = operating("store", "restore", "one.gz", "--json", VIGENTE_STORE="sqlite:there.db").json
    assert restored["records"] == saved["records"]
    operating("store", "backup", "two.gz", "--json", VIGENTE_STORE="sqlite:there.db")
    assert (tmp_path / "one.gz").read_bytes() == (tmp_path / "two.gz").read_bytes()
    assert operating("store", "check", VIGENTE_STORE="sqlite:there.db").code == 0


def test_a_copy_answers_alike_and_copied_back_is_the_same_store(operating: Shell, tmp_path: Path) -> None:
    here = f"sqlite:{tmp_path / 'store.db'}"
    assert operating("store", "copy", here, "sqlite:there.db", "--json").json["records"] > 100
    assert operating("store", "copy", "sqlite:there.db", "sqlite:back.db").code == 0
    operating("store", "backup", "here.gz")
    operating("store", "backup", "back.gz", VIGENTE_STORE="sqlite:back.db")
    assert (tmp_path / "here.gz").read_bytes() == (tmp_path / "back.gz").read_bytes()
    answers = [operating(*QUESTION, VIGENTE_STORE=store).json for store in (here, "sqlite:there.db")]
    for answer in answers:
        answer.pop("trace_id")
    assert answers[0]["claims"]
    assert answers[0] == answers[1]


def test_what_cannot_be_done_is_one_sentence_and_harms_nothing(operating: Shell, tmp_path: Path) -> None:
    operating("store", "backup", "one.gz")
    whole = (tmp_path / "one.gz").read_bytes()
    (tmp_path / "cut.gz").write_bytes(whole[: len(whole) // 2])
    assert "not empty" in operating("store", "restore", "one.gz").refused(3)
    assert "cut.gz" in operating("store", "restore", "cut.gz", VIGENTE_STORE="sqlite:new.db").refused(3)
    assert "nowhere.gz" in operating("store", "restore", "nowhere.gz", VIGENTE_STORE="sqlite:new.db").refused(2)
    assert "one.gz is there already" in operating("store", "backup", "one.gz").refused(2)
    assert "no store at sqlite:none.db" in operating("store", "copy", "sqlite:none.db", "sqlite:new.db").refused(2)
    assert "no store at sqlite:none.db" in operating("store", "backup", "b.gz", VIGENTE_STORE="sqlite:none.db").refused(
        2
    )
    assert "no store at sqlite:none.db" in operating("store", "migrate", VIGENTE_STORE="sqlite:none.db").refused(2)
    assert "VIGENTE_STORE" in operating("store", "copy", "mysql:here", "sqlite:new.db").refused(2)
    assert not (tmp_path / "new.db").exists()
    assert operating("store", "check", "--json").json == {"findings": []}


def test_damage_is_told_with_its_mend_and_indexes_are_made_again(operating: Shell, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "store.db")) as plain:
        plain.execute(
            "INSERT INTO lexical (lexical, rowid, stems) SELECT 'delete', passage, stems FROM passages LIMIT 1"
        )
        plain.commit()
    told = operating("store", "check", "--json")
    assert told.code == 3
    assert [one["code"] for one in told.json["findings"]] == ["full_text"]
    assert "vigente store reindex" in told.json["findings"][0]["mend"]
    assert operating("store", "reindex", "--json").json == {"indexes": ["lexical", "wording"]}
    assert operating("store", "check").code == 0


@pytest.mark.parametrize(("language", "says"), [("es", "Nada que hacer"), ("en", "Nothing to do")])
def test_migrating_says_what_it_did_in_the_readers_language(operating: Shell, language: str, says: str) -> None:
    told = operating("store", "migrate", "--json").json
    assert (told["before"], told["backup"]) == (told["after"], None)
    assert says in operating("store", "migrate", LANG=f"{language}_XX.UTF-8").out


def test_an_export_holds_what_its_reader_may_see(operating: Shell, tmp_path: Path) -> None:
    at = ("--valid-at", TODAY)
    told = operating("export", "--format", "graphml", "--out", "all.graphml", *at, "--level", "3", "--json").json
    found = nx.read_graphml(tmp_path / "all.graphml", edge_key_type=str, force_multigraph=True)
    assert (found.number_of_nodes(), found.number_of_edges()) == (told["nodes"], told["edges"])
    assert {kind for _, kind in found.nodes(data="kind")} == {
        "source",
        "revision",
        "section",
        "passage",
        "entity",
        "fact",
    }
    refund = {data["uri"] for _, data in found.nodes(data=True) if data["kind"] == "source"}
    assert "policy/refund.en" in refund

    fewer = operating("export", "--format", "gexf", "--out", "public.gexf", *at, "--json").json
    assert fewer["nodes"] < told["nodes"]
    assert nx.read_gexf(tmp_path / "public.gexf").number_of_nodes() == fewer["nodes"]

    said = operating("export", "--format", "jsonl", *at)
    lines = [json.loads(line) for line in said.out.splitlines()]
    assert len(lines) == fewer["nodes"] + fewer["edges"]
    assert operating("export", "--format", "csv", "--out", "tables", *at, LANG="es_ES.UTF-8").out.startswith(
        f"{fewer['nodes']:,} nodos y {fewer['edges']:,} aristas"
    )
    with (tmp_path / "tables" / "nodes.csv").open(newline="", encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == fewer["nodes"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--format", "csv"], "--out"),
        (["--format", "jsonl", "--json"], "--out"),
        (["--format", "gexf", "--out", "no/where.gexf"], "no/where.gexf"),
        (["--format", "gexf", "--valid-at", "tomorrow"], "tomorrow"),
    ],
)
def test_an_export_that_cannot_be_is_one_sentence(operating: Shell, words: list[str], says: str) -> None:
    assert says in operating("export", *words).refused(2)
