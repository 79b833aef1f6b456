"""``vigente ingest`` killed at any moment: the store is whole, and the same command again brings in what was left."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.flows.conftest import Shell

DOCUMENTS = 14
MOMENTS = (0, 2, 6)  # documents taken in, after which, and a random while, the process is killed
LONGEST = 0.1  # seconds of that while
PATIENCE = 180.0  # seconds until it has taken in so many: a busy machine is slow, and no worse for it


@pytest.mark.timeout(900)
def test_killed_three_times_and_then_left_to_end(shell: Shell, tmp_path: Path) -> None:
    names = _written(tmp_path / "docs")
    chance = random.Random(1042)
    for taken in MOMENTS:
        here = _killed(tmp_path, taken, chance.uniform(0, LONGEST))
        assert here < DOCUMENTS, "it was at work still"
        assert here >= taken or not taken, "all that had been told"
        assert shell("store", "check").code == 0

    last = shell("ingest", "docs", "--json").json
    assert (last["failed"], last["new"] + last["unchanged"]) == (0, DOCUMENTS)
    assert last["unchanged"] >= MOMENTS[-1], "what had been told was kept"
    assert shell("store", "check").code == 0
    for name in names:
        assert len(shell("timeline", name, "--json").json["revisions"]) == 1
    found = shell("search", "pallets of shed", "--limit", "100", "--json").json["candidates"]
    assert sorted({one["uri"] for one in found}) == names
    assert len({one["passage_id"] for one in found}) == len(found)

    again = shell("ingest", "docs", "--json").json
    assert (again["unchanged"], again["embedded"]) == (DOCUMENTS, 0)


def _written(folder: Path) -> list[str]:
    folder.mkdir()
    for number in range(DOCUMENTS):
        rows = "\n\n".join(f"Row {row} of shed {number} has {row + number} pallets." for row in range(3))
        (folder / f"shed-{number}-north.md").write_text(f"# Shed {number}\n\n## Rows\n\n{rows}\n\n## Doors\n\nTwo.\n")
    return sorted(path.name for path in folder.iterdir())


def _killed(folder: Path, taken: int, more: float) -> int:
    """Starts the command, kills it a while after it has made the store and taken so many in, and counts them."""
    command = [str(Path(sys.executable).with_name("vigente")), "ingest", "docs", "--json"]
    running = subprocess.Popen(command, cwd=folder, env=dict(os.environ), stdout=subprocess.DEVNULL)
    latest = time.monotonic() + PATIENCE
    while running.poll() is None and _taken(folder / "store.db") < taken and time.monotonic() < latest:
        time.sleep(0.01)
    assert _taken(folder / "store.db") >= taken, "it took so many in, in time"
    time.sleep(more)
    running.send_signal(signal.SIGKILL)
    assert running.wait() == -signal.SIGKILL
    return _taken(folder / "store.db")


def _taken(path: Path) -> int:
    """How many sources the store holds; -1 until it is made."""
    if not path.exists():
        return -1
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as store:
            return int(store.execute("SELECT count(DISTINCT source) FROM revisions").fetchone()[0])
    except sqlite3.OperationalError:  # it is being made
        return -1
