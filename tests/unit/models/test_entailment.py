"""An entailment model by its name: a tiny one made here, and what is none."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import pytest

from contract.errors import ModelUnavailable, SettingsError
from models.entailment import RULES, open_entailment


def made(folder: Path, labels: dict[int, str]) -> Path:
    """Random weights over a few words, with these labels."""
    if find_spec("transformers") is None:
        reason = "the extra models are not installed: make models"
        pytest.fail(reason) if os.environ.get("VIGENTE_REQUIRE_MODELS") else pytest.skip(reason)
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

    (folder / "vocab.txt").write_text("\n".join(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "red", "green", "blue"]))
    BertTokenizerFast(vocab_file=str(folder / "vocab.txt"), model_max_length=24).save_pretrained(folder)
    shape = BertConfig(
        vocab_size=8,
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=32,
        id2label=labels,
        label2id={label: place for place, label in labels.items()},
    )
    BertForSequenceClassification(shape).save_pretrained(folder)
    return folder


@pytest.mark.models
def test_a_model_made_here_gives_three_probabilities_whatever_the_order_of_its_labels(tmp_path: Path) -> None:
    folder = made(tmp_path, {0: "contradiction", 1: "neutral", 2: "entailment"})
    model = open_entailment(f"hf:{folder}")
    assert model is not None
    judged = model.judge("red green", "blue")
    assert sum(judged) == pytest.approx(1.0, abs=1e-5)
    assert model.judge("red green", "blue") == judged
    assert sum(model.judge("red " * 100, "blue")) == pytest.approx(1.0, abs=1e-5)
    (tmp_path / "other").mkdir()


@pytest.mark.models
def test_a_classifier_of_something_else_is_refused(tmp_path: Path) -> None:
    folder = made(tmp_path, {0: "good", 1: "bad", 2: "ugly"})
    with pytest.raises(ModelUnavailable, match="good, bad, ugly"):
        open_entailment(f"hf:{folder}")


@pytest.mark.models
def test_a_name_that_is_not_to_be_had_is_refused(tmp_path: Path) -> None:
    made(tmp_path, {0: "entailment", 1: "neutral", 2: "contradiction"})
    with pytest.raises(ModelUnavailable, match="nowhere"):
        open_entailment(f"hf:{tmp_path / 'nowhere'}")


def test_rules_are_no_model_and_other_words_are_refused() -> None:
    assert open_entailment(RULES) is None
    with pytest.raises(SettingsError, match="hf:NAME"):
        open_entailment("openai:nli")
