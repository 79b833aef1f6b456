"""The made corpus, contexts of a known length, and the scores by hand."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from contract.ports import Embedder
from evals import dilution
from evals.datasets.agrifood import SPECIFIC, THEMATIC, Asked, Corpus, Document, Part, made
from evals.datasets.headed import read
from evals.dilution import DDAI, STRATEGIES, Chunk, Found, Setting, judged, scores
from evals.late import MaxSims, TokenEmbedder
from evals.product import Timer
from evals.records import DataError, Options
from evals.suites import dilution as suite
from evals.suites.dilution import MAXSIM, late, measured
from language.words import stems


class Words:
    """Vectors of hashed stems; a token is a word. Reads ``limit`` of them."""

    name, dimension = "words", 256

    def __init__(self, limit: int = 400) -> None:
        self.limit = limit

    def count(self, text: str) -> int:
        return len(text.split())

    def query(self, text: str) -> bytes:
        row = np.zeros(self.dimension)
        for stem in stems(text, "es"):
            row[hashlib.sha256(stem.encode()).digest()[0]] += 1.0
        return (row / (np.linalg.norm(row) or 1.0)).astype("<f4").tobytes()

    def passages(self, texts: Sequence[str]) -> list[bytes]:
        assert all(self.count(text) <= self.limit for text in texts)
        return [self.query(text) for text in texts]


class Tokens(Words):
    """One row a word: the axis of its hash."""

    def tokens(self, text: str, *, asked: bool = False) -> dilution.Floats:
        return np.eye(256, dtype=np.float32)[[hashlib.sha256(word.encode()).digest()[0] for word in text.split()]]


def test_the_whole_corpus() -> None:
    corpus = made(seed=1)
    kinds = [document.kind for document in corpus.documents]
    assert (kinds.count("legal"), kinds.count("technical"), kinds.count("tabular")) == (150, 200, 150)
    assert len({document.title for document in corpus.documents}) == 500
    intents = [asked.intent for asked in corpus.questions]
    assert (intents.count(SPECIFIC), intents.count(THEMATIC)) == (500, 500)
    assert len({asked.text for asked in corpus.questions}) == 1000
    assert corpus == made(seed=1)
    assert corpus != made(seed=2)
    every = [text for document in corpus.documents for part in document.parts for text in (part.heading, *part.units)]
    assert not [text for text in (*every, *(asked.text for asked in corpus.questions)) if set("{}<>[]") & set(text)]


def test_a_specific_question_is_answered_by_a_number_where_it_says() -> None:
    corpus = made(seed=1, questions=60)
    documents = {document.id: document for document in corpus.documents}
    for asked in corpus.questions:
        part = documents[asked.document].parts[asked.part]
        assert (asked.unit is None) == (asked.intent == THEMATIC)
        if asked.unit is not None:
            assert any(char.isdigit() for char in part.units[asked.unit])


def document(*parts: Part) -> Document:
    return Document("d", "legal", "Orden uno", "Trata de uno.", parts)


def test_parts_are_cut_at_their_units(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dilution, "CHUNK", 6)
    found = list(
        dilution.cut(
            document(
                Part(
                    "1",
                    ("a b c", "d e f", "g h"),
                ),
                Part("2", ("r 1", "r 2", "r 3"), "h h"),
            ),
            Words().count,
        )
    )
    assert [(each.part, each.units, each.text) for each in found] == [
        (0, range(2), "a b c d e f"),
        (0, range(2, 3), "g h"),
        (1, range(2), "h h\nr 1\nr 2"),
        (1, range(2, 3), "h h\nr 3"),
    ]


def test_a_context_is_as_long_as_the_ratio_says() -> None:
    """20 words: 20 · .35 / .65 = 10.8 → 10; DDAI has room for 10 and a short text takes the path alone."""
    parts = (Part("Uno", (" ".join(["x"] * 20),)), Part("Dos", (" ".join(["y"] * 200),)))
    setting = Setting(Words(), Corpus((document(*parts),), ()))
    chunk = setting.chunks[0]
    lengths = [len(setting.context(chunk, strategy).split()) for strategy in STRATEGIES]
    assert lengths == [0, 3, 10, 30, 113, 4]
    assert setting.context(chunk, DDAI) == "Orden uno > Uno"
    assert setting.context(chunk, "CIR0.35").startswith("Orden uno > Uno Trata de uno. y")


def test_long_texts_are_the_mean_of_their_windows() -> None:
    """Windows of 3, 3 and 1 words: 3 a + 3 b + 1 c, at length 1."""
    embedder: Embedder = Words(limit=3)
    text = "trigo trigo trigo olivar olivar olivar vino"
    assert list(dilution.windows(text, embedder)) == ["trigo trigo trigo", "olivar olivar olivar", "vino"]
    one, other, last = (np.frombuffer(embedder.query(word), dtype="<f4") for word in ("trigo", "olivar", "vino"))
    expected = 3 * one + 3 * other + last
    assert np.allclose(dilution.embedded([text], embedder)[0], expected / np.linalg.norm(expected), atol=1e-6)


CHUNKS = (
    Chunk("a", 0, range(2), "", 1),
    Chunk("a", 0, range(2, 4), "", 1),
    Chunk("a", 1, range(1), "", 1),
    Chunk("b", 0, range(2), "", 1),
)


def test_judging_by_hand() -> None:
    specific, thematic = Asked("", SPECIFIC, "a", 0, 2), Asked("", THEMATIC, "a", 0)
    assert judged(specific, CHUNKS, [1, 0, 2, 3]) == Found(specific, 1.0, 1.0, True, False)
    assert judged(specific, CHUNKS, [2, 1, 0, 3]) == Found(specific, 1 / math.log2(3), 1.0, False, True)
    assert not judged(specific, CHUNKS, [0, 1, 2, 3]).wrong_section
    assert not judged(specific, CHUNKS, [3, 1, 2, 0]).wrong_section
    best = 1 + 1 / math.log2(3)
    found = judged(thematic, CHUNKS, [2, 0, 3, 1])
    assert found.ndcg == pytest.approx((1 / math.log2(3) + 1 / math.log2(5)) / best)
    assert (found.recall, found.right, found.wrong_section) == (1.0, False, True)


def test_scores_by_hand() -> None:
    specific, thematic = Asked("", SPECIFIC, "a", 0, 2), Asked("", THEMATIC, "a", 0)
    found = [
        Found(specific, 1.0, 1.0, True, False),
        Found(specific, 0.5, 1.0, False, True),
        Found(thematic, 0.0, 0.0, False, False),
        Found(thematic, 0.5, 0.5, False, False),
    ]
    assert scores(found) == {
        "ndcg@10": 0.5,
        "recall@5_specific": 1.0,
        "ndcg@10_specific": 0.75,
        "recall@5_thematic": 0.25,
        "ndcg@10_thematic": 0.25,
        "wrong_section": 0.3333,
    }


def test_every_strategy_on_few_documents(tmp_path: Path) -> None:
    corpus = made(seed=1, questions=20)
    kinds, _ = measured(corpus, Words(), "words", Options(tmp_path), Timer())
    assert kinds.keys() == {f"words-{strategy}" for strategy in STRATEGIES}
    assert kinds["words-CIR0.00"]["cir"] == 0.0
    assert kinds["words-CIR0.35"]["cir"] == pytest.approx(0.35, abs=0.02)
    assert kinds["words-DDAI"]["cir"] <= 0.35
    assert kinds["words-CIR0.15"]["ndcg@10"] > kinds["words-CIR0.00"]["ndcg@10"]


def test_late_interaction_by_hand() -> None:
    """Two of the question's three words stand in the text; in windows of two words too."""
    compared = MaxSims(Tokens(limit=2), Tokens(limit=2), ["trigo olivar vino", "vino"])
    row = np.frombuffer(compared.passages(["trigo verde olivar"])[0], dtype="<f4")
    assert row.tolist() == pytest.approx([2 / 3, 0.0])
    assert not isinstance(Words(), TokenEmbedder)


