"""The command line: what it prints, how it ends, and what it says to wrong use."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from contract.errors import VigenteError
from graph.embedded.store import open_store
from tests.flows.conftest import Shell
from tests.flows.desk import TODAY, Desk, policy

NOTE = "# Note\n\nThe cold room of the plant holds forty pallets.\n"


@pytest.fixture
def reading(corpus: Desk, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell over the examples."""
    monkeypatch.setenv("VIGENTE_STORE", corpus.product.settings.store)
    return shell


def test_each_command_prints_one_json_document(reading: Shell) -> None:
    at = ("--valid-at", TODAY)
    answered = reading("ask", "What is the refund window?", *at, "--json").json
    assert answered["abstained"] is None
    assert "14 days" in answered["answer"]
    assert {"claims", "evidence", "conflicts", "held_back", "scope", "required_behavior", "trace_id"} <= answered.keys()
    traced = reading("ask", "What is the refund window?", *at, "--trace", "--json").json
    assert {"fuse", "freshness", "authority", "relevance", "grounding"} & {
        one["name"] for one in traced["trace"]["stages"]
    }
    found = reading("search", "refund window", *at, "--limit", "3", "--json").json["candidates"]
    assert len(found) == 3
    assert all(one["by"] and one["uri"] for one in found)
    drawn = reading("timeline", "policy/refund.en", *at, "--json").json
    assert [(one["revision"], one["in_force"]) for one in drawn["revisions"]] == [("A", False), ("B", True)]
    assert reading("store", "check", "--json").json == {"findings": []}
    themes = reading("communities", "list", "--json").json["communities"]
    assert themes
    one = reading("communities", "show", themes[0]["community_id"], "--json").json["communities"]
    assert {theme["community_id"] for theme in one} == {themes[0]["community_id"]}
    assert reading("jobs", "list", "--json").json["jobs"][0]["state"] == "done"
    assert reading("settings", "--json").json["settings"]["store"]["origin"] == "environment"


@pytest.mark.parametrize("language", ["es", "en"])
def test_what_a_person_reads_is_in_their_language(reading: Shell, language: str) -> None:
    question = {"es": "¿Cuál es el plazo de reembolso?", "en": "What is the refund window?"}[language]
    said = reading("ask", question, "--valid-at", TODAY, LANG=f"{language}_XX.UTF-8")
    assert said.code == 0
    assert {"es": "En vigor el 2026-09-01", "en": "In force on 2026-09-01"}[language] in said.out
    assert {"es": "sustituida por", "en": "superseded by"}[language] in said.out
    drawn = reading("timeline", "policy/refund.es", LANG=f"{language}_XX.UTF-8").out
    assert {"es": "en vigor", "en": "in force"}[language] in drawn


def test_an_abstention_is_an_answer(reading: Shell) -> None:
    declined = reading("ask", "Who won the 1972 world chess championship?", "--json")
    assert declined.code == 0
    assert declined.json["abstained"] in ("below_threshold", "no_evidence")


def test_a_document_goes_in_is_found_is_deleted_and_comes_back(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "note.md").write_text(NOTE)
    first = shell("ingest", "note.md", "--json")
    assert (first.code, first.json["new"], first.json["coverage"]) == (0, 1, 1.0)
    again = shell("ingest", "note.md", "--json").json
    assert (again["unchanged"], again["embedded"]) == (1, 0)
    question = ("ask", "How many pallets does the cold room of the plant hold?", "--json")
    assert "forty pallets" in shell(*question).json["answer"]

    gone = shell("delete", "note.md", "--json").json
    assert len(gone["withdrawn"]) == 1
    assert shell(*question).json["abstained"] == "no_evidence"
    back = shell("ingest", "note.md", "--json").json
    assert back["embedded"] == 0
    assert "forty pallets" in shell(*question).json["answer"]
    undone = shell("undo", back["documents"][0]["revision_id"], "--json")
    assert undone.code == 0
    assert shell(*question).json["abstained"] == "no_evidence"
    assert shell("store", "check").code == 0


def test_standard_input_is_a_document(shell: Shell) -> None:
    taken = shell("ingest", "-", "--uri", "note/cold", "--source-type", "manual", "--json", stdin=NOTE.encode())
    (document,) = taken.json["documents"]
    assert (document["uri"], document["outcome"]) == ("note/cold", "new")
    assert "forty pallets" in shell("ask", "How many pallets does the cold room hold?", "--json").json["answer"]


def test_communities_are_refreshed_as_a_job(shell: Shell, tmp_path: Path) -> None:
    empty = shell("communities", "refresh", "--json")
    assert (empty.code, empty.json["job"]["state"]) == (0, "done")
    assert shell("communities", "list", "--json").json == {"communities": []}
    (tmp_path / "a.md").write_text(policy("policy/refund", "A", "2025-01-01", 30))
    shell("ingest", "a.md")
    assert shell("communities", "refresh", "--json").json["job"]["state"] == "done"
    assert [job["state"] for job in shell("jobs", "list", "--json").json["jobs"]] == ["done", "done"]


