"""Every suite by its name. A suite's module is imported when it is run: some need heavy libraries."""

from __future__ import annotations

from importlib import import_module

from contract.errors import RequestError
from evals.records import Suite

SUITES = (
    "asof", "cases", "communities", "conflicts", "dilution", "entailment", "filtered", "multihop", "openie", "retrieval",
    "supersession", "unanswerable", "versions",
)  # fmt: skip


def suite(name: str) -> Suite:
    """The function ``run`` of ``evals/suites/NAME.py``."""
    if name not in SUITES:
        raise RequestError(f"no suite {name!r}: there are {', '.join(SUITES)}")
    found: Suite = import_module(f"evals.suites.{name}").run
    return found