def test_every_strategy_by_late_interaction(tmp_path: Path) -> None:
    corpus = made(seed=1, questions=10)
    kinds = late(corpus, Tokens(), Tokens(), f"words{MAXSIM}", Options(tmp_path))
    assert kinds.keys() == {f"words+maxsim-{strategy}" for strategy in STRATEGIES}
    assert kinds == late(corpus, Tokens(), Tokens(), f"words{MAXSIM}", Options(tmp_path))


LAW = """---
title: Ley 1
---
# Ley 1 del riego

## Artículo 1

El riego de los olivares jóvenes necesita un permiso anual del municipio. Quien riega sin permiso paga una multa grave al tesoro.

## Artículo 2

Los permisos duran doce meses desde la fecha de su firma municipal. El municipio publica cada permiso en su tablón oficial.

| Cultivo permitido | Riego semanal máximo |
|---|---|
| Olivar joven de regadío intensivo controlado | veinte litros semanales por planta |
| Viña vieja de secano tradicional protegido | ningún riego durante todo el verano |
"""


def test_real_documents(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "ley-1.md").write_text(LAW, encoding="utf-8")
    (tmp_path / "docs" / "empty.md").write_text("# Nada", encoding="utf-8")
    corpus = read(tmp_path, 20, seed=1)
    (found,) = corpus.documents
    assert (found.title, found.kind) == ("Ley 1", "es")
    assert [part.heading.rpartition(" > ")[2] for part in found.parts] == ["Artículo 1", "Artículo 2", "Artículo 2"]
    assert (found.parts[1].head, found.parts[1].units[0][:15]) == (
        "| Cultivo permitido | Riego semanal máximo |",
        "| Olivar joven ",
    )
    assert len(found.parts[2].units) == 2
    intents = [asked.intent for asked in corpus.questions]
    assert (intents.count(SPECIFIC), intents.count(THEMATIC)) == (5, 3)
    assert all(asked.text.startswith(("En Ley 1, ¿", "¿Qué parte de Ley 1 ")) for asked in corpus.questions)
    for asked in corpus.questions:
        part = found.parts[asked.part]
        place = " ".join(part.units) if asked.unit is None else part.units[asked.unit]
        said = asked.text.rpartition("sobre " if asked.intent == SPECIFIC else "trata de ")[2].rstrip("?")
        assert all(word in place.casefold() for word in said.split(", "))
    kinds, _ = measured(corpus, Words(), "words", Options(tmp_path), Timer())
    assert kinds["words-CIR0.00"]["ndcg@10"] > 0.5
    assert read(tmp_path, 20, seed=1) == corpus


def test_a_folder_without_documents_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="holds no documents"):
        read(tmp_path, 10, seed=1)
    (tmp_path / "a.md").write_text("# Nada", encoding="utf-8")
    with pytest.raises(DataError, match="no documents with sections"):
        read(tmp_path, 10, seed=1)


def test_the_suite_on_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suite, "AT_HAND", ())
    data, work = tmp_path / "laws", Options(tmp_path / "work", limit=4)
    data.mkdir()
    (data / "ley-1.md").write_text(LAW, encoding="utf-8")
    result = suite.run(data, work)
    assert (result.n, result.dataset) == (4, "laws")
    assert {f"bundled-{strategy}" for strategy in STRATEGIES} <= result.by_kind.keys()
    assert result.measures["ndcg@10"] == result.by_kind[f"bundled-{DDAI}"]["ndcg@10"] > 0
