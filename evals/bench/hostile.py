"""Hostile files: each must end as a document or as one reason, in bounded time and memory, with nothing fetched.

They are read by one child process with the product's limits. ``read`` and ``refused`` are shares of the files, ``stopped``
those of which the child had to be ended; ``visited`` is how often somebody came to the address that the files name.
"""

from __future__ import annotations

import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from contract.errors import DocumentError
from evals.datasets.hostile import Hostile, kinds, made
from evals.memory import peak_mb
from evals.product import versions
from evals.records import Options, Result
from models.embedding import open_embedder
from service.ingestion.child import Prepared, Start
from service.ingestion.children import children
from service.ingestion.intake import Input
from service.ingestion.preparing import Rules
from service.settings import load

FILES = 300
_MEGABYTE = 1_000_000


def run(options: Options) -> Result:
    """``limit`` is how many files are made, 300 without one."""
    with bait() as listener:
        files = list(made(options.seed, options.limit or FILES, f"http://127.0.0.1:{listener.getsockname()[1]}/bait"))
        ended = list(read(files, options))
        visited = visits(listener)
    seconds = {file.name: took for file, _, took in ended}
    slowest = max(seconds, key=lambda name: seconds[name])
    refused = [(file, found) for file, found, _ in ended if isinstance(found, DocumentError)]
    stopped = [file for file, found in refused if "to read: split it" in str(found) or "brings down" in str(found)]
    return Result(
        suite="bench-hostile",
        dataset="generated",
        n=len(ended),
        measures={
            "read": round(1 - len(refused) / len(ended), 4),
            "refused": round(len(refused) / len(ended), 4),
            "stopped": round(len(stopped) / len(ended), 4),
            "visited": visited,
            "slowest_seconds": round(seconds[slowest], 2),
            "peak_mb": peak_mb(),
        },
        settings={
            "kinds": str(kinds()),
            "seed": str(options.seed),
            "slowest": slowest,
            "refused": ", ".join(
                f"{code} {count}" for code, count in Counter(one.code for _, one in refused).most_common()
            ),
        },
        versions=versions(),
        misses=tuple({"item": file.name, "cause": "the child was ended"} for file in stopped),
    )


def read(files: list[Hostile], options: Options) -> Iterator[tuple[Hostile, Prepared, float]]:
    """Each file with what became of it, and how many seconds that took."""
    settings = load(embedder=options.embedder)
    rules = Rules("evals", {}, None, settings.max_document_mb * _MEGABYTE, {}, {})
    name = open_embedder(options.embedder).name
    start = Start(rules, name, settings.max_document_seconds, settings.max_document_memory_mb)
    with children(1, start) as family:
        began = time.perf_counter()
        for at, found in enumerate(family.prepared([Input(file.name, data=file.data) for file in files])):
            options.progress(files[at].name, at / len(files))
            ended = time.perf_counter()
            yield files[at], found, ended - began
            began = ended


@contextmanager
def bait() -> Iterator[socket.socket]:
    """An address at which nobody may call."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        yield listener


def visits(listener: socket.socket) -> int:
    """How often somebody has called."""
    found = 0
    while True:
        try:
            listener.accept()[0].close()
        except BlockingIOError:
            return found
        found += 1
