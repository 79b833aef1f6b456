"""What quicker ways of reading words rely on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.words import fold, folded, stem, words

spoken = st.from_regex(r"[a-záéíóúüñA-Z]{1,12}", fullmatch=True)


@given(st.text(max_size=60))
def test_folded_words_are_the_words_folded(text: str) -> None:
    assert folded(text) == [word.folded for word in words(text)]


@pytest.mark.parametrize("language", ["en", "es"])
@given(spoken)
def test_a_stem_begins_like_its_word(language: str, word: str) -> None:
    assert stem(word, language)[:1] == fold(word)[:1]
