"""Every suite by its name. A suite's module is imported when it is run: some need heavy libraries."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

import evals.suites
from contract.errors import RequestError
from evals.records import Suite

SUITES = tuple(sorted(module.name for module in iter_modules(evals.suites.__path__)))


def suite(name: str) -> Suite:
    """The function ``run`` of ``evals/suites/NAME.py``."""
    if name not in SUITES:
        raise RequestError(f"no suite {name!r}: there are {', '.join(SUITES) or 'none yet'}")
    found: Suite = import_module(f"evals.suites.{name}").run
    return found
