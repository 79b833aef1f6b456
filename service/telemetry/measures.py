"""What is told of a flow when it is over: its outcome as words of enumerations, its ids, its counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from communities.refresh import Refreshed
from contract.evidence import Answer, Trace
from contract.records import CommitOutcome
from contract.watching import Measure

if TYPE_CHECKING:  # the flows tell their measures, so they import this
    from service.ingestion.ingest import Ingested, Report

GROUNDING = "grounding"
Measures = dict[str, Measure]


def of_answer(answer: Answer, trace: Trace) -> Measures:
    """One question: answered or declined and why; what was held back, which conflicts were met, which claims left or did not."""
    dropped = [reason for stage in trace.stages if stage.name == GROUNDING for _, reason in stage.dropped]
    return {
        "trace_id": trace.id,
        "tenant": trace.tenant,
        "language": answer.language,
        "outcome": "declined" if answer.abstained else "answered",
        "reason": answer.abstained.value if answer.abstained else "",
        "behavior": answer.behavior.value,
        "evidence": len(answer.evidence),
        **_counted("claims", [claim.verdict.value for claim in answer.claims] + dropped),
        **_counted("conflicts", [each.resolution.value for each in answer.conflicts if each.resolution]),
        **_counted("held_back", [each.reason.value for each in answer.held_back]),
    }


def of_document(done: Ingested) -> Measures:
    """One document of an ingestion: what it became, or the code of why it could not be taken."""
    return {
        "outcome": done.outcome.value if done.outcome else "refused",
        "reason": done.code or "",
        "revision_id": done.revision_id or "",
        "passages": done.passages,
        "embedded": done.embedded,
        "superseded": len(done.superseded),
        "conflicts": len(done.conflicts),
        "warnings": len(done.warnings),
    }


def of_report(report: Report) -> Measures:
    """A whole ingestion."""
    taken = {f"documents.{outcome.value}": report.count(outcome) for outcome in CommitOutcome}
    return {**taken, "documents.refused": len(report.failed), "embedded": report.embedded}


def of_refresh(done: Refreshed) -> Measures:
    """One refresh of the communities."""
    return {
        "communities": len(done.communities),
        "summaries": len(done.summaries),
        "made": len(done.made),
        "kept": len(done.kept),
        "dropped": len(done.dropped),
    }


def _counted(name: str, values: Iterable[str]) -> Measures:
    return {f"{name}.{value}": count for value, count in sorted(Counter(values).items())}
