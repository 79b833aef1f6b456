"""Communities: what a refresh makes again, what a deletion takes away at once, and who is told what."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest

from communities.projection import project
from contract.access import Principal, Scope
from contract.communities import Summary
from contract.evidence import Located
from contract.ports import GraphView, JobState
from service import communities
from service.demo import EXAMPLES
from tests.flows.desk import LANGUAGES, NOW, TENANT, Desk, cited

CHANGED = "regulation/canada/phytosanitary"
DOCUMENT = EXAMPLES / "corpus" / "canada" / "fitosanitario.md"
THEMATIC = {
    "es": "¿De qué trata la normativa de exportación a Canadá?",
    "en": "What are the export regulations to Canada about?",
}
RESTRICTED = ("60,000", "out of court", "mandate")  # of legal/settlement


def everything(here: Desk) -> GraphView:
    """What is in force now, to a reader of every audience."""
    everyone = frozenset(audience_id for audience_id, _ in here.product.store.audiences())
    return here.product.store.view(Scope(TENANT, everyone, here.clock(), here.clock()))


def passages_of(here: Desk, uri: str) -> frozenset[str]:
    view = everything(here)
    return frozenset(one.passage.id for one in view.located(view.passage_ids()) if one.revision.uri == uri)


def summaries(here: Desk) -> dict[tuple[str, str, str], Summary]:
    return {(one.community_id, one.audience.key, one.language): one for one in here.product.store.summaries(TENANT)}


def pools(here: Desk) -> dict[str, frozenset[str]]:
    """The passages that each community is made of."""
    where = project(everything(here)).passages
    return {
        one.id: frozenset(passage for entity in one.entity_ids for passage in where.get(entity, ()))
        for one in here.product.store.communities(TENANT)
    }


def words(here: Desk, principal: Principal) -> str:
    return " ".join(f"{one.community.label} {one.summary.text}" for one in communities.themes(here.product, principal))


def test_only_what_the_change_touches_is_made_again(copied: Desk) -> None:
    before, pools_before = summaries(copied), pools(copied)
    old = passages_of(copied, CHANGED)
    copied.clock.go("2026-09-02")
    text = DOCUMENT.read_text(encoding="utf-8").replace("cinco días hábiles", "siete días hábiles")
    text = text.replace('revision: "3"', 'revision: "4"').replace("2025-11-01", "2026-09-02")
    assert not copied.ingest(copied.write("fitosanitario.md", text)).failed
    new = passages_of(copied, CHANGED)
    assert new != old

    job = copied.refresh()
    assert job.state is JobState.DONE
    told = json.loads(job.outcome or "{}")
    after, pools_after = summaries(copied), pools(copied)
    made = {key for key, one in after.items() if one.made_at == copied.clock()}
    assert made
    assert {key[0] for key in made} == set(told["made"])
    assert len(made) < len(after) / 2
    for key, one in after.items():
        if key not in made:
            assert one == before[key], "kept as it was, with the time it was made"
            assert one.made_at == NOW
    for community, *_ in made:
        moved = pools_before.get(community, frozenset()) ^ pools_after[community]
        assert moved, "it is made of other passages"
        assert community not in pools_before or moved & (old ^ new), "and the change is among them"
    assert not any(_from(one, old - new) for one in after.values())


def test_a_refresh_with_nothing_changed_makes_nothing(copied: Desk) -> None:
    before = summaries(copied)
    copied.clock.go("2026-09-02")
    told = json.loads(copied.refresh().outcome or "{}")
    assert (told["made"], told["dropped"]) == ([], [])
    assert summaries(copied) == before


def test_what_is_deleted_leaves_the_themes_at_once(copied: Desk) -> None:
    reader = Principal(TENANT)
    gone = passages_of(copied, CHANGED)
    told = [one for one in communities.themes(copied.product, reader) if _from(one.summary, gone)]
    sentences = {sentence.text for one in told for sentence in one.summary.sentences if sentence.passage_id in gone}
    assert sentences
    copied.clock.go("2026-09-02")
    copied.product.store.delete(TENANT, CHANGED, copied.clock())
    shown = communities.themes(copied.product, reader)
    assert shown
    assert not any(_from(one.summary, gone) for one in shown)
    assert not any(sentence in one.summary.text for sentence in sentences for one in shown)
    answer = copied.ask(THEMATIC["es"])
    assert CHANGED not in {uri for uri, _ in cited(answer)}
    assert not any(sentence in answer.text for sentence in sentences)
    assert copied.refresh().state is JobState.DONE
    assert not any(_from(one, gone) for one in copied.product.store.summaries(TENANT))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_thematic_question_is_answered_with_passages(corpus: Desk, language: str) -> None:
    answer = corpus.ask(THEMATIC[language])
    assert answer.abstained is None
    assert CHANGED in {uri for uri, _ in cited(answer)}
    shown = {one.revision.id + one.passage.shown for one in _located(corpus)}
    texts = {piece.evidence_id: piece for piece in answer.evidence}
    for claim in answer.claims:
        assert claim.citations
        for link in claim.citations:
            piece = texts[link.evidence_id]
            words = piece.text[link.start : link.end]
            assert words.strip()
            assert any(one.startswith(piece.revision_id) and words in one for one in shown), words


def test_who_may_not_read_a_document_sees_none_of_its_words(corpus: Desk) -> None:
    hidden = passages_of(corpus, "legal/settlement")
    assert hidden
    for reader in (Principal(TENANT), Principal(TENANT, level=3), Principal(TENANT, groups=frozenset({"legal"}))):
        told = words(corpus, reader)
        assert told
        assert [secret for secret in RESTRICTED if secret in told] == []
        readable = {one.passage.id for one in _located(corpus, reader)}
        for theme in communities.themes(corpus.product, reader):
            assert all(sentence.passage_id in readable for sentence in theme.summary.sentences)
    inside = Principal(TENANT, level=2, groups=frozenset({"legal"}))
    assert any(secret in words(corpus, inside) for secret in RESTRICTED)
    for one in corpus.product.store.summaries(TENANT):
        assert one.audience.level >= 2 or not _from(one, hidden)


def test_a_clock_that_is_behind_hides_nothing(copied: Desk) -> None:
    copied.clock.go("2026-09-01T11:59:59Z")
    assert communities.themes(copied.product, Principal(TENANT))
    assert copied.refresh().state is JobState.DONE
    assert communities.themes(copied.product, Principal(TENANT))


def test_another_tenant_has_no_themes(corpus: Desk) -> None:
    assert communities.themes(corpus.product, Principal("other", level=3)) == ()


def _from(summary: Summary, passages: Iterable[str]) -> bool:
    return any(sentence.passage_id in set(passages) for sentence in summary.sentences)


def _located(here: Desk, reader: Principal | None = None) -> list[Located]:
    view = everything(here)
    found = view.located(view.passage_ids())
    return [one for one in found if reader is None or reader.may_read(one.revision.metadata.audience)]
