"""Where sentences end: a point after initials or an abbreviation ends a word only."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.sentences import sentences


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Ship today. Bill later.", ["Ship today.", "Bill later."]),
        ("Entre Olmo, S.L. (el Cliente) y Roble, S.A. (el Proveedor). Acuerdan.", [
            "Entre Olmo, S.L. (el Cliente) y Roble, S.A. (el Proveedor).", "Acuerdan."]),
        ("Vive en EE.UU. desde 2020. Trabaja.", ["Vive en EE.UU. desde 2020.", "Trabaja."]),
        ("She moved to the U.S. He stayed.", ["She moved to the U.S.", "He stayed."]),
        ("Some fruit, e.g. Pears. Then bread.", ["Some fruit, e.g. Pears.", "Then bread."]),
        ("Véase el art. 5 de la ley. Rige ya.", ["Véase el art. 5 de la ley.", "Rige ya."]),
        ("Really? Yes! Good.", ["Really?", "Yes!", "Good."]),
    ],
)  # fmt: skip
def test_sentences_end_where_a_reader_would_end_them(text: str, said: list[str]) -> None:
    assert [text[at.start : at.end] for at in sentences(text)] == said


@given(st.text(alphabet="abAB.?! \n(-,S", max_size=60))
def test_nothing_but_white_space_is_outside_of_sentences(text: str) -> None:
    spans = sentences(text)
    starts, ends = [span.start for span in spans], [span.end for span in spans]
    between = [text[end:start] for end, start in zip([0, *ends], [*starts, len(text)], strict=True)]
    assert all(end <= start for end, start in zip(ends, starts[1:], strict=False))
    assert not "".join(between).strip()
