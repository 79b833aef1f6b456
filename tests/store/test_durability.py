"""Processes that die or meet, and files that are not what they should be."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from contract.errors import StoreMismatch, StoreUnavailable
from contract.history import Put
from graph.embedded.statements import migrations
from graph.embedded.store import EmbeddedStore, open_store
from tests.store.drafts import DIMENSION, MODEL, TENANT, draft, put, texts, view

ROOT = Path(__file__).parents[2]
_WRITER = """
import sys
from pathlib import Path
from graph.embedded.store import open_store
from tests.store.drafts import DIMENSION, MODEL, draft, put

store = open_store(Path(sys.argv[1]), model=MODEL, dimension=DIMENSION, durable=False)
for number in range(int(sys.argv[3])):
    passages = [f"{sys.argv[2]} {number} part {part} Name{part}" for part in range(30)]
    uri = f"doc/{number % 5}" if sys.argv[4] == "same" else f"{sys.argv[2]}/{number}"
    names = {f"Name{number}": f"Name{number}"}
    valid_from = f"{1900 + number % 100}-01-0{1 + number // 100}"
    commit = put(store, draft(uri, passages, names=names, valid_from=valid_from, label=sys.argv[2]))
    print(commit.revision_id, flush=True)
store.close()
"""


def _writer(path: Path, name: str, number: int, where: str) -> subprocess.Popen[str]:
    arguments = [sys.executable, "-c", _WRITER, str(path), name, str(number), where]
    return subprocess.Popen(
        arguments, cwd=ROOT, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )


def _open(path: Path) -> EmbeddedStore:
    return open_store(path, model=MODEL, dimension=DIMENSION, durable=False)


def test_killed_in_the_middle_of_commits(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    told: list[str] = []
    for round_, seconds in enumerate((0.05, 0.21, 0.37)):
        writer = _writer(path, f"writer{round_}", 500, "own")
        assert writer.stdout
        told.append(writer.stdout.readline().strip())
        time.sleep(seconds)
        writer.send_signal(signal.SIGKILL)
        told += [line.strip() for line in writer.stdout if len(line) == 33]
        writer.wait()
        store = _open(path)
        assert store.check() == ()
        known = {event.revision_id for event in store.history(TENANT) if isinstance(event, Put)}
        assert known.issuperset(told), "what was committed is there"
        located = view(store).located(view(store).passage_ids())
        for revision in view(store).revisions():
            assert sum(each.revision.id == revision.id for each in located) == 30, "whole or absent"
        store.close()
    assert len(told) > 3


def test_two_processes_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    _open(path).close()
    reader = _open(path)
    writers = [_writer(path, name, 20, "same") for name in ("left", "right")]
    while any(writer.poll() is None for writer in writers):
        seen = view(reader)
        assert seen.size() % 30 == 0, "never half a revision"
        time.sleep(0.02)
    told = [line.strip() for writer in writers if writer.stdout for line in writer.stdout]
    assert [writer.returncode for writer in writers] == [0, 0]
    assert len(set(told)) == 40
    assert {event.revision_id for event in reader.history(TENANT) if isinstance(event, Put)} == set(told)
    assert reader.state().commit == 40
    assert view(reader).size() == 5 * 30, "one revision of each source is in force"
    assert reader.check() == ()
    reader.close()


def test_threads_share_a_store(tmp_path: Path) -> None:
    store = _open(tmp_path / "store.db")
    wrong: list[object] = []

    def write(name: str) -> None:
        for number in range(10):
            put(store, draft(f"{name}/{number}", [f"{name} {number}", "more"], valid_from="2025-01-01"))

    def read() -> None:
        for _ in range(40):
            seen = view(store)
            if len(seen.located(seen.passage_ids())) != seen.size() or seen.size() % 2:
                wrong.append(seen.size())

    threads = [threading.Thread(target=write, args=(name,)) for name in "ab"] + [
        threading.Thread(target=read) for _ in "cd"
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert view(store).size() == 40
    store.close()


def test_threads_that_end_leave_no_open_files(tmp_path: Path) -> None:
    store = _open(tmp_path / "store.db")
    put(store, draft("a", "a text", valid_from="2025-01-01"))
    descriptors = Path(f"/proc/{os.getpid()}/fd")
    if not descriptors.is_dir():
        pytest.skip("open files are counted under /proc, which this system has not")

    def read_and_end() -> int:
        thread = threading.Thread(target=lambda: view(store).located(view(store).passage_ids()))
        thread.start()
        thread.join()
        return len(list(descriptors.iterdir()))

    first = read_and_end()
    assert max(read_and_end() for _ in range(20)) <= first + 4
    store.close()


def test_what_was_written_is_there_on_opening_again(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "store.db"
    store = _open(path)
    put(store, draft("a", "kept", valid_from="2025-01-01"))
    store.close()
    again = _open(path)
    assert texts(view(again)) == ["kept"]
    assert (again.state().commit, again.state().model, again.state().dimension) == (1, MODEL, DIMENSION)
    again.close()


def test_another_embedder_is_refused_with_the_mend(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    _open(path).close()
    with pytest.raises(StoreMismatch, match=r"model by-hash .* other: set the embedder back"):
        open_store(path, model="other", dimension=DIMENSION)
    with pytest.raises(StoreMismatch, match=rf"dimension {DIMENSION} .* 768"):
        open_store(path, model=MODEL, dimension=768)


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    _open(path).close()
    with sqlite3.connect(path) as plain:
        plain.execute("PRAGMA user_version = 999")
    with pytest.raises(StoreMismatch, match="schema 999"):
        _open(path)


def test_what_is_no_store_is_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("not a database, and longer than a header of a hundred bytes " * 5)
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as plain:
        plain.execute("CREATE TABLE mine (x)")
    for path in (text, other, tmp_path):
        with pytest.raises(StoreUnavailable, match=path.name):
            _open(path)
    assert text.read_text().startswith("not a database")
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreUnavailable):
        _open(tmp_path / "file" / "store.db")


def test_a_locked_store_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graph.embedded.database.BUSY_SECONDS", 0.1)
    store = _open(tmp_path / "store.db")
    with sqlite3.connect(tmp_path / "store.db", isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable, match="another process is writing"):
            put(store, draft("a", "a"))
        assert texts(view(store)) == [], "reading goes on"
    other.close()
    store.close()


def test_check_finds_what_is_wrong(tmp_path: Path) -> None:
    store = _open(tmp_path / "store.db")
    put(store, draft("a", {"one": "first", "two": "second"}, valid_from="2025-01-01"))
    assert store.check() == ()
    with sqlite3.connect(tmp_path / "store.db") as plain:
        plain.execute("DELETE FROM states WHERE section IS NOT NULL")
        plain.execute("UPDATE vectors SET bytes = x'00' WHERE vector = 1")
        plain.execute("INSERT INTO lexical (lexical, rowid, stems) VALUES ('delete', 2, 'second')")
        plain.execute("UPDATE passages SET content = 77 WHERE passage = 2")
    found = store.check()
    assert {finding.code for finding in found} >= {
        "state",
        "vector_missing",
        "full_text",
        "passage_without_content",
        "reference",
    }
    assert all(finding.message and finding.mend for finding in found)
    store.close()


def test_an_older_schema_is_migrated_after_a_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "store.db"
    store = _open(path)
    put(store, draft("a", "kept", valid_from="2025-01-01"))
    store.close()
    last, next_ = max(migrations()), max(migrations()) + 1
    later = {next_: f"BEGIN IMMEDIATE; CREATE TABLE more (x TEXT) STRICT; PRAGMA user_version = {next_}; COMMIT;"}
    monkeypatch.setattr("graph.embedded.migrating.migrations", lambda: {**migrations(), **later})
    store = _open(path)
    assert texts(view(store)) == ["kept"]
    assert store.check() == ()
    store.close()
    monkeypatch.undo()
    with pytest.raises(StoreMismatch, match=f"schema {next_}"):
        _open(path)
    backup = _open(tmp_path / f"store.db.schema-{last}.backup")
    assert texts(view(backup)) == ["kept"]
    backup.close()


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "store.db"
    _open(path).close()
    broken = {
        max(migrations())
        + 1: "BEGIN IMMEDIATE; CREATE TABLE more (x TEXT) STRICT; CREATE TABLE jobs (x TEXT) STRICT; COMMIT;"
    }
    monkeypatch.setattr("graph.embedded.migrating.migrations", lambda: {**migrations(), **broken})
    with pytest.raises(StoreUnavailable):
        _open(path)
    monkeypatch.undo()
    store = _open(path)
    assert store.check() == ()
    store.close()
