"""Which pieces say the same words: the quick way of telling must agree with the definition."""

from __future__ import annotations

import re
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from assembly.deduplicate import CONTAINED, _contained, _wording
from language.words import folded

_SOME = ["the", "a", "fee", "refund", "window", "customers", "returned", "goods", "14", "30", "policy", "days"]
_WORDS = st.lists(st.sampled_from(_SOME), max_size=24)


@given(_WORDS, _WORDS, st.lists(st.integers(0, 40), max_size=3))
def test_a_text_is_contained_where_nearly_all_its_words_stand_in_the_other(
    one: list[str], other: list[str], taken: list[int]
) -> None:
    near = [word for at, word in enumerate(one) if at not in taken]  # many pairs at the border, not only unlike ones
    for first, second in ((one, other), (one, near), (near, other)):
        a, b = " ".join(first), " ".join(second)
        assert _contained(_wording(a), _wording(b)) == _by_definition(a, b)


def _by_definition(a: str, b: str) -> bool:
    shorter, longer = sorted((Counter(folded(a)), Counter(folded(b))), key=lambda bag: bag.total())
    numbers = [sorted(re.findall(r"\d+", text)) for text in (a, b)]
    if not shorter.total() or numbers[0] != numbers[1]:
        return False
    return (shorter & longer).total() / shorter.total() >= CONTAINED
