"""A question that names a version is answered from that version, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from contract.evidence import Abstention
from tests.flows.conftest import OpenDesk
from tests.flows.desk import Desk, cited

MANUAL = """---
uri: manual/pump
title: Dosing pump manual
source_type: manual
language: en
standing: true
revision: "{label}"
level: {level}
valid_from: 2024-01-01
---
# Dosing pump manual

The dosing pump takes {seals} seals.

Error {code} means that the tank is empty.
"""
GLASS = """---
uri: policy/glass
title: Glass policy
source_type: policy
language: en
revision: {label}
valid_from: {start}
---
# Glass policy

Glass is collected every {days} days.
"""
REFUSAL = "Not available in the corporate corpus."


@pytest.fixture
def versions(small: OpenDesk) -> Desk:
    here = small()
    for label, level, seals, code in (("1.0", 0, 2, "E-12"), ("1.1", 0, 3, "E-12"), ("2.0", 1, 4, "E-47")):
        here.write(f"pump-{label}.md", MANUAL.format(label=label, level=level, seals=seals, code=code))
    for label, start, days in (("A", "2023-01-01", 14), ("B", "2025-01-01", 7)):
        here.write(f"glass-{label}.md", GLASS.format(label=label, start=start, days=days))
    assert not here.ingest(Path(here.folder), families=False).failed
    return here


@pytest.mark.parametrize(
    ("question", "said", "source"),
    [
        ("According to version 1.0 of the dosing pump manual, how many seals does it take?", "2 seals", ("manual/pump", "1.0")),
        ("How often is glass collected according to revision A of the glass policy?", "14 days", ("policy/glass", "A")),
        ("What does error E-12 mean in dosing pump manual 1.1?", "tank is empty", ("manual/pump", "1.1")),
    ],
)  # fmt: skip
def test_the_version_that_is_named_answers(versions: Desk, question: str, said: str, source: tuple[str, str]) -> None:
    """However few passages it has, and whether or not it is in force."""
    answer = versions.ask(question)
    assert said in answer.text
    assert cited(answer) == {source}


@pytest.mark.parametrize(
    "question",
    [
        "How many seals does the dosing pump take in dosing pump manual 3.4?",
        "How many seals does the dosing pump take in dosing pump manual 2.0?",  # hidden, and as if it were not there
        "How often is glass collected according to revision C of the glass policy?",
        "What does error E-47 mean in dosing pump manual 1.0?",
    ],
)
def test_another_version_does_not_answer(versions: Desk, question: str) -> None:
    answer = versions.ask(question)
    assert (answer.text, answer.abstained) == (REFUSAL, Abstention.NO_EVIDENCE)
    assert answer.claims == answer.evidence == answer.held_back == ()


def test_who_may_read_the_version_is_answered_from_it(versions: Desk) -> None:
    answer = versions.ask("What does error E-47 mean in dosing pump manual 2.0?", level=1)
    assert cited(answer) == {("manual/pump", "2.0")}


def test_how_many_of_a_thing_in_a_version_is_not_how_many_versions(versions: Desk) -> None:
    answer = versions.ask("How many seals does the pump take in version 1.1 of the dosing pump manual?")
    assert "3 seals" in answer.text
    assert cited(answer) == {("manual/pump", "1.1")}
