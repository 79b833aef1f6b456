"""A backup file: the records of a whole store as gzipped JSON lines, with a head, their number and a checksum.

Each line is ``["kind", {…}]``. The first says which format it is and the last the SHA-256 of all lines before it, so
that a file that was cut or altered is known. Equal stores, of whatever kind, give equal bytes.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO

from pydantic import ConfigDict, TypeAdapter, ValidationError

from contract import portable
from contract.errors import NotFound, RequestError, StoreMismatch, StoreUnavailable
from contract.evidence import Trace
from contract.ids import canonical
from contract.portable import Record, StoreHead
from contract.ports import Job

FORMAT = 1
_FIRST, _LAST = "vigente", "end"
_KINDS: Mapping[str, type[Record]] = {
    "head": StoreHead,
    "tenant": portable.TenantRecord,
    "audience": portable.AudienceRecord,
    "commit": portable.CommitRecord,
    "source": portable.SourceRecord,
    "content": portable.ContentRecord,
    "revision": portable.RevisionRecord,
    "event": portable.EventRecord,
    "state": portable.StateRecord,
    "supersession": portable.SupersessionRecord,
    "sighting": portable.SightingRecord,
    "merge": portable.MergeRecord,
    "community": portable.CommunityRecord,
    "summary": portable.SummaryRecord,
    "conflict": portable.ConflictRecord,
    "trace": Trace,
    "job": Job,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}
_KIND = re.compile(rb'\["(\w+)",')
_READERS: Mapping[str, TypeAdapter[tuple[str, Record]]] = {
    name: TypeAdapter(
        tuple[str, kind],  # type: ignore[valid-type]
        config=ConfigDict(strict=True, extra="forbid", val_json_bytes="base64"),
    )
    for name, kind in _KINDS.items()
}
_ANOTHER = "take another backup, or another copy of this one"


def write(path: Path, records: Iterable[Record]) -> int:
    """Write records into a new file, whole or not at all; how many there are after the head.

    Raises ``RequestError`` for a file that is there already or cannot be written.
    """
    if path.exists():
        raise RequestError(f"{path} is there already: give the backup another name")
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            count = _write(file, records)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise RequestError(f"{path} cannot be written ({error}): choose another folder") from error
    finally:
        beside.unlink(missing_ok=True)
    return count


def read(path: Path) -> Iterator[Record]:
    """The records of a file, the head first. What is wrong with the file may show only at its end: ``verify`` it before."""
    for line in _lines(path):
        found = _KIND.match(line)
        reader = _READERS.get(found[1].decode()) if found else None
        if reader is None:
            raise StoreMismatch(f"{path} holds a record that is not known here: use a newer Vigente to read it")
        try:
            yield reader.validate_json(line)[1]
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            raise StoreUnavailable(f"{path} holds a wrong value at {where} ({first['msg']}): {_ANOTHER}") from error


def verify(path: Path) -> StoreHead:
    """The head of a whole, unaltered file. Raises ``NotFound``, ``StoreUnavailable`` or ``StoreMismatch``, each with the mend."""
    lines = _lines(path)
    first = next(lines, b"")
    count = sum(1 for _ in lines)
    try:
        head = _READERS["head"].validate_json(first)[1]
    except ValidationError as error:
        raise StoreUnavailable(f"{path} does not begin with the head of a store: {_ANOTHER}") from error
    assert isinstance(head, StoreHead)
    if head.records != count:
        raise StoreUnavailable(f"{path} holds {count:,} records of {head.records:,}: {_ANOTHER}")
    return head


def _write(file: IO[bytes], records: Iterable[Record]) -> int:
    digest = hashlib.sha256()
    with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed:

        def put(kind: str, value: object) -> None:
            line = json.dumps([kind, value], ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
            digest.update(line)
            packed.write(line)

        put(_FIRST, {"format": FORMAT})
        count = -1
        for record in records:
            put(_NAMES[type(record)], canonical(record))
            count += 1
        put(_LAST, {"sha256": digest.hexdigest()})
    return count


def _lines(path: Path) -> Iterator[bytes]:
    """The lines between the first and the last, each checked; the checksum at the end."""
    digest = hashlib.sha256()
    try:
        with gzip.open(path, "rb") as packed:
            first = packed.readline()
            digest.update(first)
            _check_format(path, first)
            for line in packed:
                if line.startswith(b'["end",'):
                    _check_end(path, line, digest.hexdigest(), packed.read(1))
                    return
                digest.update(line)
                yield line
    except FileNotFoundError as error:
        raise NotFound(f"there is no file {path}: give the path of a backup") from error
    except gzip.BadGzipFile as error:
        raise StoreUnavailable(f"{path} is no backup, or was altered ({error}): {_ANOTHER}") from error
    except (EOFError, zlib.error) as error:
        raise StoreUnavailable(f"{path} was cut or altered ({error}): {_ANOTHER}") from error
    except OSError as error:
        raise StoreUnavailable(f"{path} cannot be read ({error}): give the path of a backup") from error
    raise StoreUnavailable(f"{path} was cut: its last line is missing; {_ANOTHER}")


def _check_format(path: Path, line: bytes) -> None:
    try:
        name, said = json.loads(line)
        number = int(said["format"])
    except (ValueError, TypeError, KeyError) as error:
        raise StoreUnavailable(
            f"{path} is no backup: give the path of one that `vigente store backup` wrote"
        ) from error
    if name != _FIRST or number > FORMAT:
        raise StoreMismatch(f"{path} is of format {number}, newer than this version's {FORMAT}: use a newer Vigente")


def _check_end(path: Path, line: bytes, digest: str, rest: bytes) -> None:
    if line != json.dumps([_LAST, {"sha256": digest}], separators=(",", ":")).encode() + b"\n" or rest:
        raise StoreUnavailable(f"{path} was altered: its checksum does not hold; {_ANOTHER}")