def test_a_failed_document_is_told_and_the_exit_code_is_1(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "good.md").write_text(NOTE)
    (tmp_path / "empty.md").write_text("")
    done = shell("ingest", "good.md", "empty.md", "gone.md", "--json")
    assert done.code == 1
    assert [one["outcome"] for one in done.json["documents"]] == ["new", "failed", "failed"]
    shown = shell("ingest", "good.md", "empty.md", "gone.md")
    assert shown.code == 1
    assert "empty.md is empty" in " ".join(shown.out.split())
    assert "Traceback" not in shown.out + shown.err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["ask", ""], "no words"),
        (["ask", "  \t "], "no words"),
        (["ask", "\x01\x02\x1b"], "no words"),
        (["ask", "¿?…"], "no words"),
        (["ask", "word " * 1000], "4,000"),
        (["search", ""], "no words"),
        (["ask", "What is in force?", "--valid-at", "2026-02-30"], "2026-02-30"),
        (["ask", "What is in force?", "--known-at", "yesterday"], "yesterday"),
        (["search", "refund", "--valid-at", "31/12/2026"], "31/12/2026"),
        (["timeline", "policy/refund.en", "--known-at", ""], "is not a date"),
        (["timeline", "no/such"], "no/such"),
        (["delete", "no/such"], "no/such"),
        (["undo", "nothing"], "nothing"),
        (["communities", "show", "nothing"], "nothing"),
        (["ask", "Can I?", "--decision", "no_such"], "no_such"),
        (["ingest", ".", "--observed-at", "2026-13-01"], "2026-13-01"),
    ],
)
@pytest.mark.parametrize("as_json", [[], ["--json"]])
def test_a_wrong_request_is_one_sentence(shell: Shell, words: list[str], says: str, as_json: list[str]) -> None:
    assert says in shell(*words, *as_json).refused(2)


@pytest.mark.parametrize(
    ("settings", "says", "code"),
    [
        ({"VIGENTE_PORT": "many"}, "VIGENTE_PORT", 2),
        ({"VIGENTE_STORE": "mysql:here"}, "VIGENTE_STORE", 2),
        ({"VIGENTE_EMBEDDER": "word2vec"}, "VIGENTE_EMBEDDER", 2),
        ({"VIGENTE_AUTH": "jwt"}, "VIGENTE_AUTH", 2),
        ({"VIGENTE_POLICY": "nowhere.yaml"}, "nowhere.yaml", 2),
        ({"VIGENTE_STORE": "sqlite:/proc/nowhere/store.db"}, "/proc/nowhere", 3),
    ],
)
def test_a_wrong_setting_is_one_sentence(shell: Shell, settings: dict[str, str], says: str, code: int) -> None:
    assert says in shell("ask", "What is in force?", **settings).refused(code)


def test_a_misspelt_setting_is_told_and_harms_nothing(shell: Shell) -> None:
    done = shell("settings", "--json", VIGENTE_STOER="sqlite:x")
    assert done.code == 0
    assert done.json
    assert "did you mean VIGENTE_STORE?" in done.err


def test_what_is_no_store_is_not_had(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("no database at all, and long enough for a header of one\n" * 20)
    assert "text.db" in shell("ask", "What?", VIGENTE_STORE=f"sqlite:{tmp_path / 'text.db'}").refused(3)
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE other (id INTEGER)")
        other.commit()
    assert "other.db" in shell("ask", "What?", VIGENTE_STORE=f"sqlite:{tmp_path / 'other.db'}").refused(3)
    assert "folder.db" in shell("ask", "What?", VIGENTE_STORE=f"sqlite:{_folder(tmp_path)}").refused(3)


def test_a_store_of_another_model_is_refused_with_the_mend(shell: Shell, tmp_path: Path) -> None:
    open_store(tmp_path / "store.db", model="another/model", dimension=384).close()
    sentence = shell("ask", "What is in force?").refused(3)
    assert "another/model" in sentence


def test_debug_shows_the_stack(shell: Shell) -> None:
    with pytest.raises(VigenteError):
        shell("--debug", "timeline", "no/such")


def test_words_that_no_terminal_can_show_break_nothing(shell: Shell, tmp_path: Path) -> None:
    half = "note \udcff refund"
    assert shell("search", half, "--json").code == 0
    assert shell("ask", half, "--json").code == 0
    assert shell("timeline", half).refused(2)
    named = tmp_path / "caf\udce9.md"
    named.write_text(NOTE)
    done = shell("ingest", named, "--json")
    assert len(done.json["documents"]) == 1


def test_as_a_process_of_its_own(corpus: Desk, tmp_path: Path) -> None:
    """The installed command, in another folder and a plain locale."""
    command = [str(Path(sys.executable).with_name("vigente")), "ask", "¿Cuál es el plazo de reembolso?", "--json"]
    environ = {"VIGENTE_STORE": corpus.product.settings.store, "VIGENTE_TENANT": "demo", "LC_ALL": "C"}
    done = subprocess.run([*command, "--valid-at", TODAY], env=environ, cwd=tmp_path, capture_output=True, timeout=100)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "14 días" in json.loads(done.stdout.decode("utf-8"))["answer"]


def _folder(where: Path) -> Path:
    path = where / "folder.db"
    path.mkdir()
    return path
