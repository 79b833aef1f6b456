"""Questions that name a version, and questions about which versions there are: answered from the graph."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from contract.evidence import (
    Behavior,
    Citation,
    Claim,
    Evidence,
    EvidencePacket,
    Question,
    Retrieved,
    StageRecord,
    Verdict,
)
from contract.ids import content_id
from contract.ports import GraphView
from contract.records import Revision
from grounding.ground import Grounded
from language.words import key, stems
from retrieval.lexical import by_identifiers

_CODED = 20  # passages looked at for a code
_LISTED = {
    "en": "{title} has {count} versions here: {labels}.",
    "es": "De {title} hay aquí {count} versiones: {labels}.",
}


@dataclass(frozen=True, slots=True)
class Listing:
    """Which versions exist, as a packet and its claims."""

    packet: EvidencePacket
    grounded: Grounded


def pinned(view: GraphView, question: Question) -> frozenset[str]:
    """The revisions that the question names by their labels: those of the sources it names, else all with the label."""
    if not question.versions:
        return frozenset()
    wanted = {_plain(label) for label in question.versions}
    found = [
        revision
        for revision in view.revisions()
        if revision.metadata.revision and _plain(revision.metadata.revision) in wanted
    ]
    best = max((_named(revision, question) for revision in found), default=0.0)
    return frozenset(revision.id for revision in found if _named(revision, question) == best)


def below_heads(view: GraphView, families: Mapping[str, bool]) -> frozenset[str]:
    """The revisions that stand below the head of their family: they answer only a question that names them.

    ``families`` tells of every URI whether it is a standing family.
    """
    return frozenset(
        revision.id for uri, standing in families.items() if standing for revision in view.in_force(uri)[1:]
    )


def answers_by_head(heads: GraphView, whole: GraphView, question: Question) -> bool:
    """Whether the heads are where to look: not if a code of the question stands in lower labels alone."""
    alone = [replace(question, identifiers=(code,)) for code in question.identifiers]
    return all(by_identifiers(heads, one, _CODED) or not by_identifiers(whole, one, _CODED) for one in alone)


def listed_versions(view: GraphView, question: Question) -> Listing | None:
    """The versions of the source that the question names; None if it names none that has any."""
    families: dict[str, list[Revision]] = defaultdict(list)
    for revision in view.revisions():
        if revision.metadata.revision:
            families[revision.uri].append(revision)
    named = {uri: max(_named(one, question) for one in found) for uri, found in families.items()}
    best = max(named.values(), default=0.0)
    if best == 0.0:
        return None
    chosen = [families[uri] for uri in sorted(named) if named[uri] == best]
    evidence = tuple(_listing(found, number + 1, question.language) for number, found in enumerate(chosen))
    claims = tuple(_claim(item, number + 1) for number, item in enumerate(evidence))
    text = " ".join(f"{claim.text} [{claim.citations[0].doc}]" for claim in claims)
    record = StageRecord("versions", len(claims), detail={"sources": [item.uri for item in evidence]})
    packet = EvidencePacket(question, evidence)
    return Listing(packet, Grounded(text, claims, None, Behavior.ANSWER, record))


def _listing(found: Sequence[Revision], number: int, language: str) -> Evidence:
    head = found[0]
    labels = _unique(revision.metadata.revision or "" for revision in found)
    title = head.uri.rsplit("/", 1)[-1]
    text = _LISTED.get(language, _LISTED["en"]).format(title=title, count=len(labels), labels=", ".join(labels))
    return Evidence(
        evidence_id=content_id("versions", head.tenant, head.uri, labels),
        doc=f"DOC_{number}",
        source_id=content_id(head.tenant, head.uri),
        uri=head.uri,
        title=head.metadata.title,
        source_type=head.metadata.source_type,
        authority=head.metadata.authority,
        tenant=head.tenant,
        revision=None,
        revision_id=head.id,
        language=language,
        valid_from=head.metadata.valid_from,
        valid_to=None,
        indexed_at=head.indexed_at,
        observed_at=head.metadata.observed_at,
        subject=title,
        path=(head.metadata.title,),
        text=text,
        retrieved_by=(Retrieved("graph", number, 1.0),),
        rank=number,
        score=1.0,
    )


def _claim(item: Evidence, number: int) -> Claim:
    return Claim(
        id=f"c{number}",
        text=item.text,
        citations=(Citation(item.evidence_id, item.doc, 0, len(item.text)),),
        verdict=Verdict.SUPPORTED,
        support=1.0,
        derived_by="versions",
    )


def _named(revision: Revision, question: Question) -> float:
    """The share of the source's name (URI and title, labels left out) that stands in the question."""
    label = set(stems(revision.metadata.revision or "", question.language))
    name = {stem for stem in stems(f"{revision.uri} {revision.metadata.title}", question.language) if stem.isalpha()}
    name -= label
    return len(name & set(question.stems)) / len(name) if name else 0.0


def _plain(label: str) -> str:
    return key(label).removeprefix("rev ").removeprefix("v")


def _unique(labels: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(label for label in labels if label))
