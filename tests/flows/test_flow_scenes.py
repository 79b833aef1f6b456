"""Every question of the demo, in both languages, shows what it says it shows."""

from __future__ import annotations

import pytest

from contract.evidence import Answer
from service import shapes
from service.ask import ask
from service.demo import Scene, scenes
from tests.flows.desk import LANGUAGES, TENANT, Desk, cited

SCENES = [pytest.param(scene, language, id=f"{scene.id}-{language}") for scene in scenes() for language in LANGUAGES]


Answers = dict[tuple[str, str, str], Answer]


@pytest.fixture(scope="module")
def answers() -> Answers:
    """What was answered so far, by store, scene and language."""
    return {}


def _answer(answers: Answers, here: Desk, scene: Scene, language: str) -> Answer:
    key = (here.product.settings.store, scene.id, language)
    if key not in answers:
        answers[key] = ask(here.product, scene.request(language, TENANT))
    return answers[key]


@pytest.mark.parametrize(("scene", "language"), SCENES)
def test_a_scene_shows_what_it_says(corpus: Desk, answers: Answers, scene: Scene, language: str) -> None:
    expect = scene.expect
    answer = _answer(answers, corpus, scene, language)
    assert answer.language == language
    assert answer.abstained == expect.get("abstained"), answer.text
    assert [words for words in expect.get("says", {}).get(language, ()) if words not in answer.text] == [], answer.text
    assert not expect.get("cites") or {uri for uri, _ in cited(answer)} & set(expect["cites"])
    held = {(item.uri, item.revision) for item in answer.held_back}
    wanted = {(item["uri"], item.get("revision")) for item in expect.get("held_back", ())}
    assert not wanted or wanted & held


@pytest.mark.parametrize(("scene", "language"), SCENES)
def test_every_claim_reaches_its_words(corpus: Desk, answers: Answers, scene: Scene, language: str) -> None:
    answer = _answer(answers, corpus, scene, language)
    texts = {piece.evidence_id: piece.text for piece in answer.evidence}
    assert bool(answer.claims) == (answer.abstained is None)
    for claim in answer.claims:
        assert claim.citations
        for link in claim.citations:
            assert texts[link.evidence_id][link.start : link.end].strip()


@pytest.mark.parametrize(("scene", "language"), SCENES)
@pytest.mark.parametrize("kind", ["neo4j"], indirect=True, scope="session")
def test_both_stores_say_the_same(corpus: Desk, in_file: Desk, answers: Answers, scene: Scene, language: str) -> None:
    """To the last score, but for the trace's name."""
    there, here = (shapes.answer(_answer(answers, one, scene, language)) for one in (corpus, in_file))
    there.pop("trace_id")
    here.pop("trace_id")
    assert there == here
