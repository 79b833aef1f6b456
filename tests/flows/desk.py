"""The product over real parts, with a folder of documents and a clock that a test moves."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from contract.access import Principal
from contract.evidence import Answer
from contract.ports import Embedder, Job, JobState, Vector
from contract.time import Instant, parse
from service import communities, jobs
from service.ask import AskRequest, ask
from service.demo import EXAMPLES
from service.explain.timeline import Timeline, timeline
from service.ingestion.ingest import IngestOptions, Report, ingest
from service.ingestion.intake import collect
from service.settings import load
from service.wiring import Product, opened

TODAY = "2026-09-01"
NOW = parse(f"{TODAY}T12:00:00Z")
TENANT = "demo"
LANGUAGES = ("es", "en")


@dataclass
class Clock:
    """Stands still until a test moves it."""

    now: Instant = NOW

    def __call__(self) -> Instant:
        return self.now

    def go(self, when: str) -> None:
        self.now = parse(when)


@dataclass
class Desk:
    """One running product. ``folder`` is where its documents are written."""

    product: Product
    folder: Path
    clock: Clock = field(default_factory=Clock)

    @property
    def tenant(self) -> str:
        return self.product.settings.tenant

    def write(self, name: str, text: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8") if isinstance(text, str) else text)
        return path

    def ingest(self, *paths: Path, families: bool = True, **flags: Any) -> Report:
        inputs = collect(paths or (self.folder,), families=families)
        return ingest(self.product, inputs, IngestOptions(self.tenant, flags))

    def ask(
        self,
        question: str,
        *,
        valid_at: str | None = None,
        known_at: str | None = None,
        level: int = 0,
        groups: Iterable[str] = (),
        tenant: str | None = None,
    ) -> Answer:
        valid, known = (None if at is None else parse(at) for at in (valid_at, known_at))
        principal = Principal(tenant or self.tenant, "test", level, frozenset(groups))
        return ask(self.product, AskRequest(question, principal, valid, known))

    def timeline(
        self, uri: str, *, known_at: str | None = None, level: int = 3, groups: Iterable[str] = ()
    ) -> Timeline:
        principal = Principal(self.tenant, "test", level, frozenset(groups))
        return timeline(self.product, principal, uri, None, None if known_at is None else parse(known_at))

    def holding(self, uri: str) -> set[str | None]:
        """The labels of what is in force now."""
        return {line.revision.metadata.revision for line in self.timeline(uri).lines if line.in_force}

    def refresh(self) -> Job:
        job = jobs.submit(self.product, self.tenant, communities.KIND, "{}")
        return jobs.run(self.product, job, communities.work)


@contextmanager
def desk(folder: Path, clock: Clock | None = None, *, store: str | None = None, tenant: str = TENANT) -> Iterator[Desk]:
    """A product over this store: the file ``folder/store.db`` if none is named, new if it is not there."""
    time = clock or Clock()
    documents = folder / "documents"
    documents.mkdir(parents=True, exist_ok=True)
    settings = load(store=store or f"sqlite:{folder / 'store.db'}", tenant=tenant)
    with opened(settings, clock=time) as product:
        yield Desk(product, documents, time)


def take_in_examples(here: Desk) -> None:
    """The corpus of the examples, and its communities."""
    report = here.ingest(EXAMPLES / "corpus")
    assert not report.failed
    assert report.coverage == 1.0
    assert here.refresh().state is JobState.DONE


class Remembering:
    """An embedder that has each text made a vector once, and then gives that vector again."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._made: dict[str, Vector] = {}
        self.name, self.dimension, self.limit = embedder.name, embedder.dimension, embedder.limit
        self.count = lru_cache(maxsize=None)(embedder.count)
        self.query = lru_cache(maxsize=None)(embedder.query)

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        new = [text for text in dict.fromkeys(texts) if text not in self._made]
        self._made |= zip(new, self._embedder.passages(new), strict=True) if new else ()
        return [self._made[text] for text in texts]


def copy_store(original: Path, target: Path) -> None:
    """A store as it stands, also while it is open."""
    target.mkdir(parents=True, exist_ok=True)
    with (
        closing(sqlite3.connect(original / "store.db")) as here,
        closing(sqlite3.connect(target / "store.db")) as there,
    ):
        here.backup(there)
    for beside in original.glob("store.db.*"):
        shutil.copy(beside, target / beside.name)


def cited(answer: Answer) -> set[tuple[str, str | None]]:
    """What the claims cite, as URI and label."""
    used = {link.evidence_id for claim in answer.claims for link in claim.citations}
    return {(piece.uri, piece.revision) for piece in answer.evidence if piece.evidence_id in used}


def policy(uri: str, label: str, start: str, days: int, **more: str) -> str:
    """A refund policy in English; ``more`` are further lines of its front matter."""
    lines = "".join(f"{key}: {value}\n" for key, value in more.items())
    return f"""---
uri: {uri}
title: Refund policy
source_type: policy
language: en
revision: {label}
valid_from: {start}
{lines}---
# Refund policy

Refund window: {days} days
"""


@dataclass(frozen=True)
class Ran:
    """What one command said, and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON document on standard output."""
        return json.loads(self.out)

    def refused(self, code: int) -> str:
        """The one sentence of a refusal: nothing else was said, and no stack trace."""
        assert self.code == code, (self.code, self.err)
        assert self.out == ""
        lines = self.err.strip().splitlines()
        assert len(lines) == 1, self.err
        assert lines[0].startswith("vigente: ")
        assert "Traceback" not in self.err
        return lines[0]
