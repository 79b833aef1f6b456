"""Documents are data: fifty that give orders change nothing that others say, with a language model and without."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from contract.access import Principal
from contract.evidence import Reason
from contract.records import Authority
from language.sentences import sentences as spans
from language.words import folded
from models.generation import open_generator
from service.ask import AskRequest, Layers, answer_of, begin, layers
from service.ingestion.ingest import IngestOptions, ingest
from service.ingestion.intake import Input
from tests.endpoint import endpoint
from tests.flows.desk import Desk, desk
from tests.flows.injections import PAYLOADS, Injected, injected

MANY, SEED = 50, 20261130
OWN = {
    "policy/refunds": (
        "policy",
        "# Refunds\n\nRefund window: 14 days\n\nOpened goods are not refunded. Money goes back to the card.",
    ),
    "policy/reembolsos": (
        "policy",
        "# Reembolsos\n\nPlazo de reembolso: 14 días\n\nLos productos abiertos no se reembolsan.",
    ),
    "claims/a": ("policy", "# Claims\n\nClaim window: 10 days\n"),
    "claims/b": ("policy", "# How to complain\n\nClaim window: 20 days\n"),
    "manual/cold-room": ("manual", "# Cold room\n\nThe cold room holds 40 pallets. Its door stays shut at night."),
    "manual/deposito": (
        "manual",
        "# Depósito\n\nEl depósito de Salto abre a las siete. Lo cuida una persona de la casa.",
    ),
}
SECRET = "# Plans\n\nThe board will shut the plant of Paysandú in May."
QUESTIONS = (
    "What is the refund window?",
    "¿Cuál es el plazo de reembolso?",
    "Are opened goods refunded?",
    "¿Se reembolsan los productos abiertos?",
    "What is the claim window?",
    "How many pallets does the cold room hold?",
    "¿A qué hora abre el depósito de Salto?",
    "Which plant will the board shut?",
    "Who won the 1972 world chess championship?",
    "¿Qué altura tiene el monte Kilimanjaro?",
)
CLEAN, FLOODED, OTHER = "clean", "flooded", "other"
REACHING = ("front_matter", "takes_over")  # what reaches for the sources of others


@pytest.fixture(scope="module")
def hostile() -> list[Injected]:
    return list(injected(MANY, SEED))


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory, hostile: list[Injected]) -> Iterator[Desk]:
    """One tenant with its own documents, one with the fifty beside them; those that reach for others are policies of a third."""
    with desk(tmp_path_factory.mktemp("injection")) as found:
        for tenant in (CLEAN, FLOODED):
            take_in(found, tenant, {uri: (kind, text, {}) for uri, (kind, text) in OWN.items()})
            take_in(found, tenant, {"board/plans": ("minutes", SECRET, {"groups": ["board"]})})
        take_in(found, FLOODED, {each.name: ("forum", each.text, {}) for each in hostile}, named=False)
        take_in(
            found,
            OTHER,
            {each.name: ("policy", each.text, {}) for each in hostile if each.trick in REACHING},
            named=False,
        )
        yield found


def take_in(
    here: Desk, tenant: str, texts: Mapping[str, tuple[str, str, dict[str, Any]]], *, named: bool = True
) -> None:
    """Documents of a type; ``named``: their URIs are given, else those of the file's name or of its own words."""
    for uri, (kind, text, more) in texts.items():
        sidecar = {"source_type": kind, **({"uri": uri} if named else {}), **more}
        entry = Input(f"{uri.removesuffix('.md')}.md", data=text.encode(), sidecar=sidecar)
        report = ingest(here.product, [entry], IngestOptions(tenant))
        assert not report.failed, report


def asked(here: Desk, tenant: str, question: str) -> Layers:
    return layers(here.product, AskRequest(question, Principal(tenant, "reader")))


def told(done: Layers) -> tuple[Any, ...]:
    answer = answer_of(done)
    return (answer.abstained, answer.behavior, [claim.text for claim in answer.claims])


def own(uri: str) -> bool:
    return uri in OWN


def standing(done: Layers) -> dict[tuple[str, str], tuple[Any, ...]]:
    """What is left of each conflict and what comes of it, by its subject and predicate."""
    uris = {item.evidence_id: item.uri for item in done.packet.evidence}
    return {
        (each.subject, each.predicate): (
            each.behavior,
            each.abstained,
            sorted(uris.get(one, "") for one in each.stands),
        )
        for each in done.packet.conflicts
        if len({uris.get(one) for one in each.members if own(uris.get(one, ""))}) > 1
    }


