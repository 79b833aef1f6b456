"""Every suite and bench by its name. A module is imported when it is run: some need heavy libraries."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import evals.bench
import evals.suites
from contract.errors import RequestError
from evals.records import Bench, DataError, Suite

SUITES = tuple(sorted(module.name for module in iter_modules(evals.suites.__path__)))
BENCHES = tuple(sorted(module.name.replace("_", "-") for module in iter_modules(evals.bench.__path__)))


def suite(name: str) -> Suite:
    """The function ``run`` of ``evals/suites/NAME.py``."""
    if name not in SUITES:
        raise RequestError(f"no suite {name!r}: there are {', '.join(SUITES) or 'none yet'}")
    found: Suite = import_module(f"evals.suites.{name}").run
    return found


def own_data(name: str) -> Path:
    """The folder ``DATA`` of a suite that brings its own. Raises ``DataError`` for one that has none."""
    own: Path | None = getattr(import_module(f"evals.suites.{name}"), "DATA", None)
    if own is None:
        raise DataError(f"the suite {name} has no data of its own: name the folder of the data set with --data")
    return own


def bench(name: str) -> Bench:
    """The function ``run`` of ``evals/bench/NAME.py``; a dash in a name is an underscore in its file's."""
    if name not in BENCHES:
        raise RequestError(f"no bench {name!r}: there are {', '.join(BENCHES) or 'none yet'}")
    found: Bench = import_module(f"evals.bench.{name.replace('-', '_')}").run
    return found
