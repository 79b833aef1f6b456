"""Tuples by words, worked out by hand, and the suite on two small files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evals.datasets.tuples import read
from evals.records import DataError, Options
from evals.suites import openie
from evals.tuples import Extracted, Matched, matched, pair, scores
from tests.endpoint import endpoint

GOLD = Extracted("was born in", ("Ada Lovelace", "London"))


def test_a_pair_by_hand() -> None:
    """Shared: was, born / Lovelace / London = 4; the extracted tuple has 5 words, the gold one 6."""
    assert pair(GOLD, Extracted("was born", ("Lovelace", "rainy London"))) == (
        pytest.approx(4 / 5),
        pytest.approx(4 / 6),
    )
    assert pair(GOLD, GOLD) == (1.0, 1.0)


def test_pairs_that_do_not_compare() -> None:
    assert pair(GOLD, Extracted("moved to", ("Ada Lovelace", "London"))) is None
    assert pair(GOLD, Extracted("was born in", ("Ada Lovelace",))) is None


def test_slots_that_one_side_lacks() -> None:
    """A third argument of the extracted one does not count; one of the gold one counts as not recalled (2 of 8 words)."""
    assert pair(GOLD, Extracted("was born in", ("Ada Lovelace", "London", "in 1815"))) == (1.0, 1.0)
    longer = Extracted("was born in", ("Ada Lovelace", "London", "in 1815"))
    assert pair(longer, GOLD) == (1.0, pytest.approx(6 / 8))


def test_a_word_counts_as_often_as_it_stands() -> None:
    assert pair(Extracted("is", ("a a", "b")), Extracted("is", ("a", "b b"))) == (
        pytest.approx(3 / 4),
        pytest.approx(3 / 4),
    )


def test_one_extracted_tuple_recalls_several_and_is_precise_once() -> None:
    other = Extracted("was born in", ("Ada Lovelace", "1815"))
    found = matched([GOLD, other], [GOLD, Extracted("said", ("Ada", "so"))])
    assert found == Matched(precise=1.0, recalled=pytest.approx(1 + 5 / 6), found=2, gold=2)
    assert scores([found, Matched(0.0, 0.0, 0, 2)]) == {
        "precision": 0.5,
        "recall": pytest.approx((1 + 5 / 6) / 4, abs=1e-4),
        "f1": pytest.approx(2 * 0.5 * 0.4583 / 0.9583, abs=1e-3),
    }


def test_nothing_extracted() -> None:
    assert scores([matched([GOLD], [])]) == {"recall": 0.0, "f1": 0.0}


def test_the_suite(tmp_path: Path) -> None:
    (tmp_path / "en.tsv").write_text("Opening hours: 8 h\tare\tOpening hours\t8 h\nShe left .\tleft\tShe\n")
    spanish = {"El riego es por goteo .": [{"pred": "es", "arg0": "El riego", "arg1": "por goteo", "arg2": ""}]}
    (tmp_path / "es.json").write_text(json.dumps(spanish, ensure_ascii=False))
    first, second = read(tmp_path)
    assert first.sentences[1] == ("She left .", (Extracted("left", ("She",)),))
    assert second.sentences[0][1] == (Extracted("es", ("El riego", "por goteo")),)
    assert (first.language, second.language) == ("en", "es")
    result = openie.run(tmp_path, Options(tmp_path))
    assert result.n == 3
    assert {"en", "es", "en.keyvalue", "es.clauses"} <= result.by_kind.keys()
    assert result.by_kind["es.clauses"]["recall"] == 1.0
    assert result.by_kind["en.keyvalue"]["recall"] == 0.0


def test_a_model_that_states_facts_is_one_more_extractor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "en.tsv").write_text("Mary left Rome .\tleft\tMary\tRome\n")
    triple = {"quote": "Mary left Rome", "subject": "Mary", "predicate": "left", "object": "Rome"}
    said = [{**triple, "polarity": "affirmed", "modality": "", "qualifiers": []}]
    with endpoint(lambda _: json.dumps({"triples": [*said, {**said[0], "object": "Paris"}]})) as where:
        monkeypatch.setenv("VIGENTE_LLM", where.setting())
        monkeypatch.setenv("VIGENTE_LLM_EXTRACTION", "1")
        result = openie.run(tmp_path, Options(tmp_path))
    assert result.by_kind["en.model"]["f1"] == 1.0
    assert result.settings["model"] == "small"


def test_what_has_another_form_is_said(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="holds no tuples"):
        read(tmp_path)
    (tmp_path / "a.tsv").write_text("only one cell\n")
    with pytest.raises(DataError, match="line 1"):
        read(tmp_path)
    (tmp_path / "a.tsv").unlink()
    (tmp_path / "a.json").write_text('{"She left.": [{"arg0": "She"}]}')
    with pytest.raises(DataError, match="pred"):
        read(tmp_path)
