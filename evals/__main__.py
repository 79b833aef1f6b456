"""``python -m evals``."""

from __future__ import annotations

from evals.run import main

main()
