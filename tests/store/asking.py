"""The product over a store of these tests, whose vectors are made by hash."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from contract.access import Principal
from contract.evidence import Answer
from contract.ports import Vector
from contract.store import Store
from contract.time import Instant
from retrieval.live.reader import SourceReader
from service.ask import AskRequest, ask
from service.policy.reader import load_policy
from service.settings import load
from service.wiring import Product
from tests.store.drafts import DIMENSION, MODEL, vector

QUESTIONS = (
    "What is the refund window?",
    "Which policy holds in New York?",
    "¿Qué dice la orden spark-44581?",
    "Which versions of law/2 are there?",
    "What changed in policy?",
)


class ByHash:
    """Vectors from a hash of the text, as the drafts have them."""

    name, dimension, limit = MODEL, DIMENSION, 512

    def count(self, text: str) -> int:
        return len(text.split())

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        return [vector(text) for text in texts]

    def query(self, text: str) -> Vector:
        return vector(text)


def product(store: Store, tenant: str, now: Instant) -> Product:
    """The product as it ships over this store, at this time."""
    settings = load(tenant=tenant)
    return Product(settings, load_policy(None, {}), store, ByHash(), SourceReader(lambda: now, {}), lambda: now)


def answered(parts: Product, principal: Principal, question: str, valid_at: Instant) -> Answer:
    """As known now by the product's clock: other tenants of the store may be told of later days."""
    return ask(parts, AskRequest(question, principal, valid_at, parts.clock()))


def told(answer: Answer) -> tuple[Any, ...]:
    """All that a reader is told, without the ids that tell tenants apart."""
    return (
        answer.text,
        answer.abstained,
        answer.behavior,
        [
            (claim.text, claim.verdict, [(link.doc, link.start, link.end) for link in claim.citations])
            for claim in answer.claims
        ],
        [
            (item.doc, item.uri, item.revision, item.path, item.text, item.valid_from, item.valid_to)
            for item in answer.evidence
        ],
        [(item.subject, item.predicate, len(item.members), item.resolution) for item in answer.conflicts],
        sorted((item.uri, str(item.revision), item.stage, item.reason) for item in answer.held_back),
    )
