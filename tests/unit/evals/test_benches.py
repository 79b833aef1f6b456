"""A small run of each bench, and what it generates."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.bench import ask, filtered, ingest, leiden, neo4j_kill, neo4j_load, walk
from evals.datasets.agrifood import Document, Part, made
from evals.records import DataError, Options
from graph.bolt.database import Address
from graph.bolt.emptying import empty
from tests import neo4j_server


def test_filtered(tmp_path: Path) -> None:
    result = filtered.run(Options(tmp_path, limit=200))
    assert result.n == 800
    assert result.by_kind["10-far"].keys() == {"p50_ms", "p95_ms", "p99_ms", "exact_p50_ms", "to_exact"}


def test_leiden(tmp_path: Path) -> None:
    result = leiden.run(Options(tmp_path, limit=600))
    measures = result.measures
    assert result.n == 600
    assert measures["quality"] == pytest.approx(1.0, abs=0.05)
    assert measures["peak_mb"] > 1
    with pytest.raises(DataError, match="--limit"):
        leiden.run(Options(tmp_path, limit=5))


def test_the_graph_of_leiden() -> None:
    edges = leiden.generated(1000, seed=1)
    assert len(edges) == len({frozenset(pair) for pair in edges}) > 3500
    inside = sum(int(one) // 50 == int(other) // 50 for one, other in edges)
    assert 0.6 < inside / len(edges) < 0.75
    later, moving = leiden.changed(edges, 1000, seed=1)
    assert len(set(edges) - set(later)) == 3
    assert {node for pair in set(edges) ^ set(later) for node in pair} <= moving
    assert len(moving) <= 9


def test_walk(tmp_path: Path) -> None:
    result = walk.run(Options(tmp_path, limit=200))
    assert result.n == 20
    assert result.measures["reached"] > 20
    assert walk.run(Options(tmp_path, limit=200)).measures["reached"] == result.measures["reached"]
    with pytest.raises(DataError, match="--limit"):
        walk.run(Options(tmp_path, limit=5))


def test_walk_and_load_in_a_server(tmp_path: Path) -> None:
    where = neo4j_server.uri()
    neo4j_server.empty(where)
    options = Options(tmp_path, limit=100, store=where)
    assert walk.run(options).measures["reached"] == walk.run(Options(tmp_path / "file", limit=100)).measures["reached"]
    assert neo4j_load.run(options).by_kind.keys() == {"long", "short"}
    empty(Address(where))  # with the vector index: other tests have vectors of another size


def test_what_needs_a_server_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VIGENTE_NEO4J_START", raising=False)
    with pytest.raises(DataError, match="--store neo4j"):
        neo4j_load.run(Options(tmp_path))
    with pytest.raises(DataError, match="VIGENTE_NEO4J_START"):
        neo4j_kill.run(Options(tmp_path))


def test_ask(tmp_path: Path) -> None:
    result = ask.run(Options(tmp_path, limit=400))
    assert result.by_kind.keys() == {"40", "400"}
    assert result.measures["growth"] > 0
    assert result.measures["ask_p50_ms"] >= result.measures["assemble_p50_ms"] >= result.measures["retrieve_p50_ms"] > 0


def test_questions_find_their_page(tmp_path: Path) -> None:
    corpus = ask.Written(100, seed=1)
    first = next(corpus.pages())
    assert (len(first.texts), first.vectors.shape) == (20, (20, 384))
    (text, vector), *_ = corpus.questions(3)
    assert text == ask.Written(100, seed=1).questions(3)[0][0]
    title = text.removeprefix("What does ").partition(" say")[0]
    assert title in {page.title for page in corpus.pages()}
    assert len(vector) == 4 * 384


def test_one_per_cent_of_the_sentences_changes() -> None:
    documents = [each for each in made(seed=1, questions=20).documents if each.kind == "legal"]
    before, after = ingest.changed(documents, seed=1)
    sentences = sum(len(part.units) for document in documents for part in document.parts)
    assert after.count("salvo fuerza mayor") == max(1, sentences // 100)
    assert after.replace(", salvo fuerza mayor.", ".") == before


def test_ingest(tmp_path: Path) -> None:
    parts = tuple(Part(str(number), (f"El plazo {number} es de {number} días.", "Se anota.")) for number in range(4))
    short = Document("a", "legal", "Orden uno", "Trata de plazos.", parts)
    measures = ingest.measured([short], [short], Options(tmp_path)).measures
    assert measures["share_of_encoder_cpu"] > 0  # how much is for the bench to tell: other work shares the machine here
    assert measures["again_share"] > 0
    assert 0.5 < measures["again_carried_over"] < 1
