"""The flow of a question: candidates, then what is admitted, then claims with proof; a trace of every stage."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import Any

from assembly.assemble import AssemblyRequest, assemble, live_needs
from contract.access import Principal, Scope
from contract.errors import NotFound
from contract.evidence import (
    Abstention,
    Answer,
    Basis,
    EvidencePacket,
    FailedRead,
    Observation,
    Question,
    StageRecord,
    Trace,
)
from contract.ids import canonical, content_id, digest
from contract.policy import DecisionRule
from contract.ports import GraphView
from contract.time import Instant
from grounding.ground import Grounded, Heard, ground, unheard
from grounding.refusal import answerability
from models.entailment import RULES
from models.generation import NONE
from retrieval.question import read
from retrieval.retrieve import Retrieval, RetrievalSettings, retrieve
from service.inbox.finding import met
from service.scoping import scope_of
from service.telemetry.measures import of_answer
from service.versions.pinned import answers_by_head, lacking, notes_too, pinned, without
from service.versions.told import answered_by_graph
from service.wiring import Product

_UNFOUND = frozenset({Abstention.NO_EVIDENCE, Abstention.BELOW_THRESHOLD})


@dataclass(frozen=True, slots=True)
class AskRequest:
    """A question and what its caller fixed. ``decision`` and ``subject`` name a declared decision without its words."""

    question: str
    principal: Principal
    valid_at: Instant | None = None
    known_at: Instant | None = None
    decision: str | None = None
    subject: str | None = None
    max_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A question read and given its scope: where every flow that reads begins.

    ``view`` is what it is asked of; ``whole`` all that is in force, whatever version the question names.
    """

    question: Question
    view: GraphView
    whole: GraphView
    lapsed: GraphView
    basis: Basis
    now: Instant

    @property
    def scope(self) -> Scope:
        return self.view.scope


@dataclass(frozen=True, slots=True)
class Layers:
    """What each layer handed on for one question. Retrieval is empty where the graph alone answers (which versions exist)."""

    asked: Asked
    found: Retrieval
    lapsed: Retrieval
    packet: EvidencePacket
    grounded: Grounded


def begin(product: Product, request: AskRequest) -> Asked:
    """Read the question, fix both times and the readable audiences, and open the two views on them."""
    now = product.clock()
    question = _decided(product, read(request.question, now=now, policy=product.policy), request)
    valid_at, basis = now, Basis.DEFAULT
    if request.valid_at is not None:
        valid_at, basis = request.valid_at, Basis.CALLER
    elif question.valid_at is not None:
        valid_at, basis = question.valid_at, Basis.QUESTION
    scope = scope_of(product, request.principal, valid_at, request.known_at)
    whole = product.store.view(scope)
    lapsed = product.store.view(scope.lapsed())
    return Asked(question, _versioned(product, whole, question), whole, lapsed, basis, now)


def _versioned(product: Product, whole: GraphView, question: Question) -> GraphView:
    """The versions that a question is asked of: those it names, else the head of each standing family."""
    if pins := pinned(whole, question):
        return product.store.view(whole.scope.pinned(pins))
    if lower := whole.below_heads():
        heads = product.store.view(whole.scope.leaving_out(lower))
        return heads if answers_by_head(heads, whole, question) else whole
    return whole


def candidates(product: Product, asked: Asked) -> tuple[Retrieval, Retrieval, bytes]:
    """What retrieval proposes in force, what it would propose of the lapsed, and the question's vector."""
    with product.watch.stage("retrieval") as note:
        vector = product.embedder.query(asked.question.text)
        settings = RetrievalSettings(limit=product.settings.candidates)
        found = retrieve(asked.view, asked.question, vector, settings, watch=product.watch)
        note({"candidates": len(found.candidates)})
        if asked.scope.revisions:
            return found, Retrieval(), vector
        lapsed = retrieve(asked.lapsed, asked.question, vector, replace(settings, walk=False))
        return found, lapsed, vector


