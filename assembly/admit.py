"""What the chain begins with, and what comes out of it: candidates become items, items become evidence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from assembly.freshness import known_validity
from assembly.propositions import propositions
from assembly.state import AssemblyRequest, Item, Proposition, State
from contract.evidence import Evidence, Located, Observation, StageRecord, Stated
from contract.ids import content_id
from contract.time import BEGINNING, END, Instant, Interval


def gathered(request: AssemblyRequest) -> State:
    """Every candidate, what states an asked proposition though no method proposed it, and the observations.

    For a decision only what states its facts: the rest is no evidence for it.
    """
    asked = propositions(request)
    stating: dict[str, Located] = {each.at.passage.id: each.at for one in asked for each in one.statements}
    located = {found.passage.id: found for found in request.view.located(one.passage_id for one in request.candidates)}
    located = {**stating, **located} if request.decision is None else stating
    by_candidate = {candidate.passage_id: (n, candidate) for n, candidate in enumerate(request.candidates)}
    facts = _facts(request, located)
    items: list[Item] = []
    for late, (passage_id, at) in enumerate(located.items()):
        order, candidate = by_candidate.get(passage_id, (len(by_candidate) + late, None))
        items.append(
            Item(
                id=passage_id,
                order=order,
                score=candidate.score if candidate else 0.0,
                by=candidate.by if candidate else (),
                at=at,
                facts=tuple(facts.get(passage_id, ())),
                needed=any(_needs(one, passage_id) for one in asked),
            )
        )
    items.sort(key=lambda item: (item.order, item.id))
    reads = tuple(_observed(read, len(by_candidate) + len(items) + n) for n, read in enumerate(request.observations))
    left_out = tuple((one.passage_id, "not_needed") for one in request.candidates if one.passage_id not in located)
    record = StageRecord(
        "gather",
        len(items) + len(reads),
        left_out,
        {"asked": [(one.subject, one.rule.name, len(one.statements)) for one in asked]},
    )
    return State((*items, *reads), asked, stages=(record,))


def evidence(request: AssemblyRequest, strongest_first: Sequence[Item]) -> dict[str, Evidence]:
    """The admitted items with their whole contract, by id; ranks and formal ids ("DOC_1") go by strength."""
    found = {}
    valid = known_validity(request, [item.at for item in strongest_first if item.at])
    for rank, item in enumerate(strongest_first, start=1):
        if item.at is not None:
            found[item.id] = _of_passage(item, item.at, rank, valid[item.at.revision.id])
        elif item.observation is not None:
            found[item.id] = _of_read(request, item, item.observation, rank)
    return found


def _needs(proposition: Proposition, passage_id: str) -> bool:
    """Whether a piece states what is asked for for certain; of a ``many`` predicate no single piece is needed."""
    sure = proposition.need is not None or (proposition.firm and proposition.rule.cardinality == "one")
    return sure and any(each.at.passage.id == passage_id for each in proposition.statements)


def _facts(request: AssemblyRequest, ids: Iterable[str]) -> dict[str, list[Stated]]:
    """What these passages state of declared predicates: of no other does a stage make anything."""
    wanted, declared = list(ids), request.policy.predicates
    found: dict[str, list[Stated]] = defaultdict(list)
    for each in request.view.stated(passage_ids=wanted, predicates=declared) if wanted and declared else ():
        found[each.at.passage.id].append(each)
    return found


def _observed(read: Observation, order: int) -> Item:
    return Item(read.id, order, 1.0, (), observation=read, needed=True)


def _of_passage(item: Item, at: Located, rank: int, valid: Interval) -> Evidence:
    metadata = at.revision.metadata
    return Evidence(
        evidence_id=item.id,
        doc=f"DOC_{rank}",
        source_id=content_id(at.revision.tenant, metadata.uri),
        uri=metadata.uri,
        title=metadata.title,
        source_type=metadata.source_type,
        authority=metadata.authority,
        tenant=at.revision.tenant,
        revision=metadata.revision,
        revision_id=at.revision.id,
        language=metadata.language,
        valid_from=_closed(valid.start),
        valid_to=_closed(valid.end),
        indexed_at=at.revision.indexed_at,
        observed_at=metadata.observed_at,
        subject=item.facts[0].fact.subject if item.facts else metadata.title,
        path=at.path,
        text=item.text,
        retrieved_by=item.by,
        rank=rank,
        score=item.score,
        facts=item.facts,
        ordinal=at.passage.ordinal,
    )


def _of_read(request: AssemblyRequest, item: Item, read: Observation, rank: int) -> Evidence:
    tenant = request.view.scope.tenant
    source = request.policy.live_sources.get(read.source)
    return Evidence(
        evidence_id=read.id,
        doc=f"DOC_{rank}",
        source_id=content_id(tenant, read.uri),
        uri=read.uri,
        title=read.source,
        source_type=source.source_type if source else read.source,
        authority=item.authority,
        tenant=tenant,
        revision=None,
        revision_id="",
        language=request.question.language,
        valid_from=None,
        valid_to=None,
        indexed_at=None,
        observed_at=read.observed_at,
        subject=read.subject,
        path=(),
        text=read.text,
        retrieved_by=(),
        rank=rank,
        score=item.score,
        observation=read,
    )


def _closed(at: Instant) -> Instant | None:
    return None if at in (BEGINNING, END) else at
