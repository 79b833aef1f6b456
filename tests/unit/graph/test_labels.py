"""Labels order the corrections of a source and the revisions of a standing family."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.labels import comparable, label_key, label_order

ASCENDING = [
    [None, "9.1.0", "16.20.2", "18.20.8"],
    [None, "1.9", "1.10", "2.0-rc1", "2.0"],
    ["16", "16.0", "16.1"],
    ["1.0-dev", "1.0-alpha", "1.0-alpha.2", "1.0-beta", "1.0-rc.1", "1.0-rc.10", "1.0", "1.0.1"],
    ["2.0-rc1", "2", "2.0 SP1", "2.1"],
    ["3.0a1", "3.0b2", "3.0rc1", "3.0"],
    ["1.1.1", "1.1.1a", "1.1.1k", "1.1.2"],
    ["2.0-foo", "2.0"],
    ["A", "B", "Z", "AA", "AB"],
    ["Rev. A", "rev B", "Revisión C", "revD"],
    ["A", "A.2", "B", "B.1"],
    ["G", "H", "I", "J", "V", "X"],
    ["I", "II", "III", "IV", "V", "IX", "X", "XL", "C"],
    ["Edición I", "Edición II", "Edición IV"],
    [None, "2019", "2021", "2024"],
    ["2023-12", "2024-03", "2024-03-15", "2024-11"],
    ["draft", "final"],
    ["borrador", "rc1", "rc2", "definitiva"],
]


@pytest.mark.parametrize("labels", ASCENDING, ids=lambda labels: f"{labels[0]}..{labels[-1]}")
def test_order(labels: list[str | None]) -> None:
    order = label_order(labels)
    for lower, higher in pairwise(labels):
        assert order(lower) < order(higher), f"{lower} should come before {higher}"
    assert comparable(labels)


@pytest.mark.parametrize(
    "written", [("2.0", "v2.0", "Version 2.0", "V2.0"), ("B", "Rev. B", "revisión b"), (None, "", " ")]
)
def test_one_label_written_in_several_ways(written: tuple[str | None, ...]) -> None:
    assert len({label_key(label) for label in written}) == 1


@pytest.mark.parametrize(
    "labels",
    [("blue", "green"), ("A", "1.0"), ("draft", "1.0"), ("C", "I"), ("03-2024", "11-2023"), ("L", "D")],
    ids="/".join,
)
def test_an_order_that_nobody_can_tell(labels: tuple[str, ...]) -> None:
    assert not comparable(labels)


def test_one_label_is_always_comparable() -> None:
    assert comparable(["blue"])
    assert comparable(["blue", None, "blue"])
    assert comparable([])


@given(
    st.lists(
        st.none() | st.text(max_size=12) | st.from_regex(r"[vr]?\d{1,25}(\.\d{1,3})*(-?[a-z]+\.?\d*)?", fullmatch=True)
    )
)
def test_any_text_has_a_place(labels: list[str | None]) -> None:
    order = label_order(labels)
    ordered = sorted(labels, key=order)
    assert all(label is None or order(label) >= order(None) for label in ordered)
