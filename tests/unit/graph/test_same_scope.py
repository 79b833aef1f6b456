"""Two scopes between which nothing begins or ends are one, so that what was worked out for one serves the other."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from contract.access import Scope
from contract.time import BEGINNING, END
from graph.columns import nothing

REVISIONS = np.array([[1, 1, 1, 1, 10, 30, 100, END], [2, 1, 2, 1, 20, END, 200, 300]], dtype=np.int64).T
COLUMNS = replace(nothing(1, 0), revisions=REVISIONS)
VALID, KNOWN = (10, 20, 30), (100, 200, 300)

times = st.integers(0, 400) | st.sampled_from((BEGINNING, END - 1))


def at(valid_at: int, known_at: int) -> Scope:
    return COLUMNS.same_scope(Scope("t", frozenset({1}), valid_at, known_at))


@given(times, times, times, times)
def test_scopes_are_one_where_nothing_lies_between_them(valid: int, known: int, later: int, learnt: int) -> None:
    alike = all((each <= valid) == (each <= later) for each in VALID)
    alike = alike and all((each <= known) == (each <= learnt) for each in KNOWN)
    assert (at(valid, known) == at(later, learnt)) == alike
    assert at(valid, known).valid_at <= valid
    assert at(valid, known).known_at <= known
