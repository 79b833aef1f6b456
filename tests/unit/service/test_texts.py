"""Every text of the command line is there in every language, with the same blanks."""

from __future__ import annotations

import string

import pytest

from contract.evidence import Reason
from contract.records import CommitOutcome
from service.texts import keys, languages, reader_language, say

NAMES = frozenset(
    [
        "new",
        "revised",
        "unchanged",
        "failed",
        "embedded",
        "coverage",
        "reason",
        "valid_at",
        "known_at",
        "by",
        "to",
        "from",
        "uri",
        "revisions",
        "revision",
        "communities",
        "summaries",
        "made",
        "kept",
        "dropped",
        "home",
        "count",
    ]
)


def blanks(key: str, language: str) -> set[str]:
    every = {name: f"{{{name}}}" for name in NAMES}
    return {name for _, name, _, _ in string.Formatter().parse(say(key, language, **every)) if name}


def test_every_language_has_the_same_keys() -> None:
    assert {frozenset(keys(language)) for language in languages()} == {keys("en")}
    assert set(languages()) == {"en", "es"}


@pytest.mark.parametrize("key", sorted(keys("en")))
def test_every_language_fills_the_same_blanks(key: str) -> None:
    assert len({frozenset(blanks(key, language)) for language in languages()}) == 1


def test_every_reason_and_outcome_has_words() -> None:
    assert {f"reason_{reason}" for reason in Reason} | {str(outcome) for outcome in CommitOutcome} <= keys("en")


def test_the_reader_s_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("LANG", "es_UY.UTF-8")
    assert reader_language() == "es"
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert reader_language() == "en"
