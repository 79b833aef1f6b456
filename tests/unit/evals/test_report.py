"""The page of figures says what was taken, what is to be reached and what others published."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from contract.time import parse
from evals import report, results, run
from evals.published import Published, beside, table
from evals.records import DataError, Result

MULTIHOP = Result(
    suite="multihop",
    dataset="some & set",
    n=1200,
    measures={"bm25.recall@5": 0.66, "walk.recall@5": 0.985},
    by_kind={"2wikimultihopqa_101": {"bm25.recall@5": 0.661, "walk.recall@5": 0.95}},
    latency_ms={"p50": 1.5, "p95": 3.0, "p99": 40.0},
    settings={"embedder": "bundled"},
    versions={"commit": "abc1234"},
    misses=({"question": "which?"},),
)
DILUTION = Result(
    "dilution", "made", 10, {}, {f"e5-{ratio}": {"ndcg@10": 0.7} for ratio in ("CIR0.00", "CIR0.35", "0.85", "DDAI")}
)
GROWTH = Result("ask", "generated", 2, {}, {"10k": {"p50_ms": 3.0}, "100k": {"p50_ms": 4.0}})
DAY = parse("2026-03-31T10:00:00Z")


def test_a_result_comes_back_as_it_was(tmp_path: Path) -> None:
    path = results.save(MULTIHOP, tmp_path, DAY)
    assert path.name == "multihop-some-set.json"
    assert results.read(path) == results.Kept(MULTIHOP, "2026-03-31")
    assert json.loads(path.read_text(encoding="utf-8"))["measures"]["walk.recall@5"] == 0.985


def test_what_is_no_number_is_left_out() -> None:
    assert results.shape(Result("s", "d", 1, {"a": float("nan"), "b": 1.0}), DAY)["measures"] == {"b": 1.0}


def test_published_figures_stand_beside() -> None:
    found = [(line.measure, kind, line.reached(value)) for line, kind, value in beside(MULTIHOP)]
    assert found == [("walk.recall@5", "2wikimultihopqa_101", False)]
    assert Published("s", "m", reach=0.1, at_most=True).reached(0.05)
    assert Published("s", "m", published=0.9).reached(0.5) is None
    assert all(line.reach is not None or line.by for line in table())


def test_a_figure_of_a_server_has_its_own_to_reach() -> None:
    lines = [
        Published("walk", "p50_ms", server=server, reach=reach) for server, reach in (("", 1), ("neo4j", 8), (None, 9))
    ]
    here = Result("walk", "generated", 1, {"p50_ms": 3.0})
    there = replace(here, settings={"store": "neo4j"})
    assert [line.reach for line, _, _ in beside(here, lines)] == [1, 9]
    assert [line.reach for line, _, _ in beside(there, lines)] == [8, 9]


def test_the_page(tmp_path: Path) -> None:
    for result in (MULTIHOP, DILUTION, GROWTH):
        results.save(result, tmp_path / "results", DAY)
    kept = results.read_all(tmp_path / "results")
    page, markdown = report.write(kept, tmp_path / "page")
    said = markdown.read_text(encoding="utf-8")
    assert "n = 1,200; taken on 2026-03-31; commit abc1234" in said
    assert "| multihop | some & set | 2wikimultihopqa_101 | walk.recall@5 | 0.950 ✗ | 1,200 | ≥ 0.97 | 0.904 |" in said
    assert "some &amp; set" in page.read_text(encoding="utf-8")
    drawn = {path.name for path in (tmp_path / "page" / "figures").iterdir()}
    assert drawn == {
        "latency.svg", "multihop-some-set-recall-5.svg", "dilution-made-by.svg", "ask-generated-growth.svg",
    }  # fmt: skip
    first = {path: path.read_bytes() for path in (tmp_path / "page").rglob("*.*")}
    report.write(kept, tmp_path / "page")
    assert {path: path.read_bytes() for path in (tmp_path / "page").rglob("*.*")} == first


def test_a_part_of_the_data_and_the_layers_are_told_apart(tmp_path: Path) -> None:
    measures = {"exact_match": 0.5, "retrieval.recall@5": 0.25, "grounding.supported": 0.75, "triad.faithfulness": 1.0}
    some = Result("conflicts", "ramdocs", 2, measures, settings={"limit": "2"}, misses=({"cause": "a"},))
    page, markdown = report.write([results.Kept(some, "2026-03-31")], tmp_path)
    said = markdown.read_text(encoding="utf-8")
    assert "| conflicts | ramdocs | all | exact_match | 0.500 | 2* |  | 0.326 |" in said
    assert "Of a part of the data: --limit 2" in said
    assert "1 items went wrong" in said
    assert [line for line in said.splitlines() if line.startswith("###")] == [
        "### Retrieval", "### Grounding", "### Triad",
    ]  # fmt: skip
    assert '<a href="#conflicts-ramdocs">' in page.read_text(encoding="utf-8")


def test_what_both_stores_came_to_stands_side_by_side(tmp_path: Path) -> None:
    here = Result("filtered", "generated", 9, {"recall@10": 0.995}, {"1-far": {"recall@10": 1.0}}, {"p50": 3.0})
    there = replace(here, measures={"recall@10": 0.992}, latency_ms={"p50": 6.5}, settings={"store": "neo4j"})
    files = {results.save(result, tmp_path / "results", DAY).name for result in (here, there)}
    assert files == {"filtered-generated.json", "filtered-generated-neo4j.json"}
    _, markdown = report.write(results.read_all(tmp_path / "results"), tmp_path / "page")
    said = markdown.read_text(encoding="utf-8")
    assert "| kind | measure | sqlite | neo4j |" in said
    assert "| all | recall@10 | 0.995 | 0.992 |" in said
    assert "| all | p50_ms | 3.000 | 6.500 |" in said
    assert "## filtered · generated · neo4j" in said


def test_a_result_with_a_model_stands_beside_the_one_without(tmp_path: Path) -> None:
    plain = Result("conflicts", "ramdocs", 2, {"exact_match": 0.5})
    worded = replace(plain, measures={"exact_match": 0.25}, settings={"llm": "small/chat"})
    files = {results.save(result, tmp_path / "results", DAY).name for result in (plain, worded)}
    assert files == {"conflicts-ramdocs.json", "conflicts-ramdocs-small-chat.json"}
    _, markdown = report.write(results.read_all(tmp_path / "results"), tmp_path / "page")
    said = markdown.read_text(encoding="utf-8")
    assert "## conflicts · ramdocs · small/chat" in said
    assert "| conflicts | ramdocs (small/chat) | all | exact_match | 0.250 | 2 |" in said


def test_no_results_and_wrong_results_are_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="holds no results"):
        results.read_all(tmp_path)
    (tmp_path / "a.json").write_text('{"suite": "x"}', encoding="utf-8")
    with pytest.raises(DataError, match="is no result of a suite"):
        results.read_all(tmp_path)


def test_an_unknown_bench_is_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["evals", "bench", "unheard-of"])
    with pytest.raises(SystemExit) as ended:
        run.main()
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("evals: no bench 'unheard-of'")
