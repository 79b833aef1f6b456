"""Answers from documents that do not agree, judged by hand, and the suite on two written questions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from contract.evidence import (
    Abstention,
    Answer,
    Authority,
    Basis,
    Citation,
    Claim,
    ConflictSet,
    Evidence,
    Resolution,
)
from evals import disputes
from evals.datasets.disputed import AGREED, AMBIGUOUS, BOTH, CORRECT, MISINFO, MISINFORMED, NOISE, Disputed, Paper, read
from evals.disputes import Shown, shown
from evals.records import DataError, Options
from evals.suites import conflicts
from tests.endpoint import endpoint

BRIDGES: dict[str, Any] = {
    "question": "When was the Stone Bridge built?",
    "documents": [
        {"text": "The Stone Bridge of Salto was built in 1911 by masons.", "type": "correct", "answer": "1911"},
        {"text": "The Stone Bridge of Rivera was built in 1924 of granite.", "type": "correct", "answer": "1924"},
        {"text": "The Stone Bridge of Salto was built in 1811 by sailors.", "type": "misinfo", "answer": "1811"},
        {"text": "Share this page with your friends and follow our feed.", "type": "noise", "answer": "unknown"},
    ],
    "gold_answers": ["1911", "1924", "1911"],
    "wrong_answers": ["1811", "1924"],
}
NOISE_TEXTS = (
    "Salto is a city on the river Uruguay.",
    "The weather is mild in spring and the oranges ripen.",
    "Follow our feed.",
)
SPORT = Disputed(
    "d-1",
    "Which sport?",
    (
        Paper("d-1/1", "He plays American football.", CORRECT, "American football"),
        Paper("d-1/2", "He plays the football of old.", MISINFO, "football"),
        Paper("d-1/3", "Buy tickets.", NOISE, ""),
    ),
    ("American football",),
    ("football",),
)


def test_reading(tmp_path: Path) -> None:
    (tmp_path / "some.jsonl").write_text(json.dumps(BRIDGES) + "\n\n", encoding="utf-8")
    (found,) = read(tmp_path)
    assert (found.id, found.gold, found.wrong, found.kind) == ("some-1", ("1911", "1924"), ("1811",), BOTH)
    assert [paper.answer for paper in found.documents] == ["1911", "1924", "1811", ""]
    assert SPORT.kind == MISINFORMED
    assert Disputed("", "", (), ("a",), ()).kind == AGREED
    assert Disputed("", "", (), ("a", "b"), ()).kind == AMBIGUOUS


def test_a_wrong_answer_inside_a_right_one_is_not_shown() -> None:
    assert shown("He plays american football!", SPORT) == Shown(("American football",), ())
    assert shown("American football, not the football.", SPORT) == Shown(("American football",), ("football",))
    assert shown("He is a footballer.", SPORT) == Shown((), ())


def evidence(number: int) -> Evidence:
    paper = SPORT.documents[number - 1]
    return Evidence(
        f"e{number}", f"DOC_{number}", paper.uri, paper.uri, "", "document", Authority.SUPPORTING, "t", None, "r", "en",
        None, None, None, None, "", (), paper.text, (), number, 0.0,
    )  # fmt: skip


def claim(number: int) -> Claim:
    return Claim(
        f"c{number}", SPORT.documents[number - 1].text, (Citation(f"e{number}", f"DOC_{number}", 0, 5),)
    )  # fmt: skip


def answered(*numbers: int, found: tuple[ConflictSet, ...] = ()) -> Answer:
    """An answer that says the documents of these numbers, all of them admitted."""
    text = " ".join(f"{SPORT.documents[number - 1].text} [DOC_{number}]" for number in numbers)
    claims, items = tuple(map(claim, numbers)), tuple(evidence(number) for number in (1, 2, 3))
    return Answer(text, "en", None, 0, 0, Basis.DEFAULT, claims, items, found)


def test_the_right_answer_alone() -> None:
    measures = disputes.scores(SPORT, answered(1), ["d-1/2", "d-1/1"])
    assert measures["exact_match"] == measures["retrieval.recall@5"] == measures["assembly.answers_kept"] == 1.0
    assert measures["wrong_shown"] == measures["grounding.contradicted"] == 0.0
    assert measures["assembly.misinformation_admitted"] == measures["assembly.noise_admitted"] == pytest.approx(1 / 3)
    assert measures["assembly.conflict_recall"] == measures["assembly.resolution_accuracy"] == 0.0
    assert disputes.cause(SPORT, answered(1), ["d-1/1"]) == ""


def test_a_wrong_answer_beside_it() -> None:
    """Two claims, one against; of the two citations one is to a right document."""
    measures = disputes.scores(SPORT, answered(1, 2), [])
    assert (measures["exact_match"], measures["gold_shown"], measures["wrong_shown"]) == (0.0, 1.0, 1.0)
    assert measures["grounding.supported"] == measures["grounding.contradicted"] == 0.5
    assert measures["grounding.citation_precision"] == measures["grounding.citation_completeness"] == 0.5
    assert disputes.cause(SPORT, answered(1, 2), []) == "shows football"
    assert disputes.scores(SPORT, answered(3), [])["grounding.unsupported"] == 1.0


def test_a_conflict_that_is_seen_and_left_open() -> None:
    def of(resolution: Resolution, *members: str) -> Answer:
        return answered(1, found=(ConflictSet("c", "he", "sport", members, members, (), resolution),))

    for answer, recall, accuracy in (
        (of(Resolution.UNRESOLVED, "e1", "e2"), 1.0, 1.0),
        (of(Resolution.GOVERNS, "e1", "e2"), 1.0, 0.0),
        (of(Resolution.UNRESOLVED, "e1", "e3"), 0.0, 1.0),
    ):
        measures = disputes.scores(SPORT, answer, [])
        assert (measures["assembly.conflict_recall"], measures["assembly.resolution_accuracy"]) == (recall, accuracy)


def test_a_refusal_shows_nothing() -> None:
    declined = Answer("Not available: football.", "en", Abstention.NO_EVIDENCE, 0, 0, Basis.DEFAULT)
    measures = disputes.scores(SPORT, declined, ["d-1/1"])
    assert (measures["exact_match"], measures["wrong_shown"], measures["grounding.refusal_accuracy"]) == (0.0, 0.0, 0.0)
    assert measures["grounding.supported"] is None
    assert disputes.cause(SPORT, declined, []) == "declined: no_evidence"


def test_where_a_right_answer_was_lost() -> None:
    other = Answer("Nothing of it.", "en", None, 0, 0, Basis.DEFAULT, (), (evidence(3),))
    assert disputes.cause(SPORT, other, []) == "lacks American football (not retrieved)"
    assert disputes.cause(SPORT, other, ["d-1/1"]) == "lacks American football (not admitted)"
    assert disputes.cause(SPORT, answered(3), ["d-1/1"]) == "lacks American football (admitted, not said)"


def _written(tmp_path: Path) -> Path:
    data = tmp_path / "bridges"
    data.mkdir()
    noise = [{**BRIDGES["documents"][3], "text": text} for text in NOISE_TEXTS]
    alone = {**BRIDGES, "documents": [BRIDGES["documents"][0], *noise], "gold_answers": ["1911"], "wrong_answers": []}
    (data / "some.jsonl").write_text("\n".join(map(json.dumps, (BRIDGES, alone))), encoding="utf-8")
    return data


def test_the_suite(tmp_path: Path) -> None:
    data = _written(tmp_path)
    result = conflicts.run(data, Options(tmp_path / "work"))
    assert result.n == 2
    assert result.by_kind.keys() == {AGREED, BOTH}
    assert result.by_kind[AGREED]["exact_match"] == result.measures["retrieval.recall@5"] == 1.0
    assert result.measures["triad.faithfulness"] == 1.0
    assert "ragas.faithfulness" not in result.measures
    again = conflicts.run(data, Options(tmp_path / "work"))
    assert again.measures == result.measures


def test_a_model_words_the_answers_where_one_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = _written(tmp_path)
    with endpoint(_first_sentence) as where:
        monkeypatch.setenv("VIGENTE_LLM", where.setting())
        conflicts.run(data, Options(tmp_path / "work"))
        assert not where.requests, "a figure is taken without a model unless the run says so"
        conflicts.run(data, Options(tmp_path / "work", llm=where.setting()))
        assert where.requests


def _first_sentence(body: dict[str, Any]) -> str:
    first = json.loads(body["messages"][-1]["content"])["documents"][0]
    return json.dumps({"sentences": [{"text": first["text"], "docs": [first["id"]]}]})


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "line 1 cannot be read as JSON"),
        ("{}", "'documents' should be a list"),
        (json.dumps({**BRIDGES, "gold_answers": []}), "no gold_answers"),
        (json.dumps({**BRIDGES, "documents": [{"text": "a", "type": "lie", "answer": ""}]}), "not 'lie'"),
    ],
)
def test_another_form_is_one_sentence(tmp_path: Path, line: str, said: str) -> None:
    (tmp_path / "some.jsonl").write_text(line, encoding="utf-8")
    with pytest.raises(DataError, match=said):
        read(tmp_path)
