"""What quicker ways of reading words rely on."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from language.words import beginning, fold, folded, stem, unbroken, words

spoken = st.from_regex(r"[a-záéíóúüñA-Z]{1,12}", fullmatch=True)
_ENDINGS = "s es ies ied ed ing ingly y ly ation able ment ize ar er ir ando iendo ción mente logía encia oso arlo"
endings = st.sampled_from(_ENDINGS.split())


@given(st.text(max_size=60))
def test_folded_words_are_the_words_folded(text: str) -> None:
    assert folded(text) == [word.folded for word in words(text)]


@pytest.mark.parametrize("language", ["en", "es"])
@given(spoken)
def test_a_stem_begins_like_its_word(language: str, word: str) -> None:
    assert stem(word, language)[:1] == fold(word)[:1]


@pytest.mark.parametrize("language", ["en", "es", "fr"])
@given(st.from_regex(r"[a-zñáéíóú]{1,4}", fullmatch=True), endings)
@example("d", "ying")  # "die"
@example("a", "ed")  # "a"
def test_a_stem_of_two_letters_begins_as_its_word_does(language: str, start: str, ending: str) -> None:
    stemmed = stem(start + ending, language)
    assert len(stemmed) < 2 or beginning(stemmed) == beginning(fold(start + ending))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("regar", "riegan"),
        ("contar", "cuentan"),
        ("encontrar", "encuentra"),
        ("reforzar", "refuerzan"),
        ("cierra", "cerrar"),
    ],
)
def test_a_verb_whose_vowel_breaks_is_one_verb(one: str, other: str) -> None:
    assert stem(one, "es") != stem(other, "es")
    assert unbroken(stem(one, "es"), "es") == unbroken(stem(other, "es"), "es")


@pytest.mark.parametrize(("one", "language"), [("quepo", "es"), ("sigue", "es"), ("field", "en"), ("value", "en")])
def test_where_no_vowel_breaks_the_stem_stays(one: str, language: str) -> None:
    assert unbroken(stem(one, language), language) == stem(one, language)
