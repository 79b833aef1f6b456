"""Public corpora in small: versions of a policy that stands by date, and release notes in two formats."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from contract.records import CommitOutcome
from tests.flows.conftest import OpenDesk
from tests.flows.desk import Desk, cited

pytestmark = pytest.mark.shared
POLICY = "mdn_plus_privacy"
VERSIONS = ("2022-03-09", "2022-03-23", "2023-05-24")
BETWEEN = {"2022-03-15": VERSIONS[0], "2022-12-31": VERSIONS[1], "2024-06-01": VERSIONS[2]}
QUESTIONS = {
    "en": ("What payment providers are used when you subscribe to MDN Plus?", "Does MDN Plus receive your IP address?"),
    "es": (
        "¿Qué proveedores de pago se usan al suscribirse a MDN Plus?",
        "¿Qué información de la cuenta recibe MDN Plus cuando usa sus funciones?",
    ),
}
NOTES = (
    "Spark Release 2.4.7 _ Apache Spark.pdf",
    "Spark Release 3.5.3 _ Apache Spark.pdf",
    "Release v5.2.3 · twbs_bootstrap.md",
    "Release v5.3.5 · twbs_bootstrap.md",
)


def fetched(here: Desk, folder: Path, names: tuple[str, ...]) -> Path:
    """These files of a folder, in one of the same name."""
    target = here.folder / folder.name
    target.mkdir()
    for name in names:
        shutil.copy(folder / name, target / name)
    return target


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_version_of_that_day_answers_and_no_other(small: OpenDesk, shared: Path, language: str) -> None:
    here = small()
    folder = shared / "data" / "mozilla-legal" / "docs" / language / POLICY
    report = here.ingest(fetched(here, folder, tuple(f"{version}.md" for version in VERSIONS)))
    assert not report.failed
    assert report.coverage == 1.0
    (uri,) = {one.uri for one in report.documents}
    assert uri is not None
    assert here.holding(uri) == {VERSIONS[-1]}
    for question in QUESTIONS[language]:
        for day, version in BETWEEN.items():
            answer = here.ask(question, valid_at=day)
            assert answer.abstained is None, (question, day)
            assert cited(answer) == {(uri, version)}, (question, day)
            assert {piece.revision for piece in answer.evidence} == {version}
        assert here.ask(question, valid_at="2022-03-08").abstained is not None
    assert here.product.store.check() == ()


def test_pages_and_notes_go_in_whole_and_a_second_time_not_at_all(small: OpenDesk, shared: Path) -> None:
    here = small()
    folder = fetched(here, shared / "data" / "versionqa" / "docs", NOTES)
    first = here.ingest(folder)
    assert not first.failed
    assert first.coverage == 1.0
    assert first.count(CommitOutcome.NEW) + first.count(CommitOutcome.REVISED) == len(NOTES)
    families = {one.uri for one in first.documents}
    assert len(families) == 2
    labels = {
        uri: {line.revision.metadata.revision or "" for line in here.timeline(uri or "").lines} for uri in families
    }
    assert sorted(map(sorted, labels.values())) == [["2.4.7", "3.5.3"], ["5.2.3", "5.3.5"]]

    again = here.ingest(folder)
    assert (again.count(CommitOutcome.UNCHANGED), again.embedded) == (len(NOTES), 0)
    assert again.coverage == 1.0
    assert here.product.store.check() == ()
