"""Candidates from a real store: each method, the walk, and their order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from contract.access import Audience
from contract.communities import Community, Summary, SummarySentence
from contract.evidence import Intent, Question
from contract.policy import Policy, PredicateRule
from contract.ports import GraphView
from contract.records import Span
from contract.time import parse
from graph.embedded.store import EmbeddedStore, open_store
from retrieval import facts, lexical, themes
from retrieval.question import read
from retrieval.retrieve import Retrieval, RetrievalSettings, retrieve
from tests.store.drafts import DIMENSION, MODEL, TENANT, draft, put, vector, view

NOW = parse("2026-06-01")
SETTINGS = RetrievalSettings()
POLICY = Policy(predicates={"depth": PredicateRule("depth", labels={"en": ("depth",), "es": ("profundidad",)})})
TEXTS = {
    "Harbour Lights": "Harbour Lights is a film of 1961, directed by Ana Solano and scored by Luis Rey.",
    "Ana Solano": "Ana Solano came into the world at Punta Verde and studied law before she made films.",
    "Luis Rey": "Luis Rey wrote forty operas and lived abroad.",
    "Winter Road": "Winter Road is a film of 1958 that Marta Funes directed.",
    "Marta Funes": "Marta Funes spent her youth in the mines of Cerro Alto.",
    "Punta Verde": "Punta Verde is a port with a depth of 12 metres. The director of its harbour lives on site.",
    "Port rules": "Where a ship is born by the tide, the director of the port decides. Error ERR_TIDE_7 stops the crane.",
    "Crane manual": "The crane of the harbour stops by itself. See the list of errors for what the director has to do.",
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedStore]:
    opened = open_store(tmp_path_factory.mktemp("store") / "store.db", model=MODEL, dimension=DIMENSION, durable=False)
    for title, text in TEXTS.items():
        stated = [("Punta Verde", "depth", "12 metres")] if title == "Punta Verde" else []
        put(opened, draft(title, text, names={title: title}, facts=stated, title=title))
    yield opened
    opened.close()


@pytest.fixture
def seen(store: EmbeddedStore) -> GraphView:
    return view(store)


def asked(text: str) -> Question:
    return read(text, now=NOW, policy=POLICY)


def titles(seen: GraphView, found: Retrieval) -> list[str]:
    return [at.revision.uri for at in seen.located(item.passage_id for item in found.candidates)]


def test_the_walk_reaches_what_the_named_thing_names(seen: GraphView) -> None:
    question = asked("Where was the director of Harbour Lights born?")
    walked = titles(seen, retrieve(seen, question, None, SETTINGS))
    assert walked[:2] == ["Harbour Lights", "Ana Solano"]
    assert walked.index("Ana Solano") < walked.index("Luis Rey")  # the words beside the mention tell which one
    ranked = titles(seen, retrieve(seen, question, None, replace(SETTINGS, walk=False)))
    assert "Ana Solano" not in ranked[:2]


def test_both_sides_of_a_comparison_come_with_what_they_name(seen: GraphView) -> None:
    question = asked("Are the directors of Harbour Lights and Winter Road from one town?")
    found = titles(seen, retrieve(seen, question, None, SETTINGS))
    assert set(found[:5]) >= {"Harbour Lights", "Winter Road", "Ana Solano", "Marta Funes"}


def test_the_walk_goes_back_to_where_a_thing_is_named(seen: GraphView) -> None:
    found = titles(seen, retrieve(seen, asked("Which films were directed by Ana Solano?"), None, SETTINGS))
    assert "Harbour Lights" in found[:2]


def test_the_walk_starts_from_the_whole_section_of_what_is_named(tmp_path: Path) -> None:
    store = open_store(tmp_path / "store.db", model=MODEL, dimension=DIMENSION, durable=False)
    long = (
        "Harbour Lights is a film.",
        "It drew crowds for years.",
        "The director was Ana Solano, who lived by the sea.",
    )
    put(store, draft("film", {"body": long}, names={"Harbour Lights": "Harbour Lights"}))
    put(store, draft("person", TEXTS["Ana Solano"], names={"Ana Solano": "Ana Solano"}))
    seen = view(store)
    found = titles(seen, retrieve(seen, asked("Which town is the director of Harbour Lights from?"), None, SETTINGS))
    assert "person" in found
    store.close()


def test_what_answers_by_itself_stands_before_what_a_name_leads_to(seen: GraphView) -> None:
    question = asked("Where a ship is born by the tide, who decides at Punta Verde?")
    found = retrieve(seen, question, None, SETTINGS)
    assert found.stages[-1].detail["named"] == 1
    assert titles(seen, found)[:2] == ["Port rules", "Punta Verde"]


def test_capitals_are_not_needed(seen: GraphView) -> None:
    found = titles(seen, retrieve(seen, asked("where was the director of harbour lights born?"), None, SETTINGS))
    assert found[:2] == ["Harbour Lights", "Ana Solano"]


def test_each_candidate_says_who_found_it_and_how(seen: GraphView) -> None:
    close = vector(TEXTS["Harbour Lights"])  # the question means what that passage means
    found = retrieve(seen, asked("Where was the director of Harbour Lights born?"), close, SETTINGS)
    first = found.candidates[0]
    assert {"lexical", "dense"} <= {opinion.method for opinion in first.by}
    assert first.cosine is not None
    second = next(opinion for opinion in found.candidates[1].by if opinion.method == "walk")
    assert second.rank == 1
    scores = [candidate.score for candidate in found.candidates]
    assert scores == sorted(scores, reverse=True)


def test_stages_are_counted_and_timed_by_the_given_clock(seen: GraphView) -> None:
    ticks = iter(range(0, 10_000, 5))
    found = retrieve(seen, asked("Where was Ana Solano born?"), vector("x"), SETTINGS, clock=lambda: next(ticks))
    names = [stage.name for stage in found.stages]
    assert names == ["lexical", "dense", "exact", "facts", "community", "fusion"]
    assert all(stage.detail["microseconds"] == 5 for stage in found.stages)
    assert found.stages[-1].detail["basis"] == "walk"
    assert found.stages[-1].kept == len(found.candidates)


def test_without_a_walk_the_order_is_of_ranks(seen: GraphView) -> None:
    found = retrieve(seen, asked("tides and mines"), vector("x"), replace(SETTINGS, walk=False))
    assert found.stages[-1].detail["basis"] == "rrf"


def test_words_weigh_less_where_few_of_the_question_s_words_stand_anywhere(seen: GraphView) -> None:
    """A question in another language shares a name or two with the texts: what it means decides."""
    close = vector(TEXTS["Port rules"])
    foreign = asked("¿Quién resuelve cuando un buque nace con la marea y no hay crane?")
    assert titles(seen, retrieve(seen, foreign, close, SETTINGS))[0] == "Port rules"


def test_an_identifier_is_found_exactly_and_first(seen: GraphView) -> None:
    question = asked("What does the director of the harbour do about the error ERR_TIDE_7 of the crane?")
    assert lexical.by_identifiers(seen, question, 10)[0].score == 1.0
    assert titles(seen, retrieve(seen, question, None, SETTINGS))[0] == "Port rules"
    assert lexical.by_identifiers(seen, asked("What is ERR_TIDE_8?"), 10) == ()


@pytest.mark.parametrize(
    ("text", "identifier", "held"),
    [
        ("see ERR_TIDE_7.", "err_tide_7", True),
        ("see ERR_TIDE_77", "err_tide_7", False),
        ("version 16.20.2", "16.20", False),
        ("art. 14 bis, Ley 731", "731", True),
    ],
)
def test_an_identifier_is_held_as_a_whole_word(text: str, identifier: str, held: bool) -> None:
    assert lexical.holds(text, identifier) is held


def test_facts_propose_what_states_the_predicate_asked_for(seen: GraphView) -> None:
    question = asked("¿Qué profundidad tiene Punta Verde?")
    assert question.predicates == ("depth",)
    found = facts.stating(seen, question, 10)
    assert [at.revision.uri for at in seen.located(item.passage_id for item in found)] == ["Punta Verde"]
    assert found[0].score >= 1.0  # its subject is named in the question


def test_a_thematic_question_is_answered_by_what_summaries_cite(store: EmbeddedStore) -> None:
    seen = view(store)
    by_title = {at.revision.uri: at.passage for at in seen.located(seen.passage_ids())}
    summaries = []
    communities = []
    for label, members in {
        "films": ("Harbour Lights", "Winter Road"),
        "the port": ("Port rules", "Punta Verde"),
    }.items():
        sentences = tuple(
            SummarySentence(by_title[title].id, Span(0, len(TEXTS[title])), TEXTS[title]) for title in members
        )
        communities.append(Community(label, 0, None, label, ()))
        summaries.append(Summary(label, Audience(), "en", sentences, label, NOW))
    store.replace_communities(TENANT, communities, summaries, NOW)
    seen = view(store)
    question = asked("What are the films about?")
    assert question.intent is Intent.THEMATIC
    fit = themes.fitting(seen, question, None, 5)
    assert [theme.community.label for theme, _ in fit] == ["films"]
    found = retrieve(seen, question, None, SETTINGS)
    assert set(titles(seen, found)[:2]) == {"Harbour Lights", "Winter Road"}
    specific = retrieve(seen, asked("Who directed Winter Road?"), None, SETTINGS)
    assert all(opinion.method != "community" for item in specific.candidates for opinion in item.by)


def test_nothing_is_proposed_from_outside_the_scope(tmp_path: Path) -> None:
    store = open_store(tmp_path / "store.db", model=MODEL, dimension=DIMENSION, durable=False)
    put(store, draft("film", "Harbour Lights was directed by Ana Solano.", names={"Harbour Lights": "Harbour Lights"}))
    hidden = Audience(3, frozenset({"board"}))
    put(store, draft("person", "Ana Solano was born at sea.", names={"Ana Solano": "Ana Solano"}, audience=hidden))
    question = asked("Where was the director of Harbour Lights born?")
    seen = view(store)
    assert titles(seen, retrieve(seen, question, vector("x"), SETTINGS)) == ["film"]
    store.close()


@pytest.mark.parametrize("text", ['C++ (beta) AND "x', "the of and", "🙂 1", "nothing like it zzyzx"])
def test_any_question_gets_an_answer_from_any_store(seen: GraphView, tmp_path: Path, text: str) -> None:
    assert isinstance(retrieve(seen, asked(text), None, SETTINGS), Retrieval)
    empty = open_store(tmp_path / "empty.db", model=MODEL, dimension=DIMENSION, durable=False)
    assert retrieve(view(empty), asked(text), vector("x"), SETTINGS).candidates == ()
    empty.close()
