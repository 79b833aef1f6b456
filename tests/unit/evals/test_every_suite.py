"""Whatever the suite: data that is not there, is empty or has another form is one sentence, and exit code 2."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from evals.catalogue import SUITES
from evals.run import main

GENERATED = {"filtered"}
"""Suites whose data is generated: no folder is read."""

WRONG: Mapping[str, Mapping[str, str]] = {
    "asof": {"versions.json": '[{"lang": "en"}]'},
    "cases": {"some.yaml": "- family: 1"},
    "communities": {"one.csv": "a"},
    "conflicts": {"some.jsonl": "{"},
    "dilution": {"docs/some.md": "# Nothing under it"},
    "entailment": {"some.jsonl": "{"},
    "multihop": {"some.json": "{}", "some_corpus.json": "1"},
    "openie": {"some.tsv": "one cell"},
    "retrieval": {"en.json": '{"data": [{}]}'},
    "supersession": {"derogations.json": "{}", "docs/a.md": "# A"},
    "unanswerable": {"en.json": "[]"},
    "versions": {"questions.json": '[{"type": 1}]'},
}


def said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """The exit code of ``evals run``, and what stands on standard error."""
    monkeypatch.setattr(sys, "argv", ["evals", "run", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0), capsys.readouterr().err.strip()


def test_every_suite_is_here() -> None:
    assert WRONG.keys() | GENERATED == set(SUITES)


@pytest.mark.parametrize("suite", sorted(WRONG))
@pytest.mark.parametrize("form", ["missing", "empty", "wrong"])
def test_one_sentence_and_exit_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, suite: str, form: str
) -> None:
    data = tmp_path / "data"
    for name, text in (WRONG[suite] if form == "wrong" else {}).items():
        (data / name).parent.mkdir(parents=True, exist_ok=True)
        (data / name).write_text(text, encoding="utf-8")
    if form == "empty":
        data.mkdir()
    code, line = said(monkeypatch, capsys, suite, "--data", str(data), "--work", str(tmp_path / "work"))
    assert code == 2
    assert len(line.splitlines()) == 1
    assert line.startswith("evals: ")


def test_no_folder_and_none_of_its_own(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, line = said(monkeypatch, capsys, "multihop")
    assert code == 2
    assert "--data" in line
