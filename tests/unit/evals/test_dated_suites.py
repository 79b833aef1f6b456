"""The suites on versions and on who ended whom, on a few written documents."""

from __future__ import annotations

import io
import json
import tarfile
from dataclasses import replace
from pathlib import Path

import pytest

from evals import statuses
from evals.product import product
from evals.records import DataError, Options
from evals.suites import asof, supersession, versions

POLICY = """# Refund policy

## Window

Customers of the northern shops return unopened goods within {days} days of their purchase. Gifts never count.

## Method

{method}
"""
OLDER = POLICY.format(days=30, method="The shop pays every refund in cash at the counter of the branch.")
NEWER = POLICY.format(
    days=14, method="The treasury transfers approved refunds electronically to registered bank accounts."
)


def dated(folder: Path) -> Path:
    """A policy in two versions that differ in how is paid."""
    listed = []
    for day, text in (("2024-01-01", OLDER), ("2025-01-01", NEWER)):
        (folder / f"{day}.md").write_text(text, encoding="utf-8")
        listed.append({"lang": "en", "doc": "refunds", "effective": day, "path": f"{day}.md"})
    (folder / "versions.json").write_text(json.dumps(listed), encoding="utf-8")
    return folder


def test_asof(tmp_path: Path) -> None:
    result = asof.run(dated(tmp_path), Options(tmp_path / "work"))
    assert result.n == 4
    assert result.by_kind.keys() == {"en", "stands", "gone"}
    assert result.measures["stale_admission"] == 0.0
    assert result.by_kind["gone"]["right_version"] == 1.0
    assert result.latency_ms["p50"] > 0


def test_asof_of_versions_that_do_not_differ(tmp_path: Path) -> None:
    dated(tmp_path)
    (tmp_path / "2025-01-01.md").write_text(OLDER, encoding="utf-8")
    with pytest.raises(DataError, match="no two versions"):
        asof.run(tmp_path, Options(tmp_path / "work"))


def test_versions(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    for label, days in (("1.0.0", 30), ("2.0.0", 14)):
        (docs / f"refunds {label}.md").write_text(POLICY.format(days=days, method="In cash."), encoding="utf-8")
    asked = [
        {"type": "listing", "question": "Which versions of refunds exist?", "answer": "1.0.0 and 2.0.0"},
        {"type": "listing", "question": "Which versions of giraffes exist?", "answer": "3.0.0"},
    ]
    (tmp_path / "questions.json").write_text(json.dumps(asked), encoding="utf-8")
    result = versions.run(tmp_path, Options(tmp_path / "work"))
    assert result.n == 2
    assert result.by_kind == {"listing": {"accuracy": 0.5, "answered": result.measures["answered"]}}
    assert [miss["question"] for miss in result.misses] == ["Which versions of giraffes exist?"]


def test_laws_that_end_others(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    for number, text in (
        ("10100", "# Ley Nº 10100\n\n## Artículo 1\n\nSe riega los lunes.\n"),
        (
            "20200",
            "# Ley Nº 20200\n\n## Artículo 1\n\nSe riega los martes.\n\n## Artículo 2\n\nDerógase la Ley Nº 10.100.\n",
        ),
    ):
        (docs / f"UY-ley-{number}.md").write_text(
            f"---\ntitle: Ley Nº {number}\nvalid_from: 20{number[0]}0-01-01\nsource_type: law\n---\n{text}",
            encoding="utf-8",
        )
    known = [{"old": "UY-ley-10100", "new": "UY-ley-20200", "label": "Derogada/o por"}]
    (tmp_path / "derogations.json").write_text(json.dumps(known), encoding="utf-8")
    result = supersession.run(tmp_path, Options(tmp_path / "work"))
    assert (result.n, result.measures) == (1, {"precision": 1.0, "recall": 1.0})
    assert result.by_kind == {"Derogada/o por": {"recall": 1.0}}


def test_peps_that_end_others(tmp_path: Path) -> None:
    texts = {
        "pep-0001.rst": "PEP: 1\nTitle: One\nStatus: Superseded\nSuperseded-By: 2\n\nAbstract\n========\n\nBraces.\n",
        "pep-0002.rst": "PEP: 2\nTitle: Two\nStatus: Final\nReplaces: 1\n\nAbstract\n========\n\nIndents.\n",
    }
    with tarfile.open(tmp_path / "peps-head.tar.gz", "w:gz") as packed:
        for name, text in texts.items():
            member = tarfile.TarInfo(f"peps/{name}")
            member.size = len(text)
            packed.addfile(member, io.BytesIO(text.encode()))
    known = [{"old": 1, "new": 2, "in_replaces": True, "in_superseded_by": True}]
    (tmp_path / "peps_links.json").write_text(json.dumps(known), encoding="utf-8")
    result = supersession.run(tmp_path, Options(tmp_path / "work"))
    assert result.measures == {"precision": 1.0, "recall": 1.0}
    assert result.by_kind == {"both headers": {"recall": 1.0}}


def test_what_a_status_was_as_of_a_day(tmp_path: Path) -> None:
    listed = [
        {"pep": 1, "date": "2001-01-01", "old": None, "new": "Draft"},
        {"pep": 1, "date": "2002-01-01", "old": "Draft", "new": "Accepted"},
        {"pep": 1, "date": "2002-01-01", "old": "Accepted", "new": "Final"},
    ]
    (tmp_path / statuses.EVENTS).write_text(json.dumps(listed), encoding="utf-8")
    options = Options(tmp_path / "work")
    found = statuses.changes(tmp_path / statuses.EVENTS)
    asked = statuses.asked(found, options)
    assert [question.status for question in asked] == [None, "Draft", "Draft", "Final", "Final"]
    with product(options, "statuses") as parts:
        assert statuses.taken_in(parts, found, options) == []
        assert statuses.wrong(parts, asked) == []
        (wrong,) = statuses.wrong(parts, [replace(asked[0], status="Draft")])
    assert (wrong["known"], wrong["told"]) == ("Draft", "nothing")