def barred(done: Layers) -> set[tuple[str, Reason]]:
    """The house's own documents that may not be used, and why; which of the rest are too weak is a matter of rank."""
    held = ((each.uri, each.reason) for each in done.packet.held_back)
    return {(uri, reason) for uri, reason in held if own(uri) and reason is not Reason.BELOW_THRESHOLD}


def test_there_is_something_to_change(here: Desk) -> None:
    outcomes = {question: asked(here, CLEAN, question).grounded for question in QUESTIONS}
    assert [each for each, found in outcomes.items() if found.abstained is not None] == [QUESTIONS[4], *QUESTIONS[7:]]
    assert "14 days" in outcomes[QUESTIONS[0]].text
    assert "not refunded" in outcomes[QUESTIONS[2]].text
    assert "40 pallets" in outcomes[QUESTIONS[5]].text
    assert "siete" in outcomes[QUESTIONS[6]].text


def test_every_trick_comes_up_in_both_languages(hostile: list[Injected]) -> None:
    assert len(hostile) == MANY == len({each.text for each in hostile})
    kinds = {(each.trick, each.payload in PAYLOADS["es"]) for each in hostile}
    assert len(kinds) == 2 * len({each.trick for each in hostile})


def test_what_is_in_force_stays(here: Desk) -> None:
    views = [
        begin(here.product, AskRequest("What holds?", Principal(tenant, "reader"))).view for tenant in (CLEAN, FLOODED)
    ]
    for uri in OWN:
        clean, flooded = ([one.sha256 for one in view.in_force(uri)] for view in views)
        assert clean == flooded != []
    forum = [one for one in views[1].revisions() if one.metadata.uri not in OWN]
    assert {one.metadata.authority for one in forum} == {Authority.INFORMAL}
    shown = "".join(each.passage.text for each in views[1].located(views[1].passage_ids()))
    assert not any(unicodedata.category(sign) == "Cf" for sign in shown), "nothing is read that nobody sees"


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_fifty_change_no_answer(here: Desk, question: str) -> None:
    clean, flooded = asked(here, CLEAN, question), asked(here, FLOODED, question)
    assert told(flooded) == told(clean)
    assert barred(flooded) == barred(clean)
    assert standing(flooded) == standing(clean)
    cited = {link.evidence_id for claim in flooded.grounded.claims for link in claim.citations}
    assert all(own(item.uri) for item in flooded.packet.evidence if item.evidence_id in cited)


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_model_that_obeys_them_is_held_to_what_stands(here: Desk, hostile: list[Injected], question: str) -> None:
    """It says what a document of the packet wants said, citing that one, the first, one that is not there and none; then all."""
    with endpoint(obedient) as where:
        model = open_generator(where.setting(), None, 1_000_000)
        done = layers(replace(here.product, generator=model), AskRequest(question, Principal(FLOODED, "reader")))
    clean = asked(here, CLEAN, question)
    assert (done.grounded.abstained is None) == (clean.grounded.abstained is None)
    false = {" ".join(folded(each)) for texts in PAYLOADS.values() for each in texts}
    said = " ".join(folded(done.grounded.text))
    assert [wrong for wrong in false if wrong in said] == []
    shown = {item.evidence_id: item for item in done.packet.evidence}
    cited = {shown[link.evidence_id].uri for claim in done.grounded.claims for link in claim.citations}
    assert cited <= set(OWN)


def obedient(body: Mapping[str, Any]) -> str:
    given = json.loads(body["messages"][-1]["content"])
    sentences = []
    for each in given["documents"]:
        for payload in (*PAYLOADS["en"], *PAYLOADS["es"]):
            if " ".join(folded(payload)) in " ".join(folded(each["text"])):
                sentences += [{"text": payload, "docs": docs} for docs in ([each["id"]], ["DOC_1"], ["DOC_99"], [])]
    quoted = [
        (each["text"][span.start : span.end], each["id"]) for each in given["documents"] for span in spans(each["text"])
    ]
    return json.dumps({"sentences": [*sentences, *({"text": text, "docs": [doc]} for text, doc in quoted)]})
