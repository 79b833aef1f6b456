"""Refitting the refusal score to one's own questions by the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grounding.refusal_model import load, shipped
from tests.flows.conftest import Shell
from tests.flows.desk import Desk

ANSWERED = (
    "What is the refund window?", "¿Cuál es el plazo de reembolso?", "What is the payment term?",
    "How long do claims have to be filed?", "¿Cuál es el calibre mínimo de los arándanos?", "How is fruit packed for export?",
    "¿A qué temperatura se guardan los arándanos?", "Who may open the cold room?", "¿Qué es la trazabilidad?",
    "What does the price list say of blueberries?",
)  # fmt: skip
ELSEWHERE = (
    "Who won the 1972 world chess championship?", "How far is the moon?", "¿Quién pintó Las meninas?",
    "¿Qué altura tiene el Kilimanjaro?", "Which river flows through Vienna?", "Who wrote Don Quixote?",
    "¿Cuántos planetas tiene el sistema solar?", "What is the capital of Mongolia?", "¿Cuándo cayó el muro de Berlín?",
    "How many strings has a violin?",
)  # fmt: skip


@pytest.fixture
def reading(in_file: Desk, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell over the examples, which a refit only reads."""
    monkeypatch.setenv("VIGENTE_STORE", in_file.product.settings.store)
    return shell


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    lines = [{"question": each, "answerable": True} for each in ANSWERED]
    lines += [{"question": each, "answerable": False} for each in ELSEWHERE]
    path = tmp_path / "labels.jsonl"
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    return path


def test_a_refit_shows_what_changes_and_is_read_from_then_on(reading: Shell, labels: Path, tmp_path: Path) -> None:
    tried = reading("refusal", "refit", labels, "--dry-run", "--json").json
    assert tried["written"] is None
    assert tried["labels"] == len(ANSWERED) + len(ELSEWHERE)
    assert all(one["after"]["auc"] >= one["before"]["auc"] - 0.1 for one in tried["refitted"])
    target = tmp_path / "kept" / "refusal.yaml"
    done = reading("refusal", "refit", labels, VIGENTE_REFUSAL=str(target), LANG="es_ES.UTF-8")
    assert done.code == 0
    assert "Escrito en" in done.out
    assert load(target) != shipped()
    asked = reading("ask", ELSEWHERE[0], "--json", VIGENTE_REFUSAL=str(target)).json
    assert asked["abstained"] == "below_threshold"


def test_what_is_wrong_is_one_sentence(shell: Shell, labels: Path, tmp_path: Path) -> None:
    assert "VIGENTE_REFUSAL" in shell("refusal", "refit", labels).refused(2)
    few = tmp_path / "few.jsonl"
    few.write_text('{"question": "What is it?", "answerable": true}\n', encoding="utf-8")
    assert "at least 10 of each" in shell("refusal", "refit", few, "--dry-run").refused(2)
    few.write_text('{"question": "What is it?"}\n', encoding="utf-8")
    assert "line 1" in shell("refusal", "refit", few, "--dry-run").refused(2)
    few.write_text('{"question": "What is it?", "answerable": "yes"}\n', encoding="utf-8")
    assert "'yes'" in shell("refusal", "refit", few, "--dry-run").refused(2)
    assert "cannot be read" in shell("refusal", "refit", tmp_path / "none.jsonl", "--dry-run").refused(2)
    assert "few of each" in shell("refusal", "refit", labels, "--dry-run").refused(2), "an empty store finds nothing"
    gone = str(tmp_path / "gone.yaml")
    assert "vigente refusal refit" in shell("ask", "What is it?", VIGENTE_REFUSAL=gone).refused(2)
