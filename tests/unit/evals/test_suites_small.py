"""The command line of the evals on tiny sets: a suite runs and writes its result; wrong data is one sentence and exit 2."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from evals.catalogue import SUITES
from evals.run import main

CORPUS = [
    {"title": "Ana Ruiz", "text": "Ana Ruiz is a baker who was born in Salto."},
    {"title": "Salto", "text": "Salto is a city on the river Uruguay."},
    {"title": "Paysandu", "text": "Paysandu is another city."},
]
HOPS = [{"question": "On which river is the city where Ana Ruiz was born?", "gold": ["Ana Ruiz", "Salto"]}]


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["evals", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0)


def test_multihop_on_three_passages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    data, out = tmp_path / "data", tmp_path / "out"
    data.mkdir()
    (data / "tiny_corpus.json").write_text(json.dumps(CORPUS), encoding="utf-8")
    (data / "tiny_1.json").write_text(json.dumps(HOPS), encoding="utf-8")
    work = str(tmp_path / "work")
    assert run(monkeypatch, "run", "multihop", "--data", str(data), "--out", str(out), "--work", work) == 0
    (written,) = out.glob("multihop-*.json")
    result = json.loads(written.read_text(encoding="utf-8"))
    assert result["n"] == 1
    assert result["measures"]["walk.all@5"] == 1.0
    assert {f"{method}.recall@2" for method in ("bm25", "dense", "rrf", "walk")} <= result["measures"].keys()


@pytest.mark.parametrize("suite", [*SUITES, "unheard-of"])
def test_data_that_is_not_there_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, suite: str
) -> None:
    assert run(monkeypatch, "run", suite, "--data", str(tmp_path / "nowhere"), "--work", str(tmp_path / "work")) == 2
    said = capsys.readouterr().err.strip().splitlines()
    assert len(said) == 1
    assert said[0].startswith("evals: ")
