"""The command line of the evals on tiny sets: a suite runs and writes its result; wrong data is one sentence and exit 2."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from evals.catalogue import SUITES
from evals.datasets import hops
from evals.records import Options
from evals.run import main
from evals.suites import retrieval, unanswerable
from grounding.refusal_model import Sort, load, shipped

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


def squad(contexts: Mapping[str, tuple[str, str, str, str]]) -> str:
    """Articles by title: a paragraph, its question and answer, and a question that it does not answer."""
    articles = []
    for title, (text, question, answer, other) in contexts.items():
        asked = [
            {"id": f"{title} 1", "question": question, "answers": [{"text": answer, "answer_start": 0}]},
            {"id": f"{title} 2", "question": other, "answers": [], "is_impossible": True},
        ]
        articles.append({"title": title, "paragraphs": [{"context": text, "qas": asked if other else asked[:1]}]})
    return json.dumps({"data": articles})


ENGLISH = {
    "Almond": ("The almond tree flowers in February.", "When does the almond tree flower?", "February", ""),
    "Carob": (
        "Carob pods were a measure of weight.",
        "What were carob pods?",
        "a measure of weight",
        "Who ate carob pods?",
    ),
}
SPANISH = {
    "Almond": ("El almendro florece en febrero.", "¿Cuándo florece el almendro?", "febrero", ""),
    "Carob": ("La algarroba fue una medida de peso.", "¿Qué fue la algarroba?", "una medida de peso", ""),
}


@pytest.fixture
def articles(tmp_path: Path) -> Path:
    data = tmp_path / "articles"
    data.mkdir()
    (data / "en.json").write_text(squad(ENGLISH), encoding="utf-8")
    (data / "es.json").write_text(squad(SPANISH), encoding="utf-8")
    return data


def test_retrieval_in_each_language_and_across(articles: Path, tmp_path: Path) -> None:
    result = retrieval.run(articles, Options(tmp_path / "work"))
    assert result.n == 4
    assert {"en", "es", "es-en"} < result.by_kind.keys()
    assert {"en.date", "es.date"} <= result.by_kind.keys()
    assert result.measures["product.cpu_ms"] > 0
    assert result.by_kind["en"]["product.recall@1"] == result.by_kind["es"]["bm25.mrr"] == 1.0
    assert result.by_kind["es-en"]["dense.recall@5"] == 1.0
    assert {f"{method}.recall@1" for method in ("bm25", "dense", "rrf", "product")} <= result.measures.keys()
    again = retrieval.run(articles, Options(tmp_path / "work", limit=1))
    assert again.n == 2


def test_an_article_that_is_hidden_is_not_there(
    monkeypatch: pytest.MonkeyPatch, articles: Path, tmp_path: Path
) -> None:
    result = unanswerable.run(articles, Options(tmp_path / "work"))
    assert result.n == 9
    assert result.by_kind["off_corpus"]["turn_away"] == 1.0
    assert result.by_kind["off_corpus"]["auc"] == 1.0
    assert result.by_kind["off_corpus"]["acl_violation"] == result.by_kind["off_corpus"]["blocked"] == 0.0
    assert result.by_kind["adversarial"].keys() == {"keep", "turn_away", "auc", "holds_answer", "blocked"}
    assert result.measures["holds_answer"] <= result.measures["keep"]
    file = tmp_path / "refusal.yaml"
    where = ("--data", str(articles), "--work", str(tmp_path / "work"))
    assert run(monkeypatch, "fit", "refusal", *where, "--out", str(file)) == 0
    assert run(monkeypatch, "fit", "answers", *where) == 2
    made = load(file)
    assert made[Sort.VECTORS] == shipped()[Sort.VECTORS], "so few passages are asked without vectors"
    assert made[Sort.LEXICAL] != shipped()[Sort.LEXICAL]


@pytest.mark.parametrize(
    ("suite", "files", "said"),
    [
        ("multihop", {}, "holds no questions"),
        ("multihop", {"a.json": "[]"}, "has no corpus"),
        ("multihop", {"a.json": "[]", "a_corpus.json": "[]"}, "holds no questions"),
        ("multihop", {"a.json": '[{"question": 1}]', "a_corpus.json": '{"t": "text"}'}, "'question' should be a text"),
        ("multihop", {"a.json": '[{"question": "q"}]', "a_corpus.json": '{"t": "text"}'}, "'paragraphs'"),
        ("multihop", {"a.json": "{", "a_corpus.json": "[]"}, "cannot be read as JSON"),
        ("retrieval", {"en.json": '{"data": []}'}, "holds no questions"),
        ("retrieval", {"en.json": "[]"}, "has another form"),
        ("unanswerable", {"en.json": '{"data": [{"paragraphs": [{"context": 1, "qas": []}]}]}'}, "'context' should be"),
    ],
)
def test_another_form_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    suite: str,
    files: Mapping[str, str],
    said: str,
) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert run(monkeypatch, "run", suite, "--data", str(tmp_path), "--work", str(tmp_path / "work")) == 2
    (line,) = capsys.readouterr().err.strip().splitlines()
    assert said in line


def test_every_way_to_name_gold(tmp_path: Path) -> None:
    asked = [
        {"question": "q", "gold": ["A"]},
        {"question": "q", "type": "bridge", "supporting_facts": [["A", 0], ["B", 2]]},
        {
            "question": "q",
            "paragraphs": [{"title": "B", "is_supporting": True}, {"title": "C", "is_supporting": False}],
        },
    ]
    (tmp_path / "set_1.json").write_text(json.dumps(asked), encoding="utf-8")
    (tmp_path / "set_corpus.json").write_text(json.dumps({"A": ["One.", " Two."], "B": "Three."}), encoding="utf-8")
    (found,) = hops.read(tmp_path)
    assert [question.gold for question in found.questions] == [{"A"}, {"A", "B"}, {"B"}]
    assert found.passages == (("A", "One. Two."), ("B", "Three."))


@pytest.mark.parametrize("suite", [*SUITES, "unheard-of"])
def test_data_that_is_not_there_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, suite: str
) -> None:
    assert run(monkeypatch, "run", suite, "--data", str(tmp_path / "nowhere"), "--work", str(tmp_path / "work")) == 2
    said = capsys.readouterr().err.strip().splitlines()
    assert len(said) == 1
    assert said[0].startswith("evals: ")
