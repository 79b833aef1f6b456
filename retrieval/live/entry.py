"""A function of the operator's own, by its entry point: ``package.module:function``."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import Any

from contract.policy import LiveSourceRule
from retrieval.live.observing import Failed

GROUP = "vigente.live"


def fetch(source: LiveSourceRule, subject: str) -> Any:
    """What the function gives for the subject: a mapping, as JSON would have it. Raises ``Failed``."""
    try:
        function = EntryPoint(source.name, source.python or "", GROUP).load()
    except (ImportError, AttributeError, ValueError) as error:
        raise Failed(f"{source.name} names a function that is not here: {source.python}") from error
    try:
        return function(subject)
    except Exception as error:  # the function is the operator's: whatever it raises is a read that failed
        raise Failed(f"{source.name} failed: {type(error).__name__}", passing=True) from error
