"""Every question of the demo, in both languages, shows what it says it shows."""

from __future__ import annotations

import pytest

from service.ask import ask
from service.demo import Scene, scenes
from tests.flows.desk import LANGUAGES, TENANT, Desk, cited

SCENES = [pytest.param(scene, language, id=f"{scene.id}-{language}") for scene in scenes() for language in LANGUAGES]


@pytest.mark.parametrize(("scene", "language"), SCENES)
def test_a_scene_shows_what_it_says(corpus: Desk, scene: Scene, language: str) -> None:
    expect = scene.expect
    answer = ask(corpus.product, scene.request(language, TENANT))
    assert answer.language == language
    assert answer.abstained == expect.get("abstained"), answer.text
    assert [words for words in expect.get("says", {}).get(language, ()) if words not in answer.text] == [], answer.text
    assert not expect.get("cites") or {uri for uri, _ in cited(answer)} & set(expect["cites"])
    held = {(item.uri, item.revision) for item in answer.held_back}
    wanted = {(item["uri"], item.get("revision")) for item in expect.get("held_back", ())}
    assert not wanted or wanted & held


@pytest.mark.parametrize(("scene", "language"), SCENES)
def test_every_claim_reaches_its_words(corpus: Desk, scene: Scene, language: str) -> None:
    answer = ask(corpus.product, scene.request(language, TENANT))
    texts = {piece.evidence_id: piece.text for piece in answer.evidence}
    assert bool(answer.claims) == (answer.abstained is None)
    for claim in answer.claims:
        assert claim.citations
        for link in claim.citations:
            assert texts[link.evidence_id][link.start : link.end].strip()
