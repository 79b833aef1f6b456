"""Every text of the command line is there in every language, with the same blanks."""

from __future__ import annotations

import string
from importlib import resources

import pytest
import yaml

from contract.evidence import Reason, Resolution
from contract.records import CommitOutcome
from service.inbox.history import Happened
from service.inbox.inbox import Status
from service.texts import keys, languages, reader_language

TABLES = yaml.safe_load((resources.files("service") / "texts.yaml").read_text(encoding="utf-8"))


def blanks(key: str, language: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(TABLES[language][key]) if name}


def test_every_language_has_the_same_keys() -> None:
    assert {frozenset(keys(language)) for language in languages()} == {keys("en")}
    assert set(languages()) == {"en", "es"}


@pytest.mark.parametrize("key", sorted(keys("en")))
def test_every_language_fills_the_same_blanks(key: str) -> None:
    assert len({frozenset(blanks(key, language)) for language in languages()}) == 1


def test_every_reason_and_outcome_has_words() -> None:
    assert {f"reason_{reason}" for reason in Reason} | {str(outcome) for outcome in CommitOutcome} <= keys("en")


def test_every_status_rule_and_happening_of_a_conflict_has_words() -> None:
    told = {f"status_{each}" for each in Status} | {f"rule_{each}" for each in Resolution}
    assert told | {f"happened_{each}" for each in Happened} <= keys("en")


def test_the_reader_s_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("LANG", "es_UY.UTF-8")
    assert reader_language() == "es"
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert reader_language() == "en"
