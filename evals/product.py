"""The product as a suite drives it: the parts that wiring opens, on a store that is kept from one run to the next.

A store is kept as long as the code and the policy that wrote it are the same; else it is made anew. Vectors are kept apart
(``evals.vectors``), since they depend on the embedder and the text alone.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from contract.ids import content_id, digest
from contract.time import Clock, system_clock
from evals import places
from evals.records import Options, Progress
from evals.vectors import KeptVectors
from service.ingestion.ingest import Ingested, IngestOptions, Report, ingest_one
from service.ingestion.intake import Input
from service.policy.reader import SHIPPED
from service.settings import FILE, load
from service.wiring import Product, opened

TENANT = "evals"
_ROOT = Path(__file__).parents[1]
_WRITING = ("contract", "cypher", "extraction", "graph", "language", "models", "service")
_TAKEN = "taken.jsonl"


@dataclass(frozen=True, slots=True)
class Text:
    """A document of a data set. ``metadata`` has the keys of a document's metadata; ``suffix`` tells its format."""

    uri: str
    title: str
    text: str
    metadata: Mapping[str, Any] = field(default_factory=dict)
    suffix: str = ".txt"


@dataclass(frozen=True, slots=True)
class Kept(Product):
    """The product, with the folder that says what its store holds."""

    folder: Path = field(kw_only=True)


Item = Text | tuple[str, str, str] | tuple[str, str, str, Mapping[str, Any]]


@contextmanager
def product(
    options: Options,
    name: str,
    *,
    policy: Path | None = None,
    clock: Clock | None = None,
    fresh: bool = False,
) -> Iterator[Product]:
    """The product on the store ``options.work/NAME``, kept between runs while code, policy and embedder are the same.

    ``fresh``: an empty store, and every vector is computed, for what measures the cost. A model that is not to be had
    raises ``Unavailable``.
    """
    folder = options.work / name
    made_by = _fingerprint(options, policy)
    if fresh or not places.is_made(options, folder, made_by):
        places.clear(options, folder)
    where = f"{FILE}:{folder / 'store.db'}" if places.address(options) is None else options.store
    settings = load(store=where, embedder=options.embedder, tenant=TENANT, policy=policy, llm=options.llm)
    with opened(settings, clock or system_clock) as parts:
        places.note(options, folder, made_by)
        kept = Kept(**{each.name: getattr(parts, each.name) for each in fields(parts)}, folder=folder)
        yield kept if fresh else replace(kept, embedder=KeptVectors(parts.embedder, options.work / "vectors"))


def taken_in(product: Product, key: str) -> bool:
    """Whether an earlier run marked this key on the product's store."""
    return key in _marks(product)


def mark(product: Product, *keys: str) -> None:
    """Note that what these keys stand for is in the store: it need not be taken in again."""
    with _beside(product).open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(key) + "\n" for key in keys)


def ingest_texts(
    product: Product, tenant: str, items: Iterable[Item], progress: Progress = lambda _what, _share: None
) -> Report:
    """Take the texts in by the product's own path, in their order, leaving out those that an earlier run took in.

    An item is a ``Text``, or (uri, title, text) with its metadata if there is any. The report is of what was not in yet.
    """
    texts = [item if isinstance(item, Text) else Text(*item) for item in items]
    known = _marks(product)
    fresh = [(key, text) for text in texts if (key := _key(tenant, text)) not in known]
    documents = []
    for at, (key, text) in enumerate(fresh):
        progress(text.title, at / len(fresh))
        documents.append(_take(product, tenant, text))
        if not documents[-1].error:
            mark(product, key)
    progress("", 1.0)
    return Report(tuple(documents))


def _take(product: Product, tenant: str, text: Text) -> Ingested:
    sidecar = {"uri": text.uri, "title": text.title, **text.metadata}
    entry = Input(f"{text.uri}{text.suffix}", data=text.text.encode("utf-8", "replace"), sidecar=sidecar)
    return ingest_one(product, entry, IngestOptions(tenant))


@dataclass
class Timer:
    """How long each of many like things took."""

    milliseconds: list[float] = field(default_factory=list)

    @contextmanager
    def __call__(self) -> Iterator[None]:
        """Time what is done inside."""
        started = time.perf_counter()
        yield
        self.milliseconds.append(1000 * (time.perf_counter() - started))

    @property
    def latency_ms(self) -> dict[str, float]:
        return latency_ms(self.milliseconds)


def latency_ms(milliseconds: Sequence[float]) -> dict[str, float]:
    """p50, p95 and p99 in milliseconds, linear between ranks (numpy's default); empty where nothing was timed."""
    if not milliseconds:
        return {}
    found = np.percentile(np.asarray(milliseconds), (50, 95, 99))
    return {name: round(float(value), 3) for name, value in zip(("p50", "p95", "p99"), found, strict=True)}


def versions(product: Product | None = None) -> dict[str, str]:
    """What made a figure: the product, Python, the commit if the code is a checkout, and the embedder of a product."""
    found = {"vigente": version("vigente"), "python": platform.python_version()}
    if commit := _commit():
        found["commit"] = commit
    if product:
        found["embedder"] = product.embedder.name
    return found


def _commit() -> str | None:
    """The checkout's commit, with ``+`` where files differ from it; None where there is no git or no checkout."""
    if not (_ROOT / ".git").exists() or not (git := shutil.which("git")):
        return None
    call = [git, "-C", str(_ROOT), "describe", "--always", "--exclude=*", "--dirty=+"]
    told = subprocess.run(call, capture_output=True, text=True, check=False)
    return told.stdout.strip() or None


def _fingerprint(options: Options, policy: Path | None) -> str:
    """What a store depends on: the code that writes it, the embedder and the policy."""
    files = sorted(
        path
        for room in _WRITING
        for path in (_ROOT / room).rglob("*")
        if path.suffix in (".py", ".sql", ".cypher", ".yaml") and path.is_file()
    )
    written = [digest(path.read_bytes()) for path in [*files, policy or _policy()]]
    return content_id(options.store, options.embedder, *written)


def _policy() -> Path:
    return Path(os.environ.get("VIGENTE_POLICY") or SHIPPED)


def _key(tenant: str, text: Text) -> str:
    return content_id(tenant, text.uri, text.title, text.text, text.metadata, text.suffix)


def _beside(product: Product) -> Path:
    folder = product.folder if isinstance(product, Kept) else product.settings.store_path.parent
    return folder / _TAKEN


def _marks(product: Product) -> set[str]:
    whole = _read(_beside(product)).splitlines()
    return {json.loads(line) for line in whole if line.endswith('"')}


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""
