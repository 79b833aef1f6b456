"""A backup file comes back record for record, and one that was cut or altered is refused with one sentence."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contract.access import Audience
from contract.errors import NotFound, RequestError, StoreMismatch, StoreUnavailable, VigenteError
from contract.evidence import StageRecord, Trace
from contract.portable import (
    AudienceRecord,
    ContentRecord,
    Record,
    RevisionRecord,
    StateRecord,
    StoreHead,
    TenantRecord,
)
from contract.records import Metadata
from contract.time import BEGINNING, END
from service.stores import archive
from tests.store.drafts import draft, embedded

MADE = draft("a", {"one": "first\x00\ufffe", "two": "segundo"}, names={"First": "First"}, facts=[("it", "is", "first")])
REVISION = RevisionRecord(
    "r", "acme", Metadata("a", "T", origins={"b": "x", "a": "y"}), (), "c", "t", "s", "i", False, 1, END, 1, None
)
RECORDS: list[Record] = [
    StoreHead("by-hash", 24, 6),
    TenantRecord("acme", BEGINNING),
    AudienceRecord(1, Audience(2, frozenset("zyxwvutsr"))),
    ContentRecord("acme", "a", MADE.content, embedded(MADE), 1),
    REVISION,
    StateRecord("r", None, BEGINNING, END, 1, END, 1, None),
    Trace("t", "acme", 1, "ab", 2, 3, (StageRecord("s", 1, (("p", "why"),), {"n": 10**30, "x": [0.1]}),), {}, {}),
]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("archive") / "backup.jsonl.gz"
    assert archive.write(path, RECORDS) == len(RECORDS) - 1
    return path


def test_records_come_back_as_they_were(file: Path) -> None:
    assert archive.verify(file) == RECORDS[0]
    assert list(archive.read(file)) == RECORDS


def test_equal_records_are_equal_bytes(file: Path, tmp_path: Path) -> None:
    archive.write(tmp_path / "again.gz", RECORDS)
    assert (tmp_path / "again.gz").read_bytes() == file.read_bytes()


def test_any_byte_that_is_cut_or_altered_is_noticed(file: Path, tmp_path: Path) -> None:
    whole = file.read_bytes()
    other = tmp_path / "other.gz"
    harmless = range(4, 10)  # the time, the flags of compression and the system in gzip's own header

    @settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(at=st.integers(0, len(whole) - 1).filter(lambda at: at not in harmless), to=st.none() | st.integers(1, 255))
    def attempt(at: int, to: int | None) -> None:
        other.write_bytes(whole[:at] if to is None else whole[:at] + bytes([whole[at] ^ to]) + whole[at + 1 :])
        with pytest.raises(VigenteError) as refused:
            archive.verify(other)
        assert other.name in str(refused.value)

    attempt()


def _lines(file: Path) -> list[bytes]:
    return gzip.decompress(file.read_bytes()).splitlines(keepends=True)


def _file(path: Path, lines: list[bytes]) -> Path:
    path.write_bytes(gzip.compress(b"".join(lines)))
    return path


def test_what_is_no_whole_backup_says_why(file: Path, tmp_path: Path) -> None:
    lines = _lines(file)
    newer = json.dumps(["vigente", {"format": 2}]).encode() + b"\n"
    wrong = {
        "last line is missing": lines[:-1],
        "checksum": [*lines[:2], *lines[3:]],
        "is no backup": [b"{}\n"],
        "does not hold": [*lines, b"more\n"],
    }
    for says, made in wrong.items():
        with pytest.raises(StoreUnavailable, match=says):
            archive.verify(_file(tmp_path / "made.gz", made))
    with pytest.raises(StoreMismatch, match="format 2, newer"):
        archive.verify(_file(tmp_path / "made.gz", [newer, *lines[1:]]))
    (tmp_path / "text").write_text("no gzip at all")
    with pytest.raises(StoreUnavailable, match="is no backup"):
        archive.verify(tmp_path / "text")
    with pytest.raises(NotFound, match="no file"):
        archive.verify(tmp_path / "nowhere")
    with pytest.raises(StoreUnavailable, match="cannot be read"):
        archive.verify(tmp_path)


def test_fewer_records_than_announced_are_refused(tmp_path: Path) -> None:
    archive.write(tmp_path / "few.gz", RECORDS[:-1])
    with pytest.raises(StoreUnavailable, match="5 records of 6"):
        archive.verify(tmp_path / "few.gz")


def test_a_kind_or_a_value_of_another_version_is_refused(tmp_path: Path) -> None:
    for name, line, kind, says in [
        ("kind", b'["ghost",{}]\n', StoreMismatch, "not known here"),
        ("value", b'["tenant",{"name":5,"known_at":1}]\n', StoreUnavailable, r"1\.name"),
        ("more", b'["tenant",{"name":"a","known_at":1,"x":1}]\n', StoreUnavailable, r"1\.x"),
    ]:
        path = _file(tmp_path / name, [b'["vigente",{"format":1}]\n', line])
        with pytest.raises(kind, match=says):
            list(archive.read(path))


def test_a_backup_is_there_whole_or_not_at_all(file: Path, tmp_path: Path) -> None:
    with pytest.raises(RequestError, match="is there already"):
        archive.write(file, RECORDS)

    def dies() -> Iterator[Record]:
        yield RECORDS[0]
        raise StoreUnavailable("gone")

    with pytest.raises(StoreUnavailable):
        archive.write(tmp_path / "half.gz", dies())
    with pytest.raises(RequestError, match="cannot be written"):
        archive.write(tmp_path / "nowhere" / "b.gz", RECORDS)
    assert list(tmp_path.iterdir()) == []
