"""Which names are of one thing: pairs written by hand, in both languages, and what must hold for any two names."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from extraction.aliases import aliases
from language.acronyms import long_form, spells
from language.sameness import Sameness, handle, sameness
from language.words import key

_TEXT = "text:"
PAIRS = [
    (kind, language, str(one), str(other), str(why))
    for kind, by_language in yaml.safe_load(
        Path(__file__).with_name("name_pairs.yaml").read_text(encoding="utf-8")
    ).items()
    for language, pairs in by_language.items()
    for one, other, why in pairs
]


def is_one(one: str, other: str, why: str, language: str) -> bool:
    """Whether two names are of one thing: by their key, by what a text says, or by the names themselves."""
    if why.startswith(_TEXT):
        said = {(key(each.name), key(each.alias)) for each in aliases(why.removeprefix(_TEXT), language)}
        return (key(one), key(other)) in said
    return key(one) == key(other) or sameness(one, other) is not None


def test_there_are_sixty_pairs_of_each_kind() -> None:
    for kind in ("apart", "same"):
        for language in ("en", "es"):
            assert sum(pair[:2] == (kind, language) for pair in PAIRS) >= 30


@pytest.mark.parametrize(("kind", "language", "one", "other", "why"), PAIRS)
def test_pairs_of_names(kind: str, language: str, one: str, other: str, why: str) -> None:
    assert is_one(one, other, why, language) is (kind == "same")
    assert sameness(one, other) == sameness(other, one)
    if sameness(one, other):
        assert handle(one) == handle(other), "what is one is found by one handle"


NAMES = st.sampled_from(sorted({name for pair in PAIRS for name in pair[2:4]}))


@given(NAMES, NAMES)
def test_only_what_a_person_paired_is_one(one: str, other: str) -> None:
    """Of some 17,000 pairs of names none is one but those that are written down as one, or follow from them."""
    if sameness(one, other) and key(one) != key(other):
        groups = _groups()
        assert groups[one] == groups[other]


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_has_a_form_and_the_relation_is_symmetric(one: str, other: str) -> None:
    assert sameness(one, other) == sameness(other, one)
    assert sameness(one, one) in (None, Sameness.FORM)
    if sameness(one, other):
        assert handle(one) == handle(other)


def _groups() -> dict[str, frozenset[str]]:
    of: dict[str, frozenset[str]] = {name: frozenset([name]) for pair in PAIRS for name in pair[2:4]}
    for kind, _, one, other, _ in PAIRS:
        if kind == "same":
            joined = of[one] | of[other]
            of |= dict.fromkeys(joined, joined)
    return of


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("They keep protected health information (PHI).", "en", [("protected health information", "PHI")]),
        ("He joined the National Security Agency (NSA).", "en", [("National Security Agency", "NSA")]),
        ("Kestrel Marine Ltd (“Kestrel”) shall pay.", "en", [("Kestrel Marine Ltd", "Kestrel")]),
        ("La DGI (Dirección General Impositiva) recauda.", "es", [("Dirección General Impositiva", "DGI")]),
        ("Andina S.A. (en adelante, «la Empresa») acuerda.", "es", []),
        ("Acme Ltd. (\"Supplier\") and Beta (hereinafter \"the Buyer\")", "en", []),
        ("It was sold (USA) in Spain (ES), see Annex (II).", "en", []),
        ("Revenue grew (up 3%).", "en", []),
    ],
)  # fmt: skip
def test_names_that_a_text_gives_beside_its_own(text: str, language: str, expected: list[tuple[str, str]]) -> None:
    assert [(each.name, each.alias) for each in aliases(text, language)] == expected


def test_an_acronym_is_spelt_from_the_first_word() -> None:
    assert spells("BCU", "Banco Central del Uruguay")
    assert not spells("BCU", "El Banco Central del Uruguay")
    assert long_form("BCU", "la tasa del Banco Central del Uruguay") == "Banco Central del Uruguay"
    assert long_form("BCU", "Ministerio de Salud") is None
    assert long_form("A", "Acme") is None
