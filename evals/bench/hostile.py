"""Hostile files: each must end as a good document or as one clear reason, in bounded time and memory, with nothing fetched.

They are read by one child process with the product's limits, but for at most ``SECONDS`` of processor time each. ``read`` and
``refused`` are shares of the files. ``good`` is the share of those read of which every passage is the text at its span and no
text is in none; ``clear`` the share of those refused whose reason is one line that names the file. ``stopped`` are those of which
the child had to be ended; ``visited`` is how often somebody came to the address that the files name. ``peak_mb`` is a child's.
"""

from __future__ import annotations

import resource
import socket
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from contract.errors import DocumentError
from contract.records import RevisionDraft
from evals.datasets.hostile import Hostile, kinds, made
from evals.product import versions
from evals.records import Options, Result
from models.embedding import open_embedder
from service.ingestion.child import Prepared, Start
from service.ingestion.children import children
from service.ingestion.intake import Input
from service.ingestion.preparing import Rules
from service.settings import load

FILES = 300
SECONDS = 60
_MEGABYTE = 1_000_000
_SLOW = 5.0  # seconds from which on a file is named

Ended = tuple[Hostile, Prepared, float]


def run(options: Options) -> Result:
    """``limit`` is how many files are made, 300 without one."""
    began = time.perf_counter()
    with bait() as listener:
        files = list(made(options.seed, options.limit or FILES, f"http://127.0.0.1:{listener.getsockname()[1]}/bait"))
        ended = list(read(files, options))
        visited = visits(listener)
    refused = [(file, found) for file, found, _ in ended if isinstance(found, DocumentError)]
    drafts = [found for _, found, _ in ended if isinstance(found, RevisionDraft)]
    stopped = [file for file, found in refused if "to read: split it" in str(found) or "brings down" in str(found)]
    return Result(
        suite="bench-hostile",
        dataset="generated",
        n=len(ended),
        measures={
            "read": _share(len(drafts), len(ended)),
            "refused": _share(len(refused), len(ended)),
            "good": _share(sum(map(is_good, drafts)), len(drafts)),
            "clear": _share(sum(is_clear(file, found) for file, found in refused), len(refused)),
            "stopped": _share(len(stopped), len(ended)),
            "visited": visited,
            "slowest_seconds": round(max(took for _, _, took in ended), 2),
            "seconds": round(time.perf_counter() - began, 1),
            "peak_mb": round(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1000, 1),
        },
        settings={
            "kinds": str(kinds()),
            "seed": str(options.seed),
            "slow": _slow(ended),
            "refused": ", ".join(
                f"{code} {count}" for code, count in Counter(one.code for _, one in refused).most_common()
            ),
        },
        versions=versions(),
        misses=(
            *({"item": file.name, "cause": "the child was ended"} for file in stopped),
            *({"item": draft.metadata.uri, "cause": "not whole"} for draft in drafts if not is_good(draft)),
            *({"item": file.name, "cause": str(found)} for file, found in refused if not is_clear(file, found)),
        ),
    )


def read(files: Sequence[Hostile], options: Options) -> Iterator[Ended]:
    """Each file with what became of it, and how many seconds that took by the clock."""
    settings = load(embedder=options.embedder)
    rules = Rules("evals", {}, None, settings.max_document_mb * _MEGABYTE, {}, {})
    seconds = min(settings.max_document_seconds, SECONDS)
    start = Start(rules, open_embedder(options.embedder).name, seconds, settings.max_document_memory_mb)
    with children(1, start) as family:
        coming = family.prepared([Input(file.name, data=file.data) for file in files])
        for at, file in enumerate(files):
            options.progress(file.name, at / len(files))
            began = time.perf_counter()
            found = next(coming)
            yield file, found, time.perf_counter() - began


def is_good(draft: RevisionDraft) -> bool:
    """Whether every passage is the text at its span, and all text is in one."""
    content = draft.content
    whole = all(content.text[each.span.start : each.span.end] == each.text for each in content.passages)
    return whole and draft.coverage == 1.0


def is_clear(file: Hostile, found: DocumentError) -> bool:
    """Whether a refusal is one line that names the file."""
    return file.name in str(found) and "\n" not in str(found)


def _slow(ended: Sequence[Ended]) -> str:
    slow = sorted(((took, file.name) for file, _, took in ended if took >= _SLOW), reverse=True)
    return ", ".join(f"{name} {took:.0f} s" for took, name in slow)


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 1.0


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