def layers(product: Product, request: AskRequest, heard: Heard = unheard) -> Layers:
    """The three layers of a question, each with its own outcome, so that a wrong answer tells which of them failed.

    ``heard`` is told each claim when it is verified and sure to leave.
    """
    with product.watch.stage("question"):
        asked = begin(product, request)
    if told := answered_by_graph(product, asked.whole, asked.question):
        return Layers(asked, Retrieval(), Retrieval(), told.packet, told.grounded)
    found, lapsed, vector = candidates(product, asked)
    lacks = lacking(asked.view, asked.whole, asked.question)
    packet = without(asked.question, lacks) if lacks else assembled(product, asked, found, lapsed, vector)
    if not lacks and packet.abstained in _UNFOUND and (wider := _notes_too(product, asked, vector)):
        asked, found = wider
        packet = assembled(product, asked, found, lapsed, vector)
    return Layers(asked, found, lapsed, packet, _grounded(product, asked, packet, vector, heard))


def _notes_too(product: Product, asked: Asked, vector: bytes) -> tuple[Asked, Retrieval] | None:
    """The question asked of the lower labels too, where what fits it best there is a note about a version."""
    if not asked.scope.without:
        return None
    settings = RetrievalSettings(limit=product.settings.candidates)
    best = retrieve(asked.whole, asked.question, vector, settings).candidates[:1]
    view = notes_too(product, asked.view, asked.whole, best[0].passage_id) if best else None
    return (replace(asked, view=view), retrieve(view, asked.question, vector, settings)) if view else None


def ask(product: Product, request: AskRequest, heard: Heard = unheard) -> Answer:
    """Answer from what is in force for this reader, or decline with the reason; the trace of it is kept."""
    with product.watch.stage("ask") as note:
        answer, trace = told(product, request, heard)
        product.store.save_trace(trace)
        if request.known_at is None and answer.conflicts:
            met(product, request.principal, answer)
        note(of_answer(answer, trace))
    return answer


def told(product: Product, request: AskRequest, heard: Heard = unheard) -> tuple[Answer, Trace]:
    """An answer with the trace of every stage; nothing is written."""
    started = time.perf_counter()
    done = layers(product, request, heard)
    trace = _trace(product, request, done, started)
    return answer_of(done, trace.id), trace


def _decided(product: Product, question: Question, request: AskRequest) -> Question:
    if request.decision is None:
        return question
    if request.decision not in product.policy.decisions:
        known = ", ".join(sorted(product.policy.decisions)) or "none"
        raise NotFound(f"no decision {request.decision!r} in the policy file; it declares: {known}")
    return replace(question, decision=request.decision, subject=request.subject or question.subject)


def _decision(product: Product, question: Question) -> DecisionRule | None:
    return product.policy.decisions.get(question.decision) if question.decision else None


def assembled(product: Product, asked: Asked, found: Retrieval, lapsed: Retrieval, vector: bytes) -> EvidencePacket:
    """What of the candidates may be used, with the live reads that the question needs."""
    observations, failed = _read_live(product, asked)
    thresholds = product.policy.thresholds
    return assemble(
        AssemblyRequest(
            question=asked.question,
            candidates=found.candidates,
            lapsed=lapsed.candidates,
            view=asked.view,
            lapsed_view=asked.lapsed,
            policy=product.policy,
            decision=_decision(product, asked.question),
            observations=observations,
            failed_reads=failed,
            answerability=answerability(
                asked.view, asked.question, found.candidates, vector, asked.whole, product.refusal
            ),
            lapsed_answerability=answerability(
                asked.lapsed, asked.question, lapsed.candidates, vector, asked.whole, product.refusal
            ),
            threshold=thresholds.relevance,
            now=asked.now,
        ),
        product.watch,
    )


def _read_live(product: Product, asked: Asked) -> tuple[tuple[Observation, ...], tuple[FailedRead, ...]]:
    """The live reads that the question needs. A read speaks for the present only: the past is not asked for."""
    observations: list[Observation] = []
    failed: list[FailedRead] = []
    for source, subject in live_needs(asked.question, product.policy):
        if asked.scope.valid_at < asked.now and asked.basis is not Basis.DEFAULT:
            failed.append(FailedRead(source.name, subject, "a live read says nothing about the past"))
            continue
        with product.watch.stage("live") as note:
            result = product.reader.read(source, subject, asked.question.language)
            note({"source": source.name, "read": isinstance(result, Observation)})
        if isinstance(result, Observation):
            observations.append(result)
        else:
            failed.append(result)
    return tuple(observations), tuple(failed)


