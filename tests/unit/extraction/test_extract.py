"""The chain: a document with its metadata becomes a draft that is whole, repeatable and ready to embed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contract.errors import EmptyDocument, InvalidMetadata
from contract.history import Act, ActKind
from contract.policy import PredicateRule
from contract.records import Datatype, Metadata, RevisionDraft, Warn
from extraction.document import Document
from extraction.extract import embedding_inputs, extract
from models.embedding import BundledEmbedder
from tests.unit.extraction.by_hand import Grid, Heading, Item, document, words

PREDICATES = {"refund_window": PredicateRule("refund_window", Datatype.QUANTITY, "one", {"en": ("refund window",)})}
SENTENCE = "Goods that arrive late are refunded in full within the days stated here. "
POLICY = document(
    Heading(1, "Refund policy"),
    "This policy says when goods are refunded.",
    Heading(2, "Window"),
    Item("Refund window: 14 days"),
    Heading(2, "Rules"),
    SENTENCE * 40,
    Heading(2, "Prices"),
    Grid(("Product", "Price"), (("Hass avocado", "2 EUR"), ("Lime", "1 EUR"))),
)
METADATA = Metadata("doc:policy", "Refund policy", replaces=("doc:old",))


def _draft(made: Document = POLICY, metadata: Metadata = METADATA, tenant: str = "t") -> RevisionDraft:
    return extract(made, metadata, tenant=tenant, embedder_count=words, limit=512, predicates=PREDICATES)


def test_a_draft_is_whole() -> None:
    draft = _draft()
    content = draft.content
    assert draft.coverage == 1.0
    assert draft.acts[0] == Act(ActKind.REPLACE, target="doc:old")
    assert {act.kind for act in draft.acts[1:]} == {ActKind.KNOWN_AS}
    assert content.mentions == ()
    ids = {entity.id for entity in content.entities}
    passages = {passage.id: passage for passage in content.passages}
    assert len(ids) == len(content.entities)
    assert {one.entity_id for one in content.definitions} <= ids
    assert {one.passage_id for one in content.definitions} | {one.passage_id for one in content.assertions} <= set(
        passages
    )
    assert "refund_window" in {fact.predicate for fact in content.facts}
    assert {fact.subject_id for fact in content.facts} <= ids


def test_the_same_again_is_the_same_and_what_changes_passages_changes_the_id() -> None:
    draft = _draft()
    assert _draft() == draft
    others = [
        _draft(tenant="u"),
        _draft(metadata=replace(METADATA, uri="doc:other")),
        _draft(metadata=replace(METADATA, title="Returns")),
        _draft(document("Else.")),
    ]
    assert len({draft.content.id, *(other.content.id for other in others)}) == 5
    later = _draft(metadata=replace(METADATA, revision="B", author="Ana"))
    assert later.content == draft.content


def test_headers_are_paths_and_long_texts_get_a_lead_sentence() -> None:
    by_section = {passage.section: passage for passage in _draft().content.passages}
    assert by_section["window"].header == "Window"  # five words leave room for two
    first, second = by_section["rules"].header.split("\n")
    assert first == "Refund policy > Rules"
    assert second.startswith("Goods that arrive late")


def test_equal_passages_of_two_revisions_share_their_vectors() -> None:
    before = _draft()
    changed = replace(POLICY, text=POLICY.text.replace("14 days", "30 days"), blocks=POLICY.blocks)
    blocks = tuple(
        replace(block, text=block.text.replace("14 days", "30 days")) if "14 days" in block.text else block
        for block in POLICY.blocks
    )
    after = _draft(replace(changed, blocks=blocks))
    old = {item.key for item in embedding_inputs(before.content, "m")}
    new = {item.key for item in embedding_inputs(after.content, "m")}
    assert len(new - old) == 1
    assert not old & {item.key for item in embedding_inputs(before.content, "other model")}


def test_what_is_embedded_stays_within_the_embedder() -> None:
    embedder = BundledEmbedder()
    draft = extract(
        POLICY, METADATA, tenant="t", embedder_count=embedder.count, limit=embedder.limit, predicates=PREDICATES
    )
    inputs = embedding_inputs(draft.content, embedder.name)
    for passage, item in zip(draft.content.passages, inputs, strict=True):
        assert item.passage_id == passage.id
        assert item.text.endswith(passage.shown)
        assert embedder.count(passage.shown) == passage.tokens <= 200
        assert embedder.count(item.text) <= embedder.limit


@settings(max_examples=30, deadline=None)
@given(st.integers(20, 300), st.integers(1, 80), st.integers(1, 40))
def test_a_small_model_is_not_overrun_either(limit: int, sentences: int, columns: int) -> None:
    row = tuple(f"cell {at}" for at in range(columns))
    made = document(Heading(1, "Rules"), SENTENCE * sentences, Grid(row, (row, row)))
    draft = extract(made, METADATA, tenant="t", embedder_count=words, limit=limit, predicates={})
    assert draft.coverage == 1.0
    assert all(words(item.text) <= limit for item in embedding_inputs(draft.content, "m"))


def test_refusals_and_warnings() -> None:
    with pytest.raises(EmptyDocument, match="doc:policy"):
        _draft(document())
    with pytest.raises(InvalidMetadata):
        _draft(metadata=replace(METADATA, replaces=("doc:policy",)))
    told = replace(POLICY, warnings=(Warn("controls", "one control character was taken out"),))
    assert _draft(told).warnings == told.warnings
