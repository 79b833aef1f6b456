"""How much memory a run took."""

from __future__ import annotations

import resource
import sys

_UNIT = 1_000_000 if sys.platform == "darwin" else 1_000  # of ru_maxrss in a megabyte: bytes there, kilobytes elsewhere


def peak_mb() -> float:
    """The most memory that this process has held since it began, in MB: of a bench it bounds what its largest part needs."""
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _UNIT, 1)