def _grounded(product: Product, asked: Asked, packet: EvidencePacket, vector: bytes, heard: Heard) -> Grounded:
    with product.watch.stage("grounding") as note:
        grounded = ground(
            packet,
            policy=product.policy,
            decision=_decision(product, asked.question),
            valid_at=asked.scope.valid_at,
            basis=asked.basis,
            idf=asked.view.idf(asked.question.stems),
            embedder=product.embedder,
            entailment=product.entailment,
            generator=product.generator,
            vector=vector,
            heard=heard,
        )
        note({"claims": len(grounded.claims), "dropped": len(grounded.record.dropped)})
        return grounded


def answer_of(done: Layers, trace_id: str = "") -> Answer:
    """What leaves of the three layers' outcomes."""
    asked, packet, grounded = done.asked, done.packet, done.grounded
    declined = grounded.abstained is not None
    return Answer(
        text=grounded.text,
        language=asked.question.language,
        abstained=grounded.abstained,
        valid_at=asked.scope.valid_at,
        known_at=asked.scope.known_at,
        valid_at_from=asked.basis,
        claims=() if declined else grounded.claims,
        evidence=() if declined else packet.evidence,
        conflicts=packet.conflicts if grounded.abstained in (None, Abstention.UNRESOLVED_CONFLICT) else (),
        held_back=packet.held_back,
        behavior=grounded.behavior,
        trace_id=trace_id,
    )


def _named(record: StageRecord, prefix: str) -> StageRecord:
    return replace(record, name=prefix + record.name)


def _trace(product: Product, request: AskRequest, done: Layers, started: float) -> Trace:
    asked, packet, grounded = done.asked, done.packet, done.grounded
    retrieved = (*done.found.stages, *(_named(record, "lapsed.") for record in done.lapsed.stages))
    question_hash = digest(request.question.encode("utf-8", "surrogatepass"))
    outcome: dict[str, Any] = {
        "abstained": grounded.abstained,
        "behavior": grounded.behavior,
        "evidence": [item.evidence_id for item in packet.evidence],
        "conflicts": [(item.conflict_id, item.resolution) for item in packet.conflicts],
        "claims": [[claim.id, [link.evidence_id for link in claim.citations]] for claim in grounded.claims],
        "citations": [
            [claim.id, link.evidence_id, link.start, link.end] for claim in grounded.claims for link in claim.citations
        ],
        "milliseconds": round(1000 * (time.perf_counter() - started), 1),
    }
    if product.settings.trace_content:
        outcome |= {"question": request.question, "answer": grounded.text}
    principal = request.principal
    return Trace(
        id=content_id("trace", principal.tenant, question_hash, asked.now, asked.scope.valid_at),
        tenant=principal.tenant,
        asked_at=asked.now,
        question_sha256=question_hash,
        valid_at=asked.scope.valid_at,
        known_at=asked.scope.known_at,
        stages=(*retrieved, *packet.stages, grounded.record),
        versions=_versions(product, asked),
        outcome=outcome,
        level=principal.level,
        groups=tuple(sorted(principal.groups)),
        asked={
            "valid_at_from": asked.basis,
            "decision": request.decision,
            "subject": request.subject,
            "max_tokens": request.max_tokens,
        },
    )


def _versions(product: Product, asked: Asked) -> Mapping[str, str]:
    """What an answer depends on besides what is known: the same of all of these give the same answer."""
    return {
        "vigente": version("vigente"),
        "embedder": product.embedder.name,
        "entailment": product.entailment.name if product.entailment else RULES,
        "generator": product.generator.name if product.generator else NONE,
        "policy": digest(json.dumps(canonical(product.policy)).encode()),
        "refusal": digest(json.dumps(canonical(product.refusal)).encode()),
        "candidates": str(product.settings.candidates),
        "commit": str(asked.view.commit),
    }
