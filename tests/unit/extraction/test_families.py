"""Families by file name: revisions found, and nothing taken for one that is not."""

from __future__ import annotations

import tarfile
from collections import Counter
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contract.time import parse
from extraction.families import FamilyMember, group


def labels(*names: str, root: str = "") -> dict[str, list[str]]:
    """Labels in order, by family."""
    found: dict[str, list[FamilyMember]] = {}
    for member in group(names, root=root).values():
        found.setdefault(member.uri, []).append(member)
    return {uri: [member.label for member in sorted(members, key=lambda m: m.order)] for uri, members in found.items()}


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["policy_v2_2024-01-05.md", "policy_v1_2023-01-05.md"], {"policy": ["1", "2"]}),
        (["contract_final (1).docx", "contract_final.docx", "contract_final (2).docx"], {}),
        (["python3.12-notes.md", "python3.11-notes.md"], {"python-notes": ["3.11", "3.12"]}),
        (["Windows 10.md", "Windows 11.md"], {}),
        (["Chapter 3.1.md", "Chapter 3.2.md"], {}),
        (["Capítulo 3.1.md", "Capítulo 3.2.md"], {}),
        (["refund.es.md", "refund.en.md"], {}),
        (["refund v1.es.md", "refund v2.es.md", "refund v1.en.md"], {"refund.es": ["1", "2"]}),
        (["Política rev B.docx", "Política rev A.pdf"], {"Política": ["A", "B"]}),
        (["manual rev IX.md", "manual rev VIII.md"], {"manual": ["VIII", "IX"]}),
        (["a 1.10.md", "a 1.9.md", "a 1.10rc1.md", "a 1.10-beta.md"], {"a": ["1.9", "1.10-beta", "1.10rc1", "1.10"]}),
        (["tarifas 2024.csv", "tarifas 2023.csv"], {"tarifas": ["2023", "2024"]}),
        (["report Q1-2024.md", "report 2023-Q4.md"], {"report": ["2023-Q4", "2024-Q1"]}),
        (["Q1-2024.md", "Q1-2023.md"], {}),
        (["ley-1976.md", "ley-1987.md", "rfc-2045.md", "rfc-2046.md"], {}),
        (["room 101.md", "room 102.md"], {}),
        (["plan 05-01-2024.md", "plan 06-02-2024.md"], {}),
        (["a/policy v1.md", "b/policy v2.md"], {}),
        (["a/policy v1.md", "a/policy v2.md"], {"a/policy": ["1", "2"]}),
        (["g 2024-01-05.pdf", "g 2024-01-05.md"], {}),
        (["one v1.md", "other v2.md"], {}),
        (["only v1.md"], {}),
        (["notice/2021-05-28.md"], {"notice": ["2021-05-28"]}),
        (["notice/2024-02-30.md", "notice/2024-02-31.md"], {}),
    ],
)
def test_hard_names(names: list[str], expected: dict[str, list[str]]) -> None:
    assert labels(*names) == expected


def test_dates_order_in_time_and_versions_stand_side_by_side() -> None:
    dated = group(["notice/2022-01-01.md", "notice/2021-05-28.md"])
    assert [member.standing for member in dated.values()] == [False, False]
    assert dated["notice/2021-05-28.md"].date == parse("2021-05-28")
    assert dated["notice/2021-05-28.md"].order == 0
    assert all(member.standing for member in group(["app 1.2.md", "app 1.3.md"]).values())
    lines = group(["n 16.20.2 2023-08-08.md", "n 17.9.1 2022-06-01.md"])
    assert all(member.standing and member.date for member in lines.values()), "maintenance lines run side by side"
    assert not any(member.exact for member in group(["tarifas 2023.csv", "tarifas 2024.csv"]).values())


def test_files_of_the_named_folder_itself_take_its_name() -> None:
    assert labels("2021-05-28.md", "2022-01-01.md", root="notice") == {"notice": ["2021-05-28", "2022-01-01"]}
    assert labels("2021-05-28.md", "2022-01-01.md") == {}


@given(st.lists(st.text("ab1. -_/()v2024", min_size=1, max_size=12), unique=True))
def test_any_names_are_grouped_without_a_fault_whatever_their_order(names: list[str]) -> None:
    found = group(names)
    assert dict(found) == dict(group(names[::-1]))
    assert set(found) <= set(names)


@pytest.mark.shared
def test_corpora_fall_into_their_families(shared: Path) -> None:
    def names(folder: str) -> list[str]:
        root = shared / "data" / folder / "docs"
        return [path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()]

    product = Counter(member.uri for member in group(names("versionqa")).values())
    assert sorted(product.values()) == [6, 6, 9, 13]
    notices = group(names("mozilla-legal"))
    assert len(notices) == len(names("mozilla-legal")) == 126
    assert all(member.uri == str(PurePosixPath(name).parent) for name, member in notices.items())
    assert not group(names("legalize-uy"))
    with tarfile.open(shared / "data/peps/peps-head.tar.gz") as archive:
        assert not group(archive.getnames())
