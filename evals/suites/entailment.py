"""Claims: what the verifier accepts as supported, of claims that are carried and of claims that are not.

``accept_precision`` = right accepts ÷ accepts, ``accept_recall`` = right accepts ÷ carried claims, ``false_accept`` =
wrong accepts ÷ claims that are not carried. Kinds are the languages, and within one each kind of claim.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from contract.evidence import Verdict
from evals import measures
from evals.datasets.claims import Case, read
from evals.product import Timer, versions
from evals.records import Options, Result
from grounding.verify import verify

_SHOWN = 200  # misses a result keeps
_EVERY = 50  # claims between two signs of progress


@dataclass(frozen=True, slots=True)
class Verified:
    """A claim and what the verifier made of it."""

    case: Case
    accepted: bool
    rule: str


def run(data: Path, options: Options) -> Result:
    """Judge every claim by the product's rules. ``limit`` counts sentences (or pairs) of each language."""
    cases = read(data, options)
    timer = Timer()
    found: list[Verified] = []
    for at, case in enumerate(cases):
        if at % _EVERY == 0:
            options.progress("judging claims", at / len(cases))
        with timer():
            judged = verify(case.claim, case.evidence, case.language)
        found.append(Verified(case, judged.verdict is Verdict.SUPPORTED, judged.rule))
    kinds: dict[str, list[Verified]] = defaultdict(list)
    for each in found:
        kinds[each.case.language].append(each)
        kinds[f"{each.case.language}.{each.case.kind}"].append(each)
    return Result(
        suite="entailment",
        dataset=data.resolve().name,
        n=len(found),
        measures=scores(found),
        by_kind={kind: scores(each) for kind, each in sorted(kinds.items())},
        latency_ms=timer.latency_ms,
        settings={"verifier": "rules", "seed": str(options.seed)}
        | {f"{kind}.n": str(len(each)) for kind, each in sorted(kinds.items())},
        versions=versions(),
        misses=tuple(_miss(each) for each in found if each.accepted and not each.case.carried)[:_SHOWN],
    )


def scores(found: Sequence[Verified]) -> dict[str, float]:
    """The three measures. One that is not defined is left out: precision too where all claims are of one sort."""
    mixed = len({each.case.carried for each in found}) == 2
    accepted = [each.case.carried for each in found if each.accepted]
    return measures.table(
        {
            "accept_precision": measures.mean(accepted) if mixed else None,
            "accept_recall": measures.mean(each.accepted for each in found if each.case.carried),
            "false_accept": measures.mean(each.accepted for each in found if not each.case.carried),
        }
    )


def _miss(each: Verified) -> dict[str, str]:
    return {
        "language": each.case.language,
        "kind": each.case.kind,
        "claim": each.case.claim,
        "evidence": " ".join(each.case.evidence),
        "cause": f"accepted by {each.rule}",
    }
