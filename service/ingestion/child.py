"""The process that reads documents for another: it may run out of time or memory, or crash, and nothing else is lost.

Run as ``python -m service.ingestion.child FD``, where FD is one end of a pipe: first comes a ``Start``, then one ``Input``
at a time, each answered with a ``Prepared``. It opens no connection and starts no program, whatever a document or a
parser asks for.
"""

from __future__ import annotations

import resource
import signal
import sys
from dataclasses import dataclass
from multiprocessing.connection import Connection

from contract.errors import DocumentError, DocumentTooLarge, UnreadableDocument, VigenteError
from contract.records import RevisionDraft
from models.embedding import BUNDLED, HUB, open_embedder
from service.ingestion.intake import Input
from service.ingestion.preparing import Described, Measure, Rules, described, drafted

_REFUSED = (
    "socket.connect",
    "socket.getaddrinfo",
    "socket.gethostby",
    "subprocess.",
    "os.system",
    "os.exec",
    "os.posix_spawn",
)
Prepared = RevisionDraft | Described | DocumentError


@dataclass(frozen=True, slots=True)
class Start:
    """What a child is to know. ``seconds`` of processor time a document; ``megabytes`` of memory.

    ``embedder`` is the name of who asks for vectors. Where the bundled one has it, that is opened here, for its tokens; for
    another one the documents are handed back described.
    """

    rules: Rules
    embedder: str
    seconds: int
    megabytes: int


def main(descriptor: int) -> None:
    """Answer until the other end is closed."""
    with Connection(descriptor) as pipe:
        try:
            start: Start = pipe.recv()
            resource.setrlimit(resource.RLIMIT_AS, (start.megabytes * 1_000_000,) * 2)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            measure = _measure(start)
            sys.addaudithook(_refuse)
            while True:
                entry: Input = pipe.recv()
                signal.setitimer(signal.ITIMER_PROF, start.seconds)  # at its end this process is killed
                answer = _prepared(entry, start, measure)
                signal.setitimer(signal.ITIMER_PROF, 0)
                _send(pipe, answer, entry.name)
        except (EOFError, ConnectionError, KeyboardInterrupt):
            return


def prepared(entry: Input, rules: Rules, measure: Measure | None) -> Prepared:
    """The draft, or the described document where tokens cannot be counted here, or why there is neither."""
    try:
        found = described(entry, rules)
        return found if measure is None else drafted(found, rules, measure)
    except DocumentError as error:
        return error


def _prepared(entry: Input, start: Start, measure: Measure | None) -> Prepared:
    try:
        return prepared(entry, start.rules, measure)
    except MemoryError:
        return DocumentTooLarge(
            f"{entry.name} takes more than {start.megabytes:,} MB of memory to read: split it, or raise "
            "VIGENTE_MAX_DOCUMENT_MEMORY_MB"
        )
    except Exception as error:  # noqa: BLE001  the outer edge: one document's fault is told, and the others go on
        return UnreadableDocument(
            f"{entry.name} cannot be read ({type(error).__name__}: {' '.join(str(error).split())[:200]}): save it anew"
        )


def _send(pipe: Connection, answer: Prepared, name: str) -> None:
    try:
        pipe.send(answer)
    except (RecursionError, MemoryError):
        pipe.send(UnreadableDocument(f"{name} is nested too deeply to be kept: flatten it"))


def _measure(start: Start) -> Measure | None:
    if start.embedder.startswith(HUB):
        return None
    try:
        embedder = open_embedder(BUNDLED, threads=1)
    except VigenteError:
        return None  # whoever asks has one that works, and goes on with what is described
    return Measure(embedder.count, embedder.limit) if embedder.name == start.embedder else None


def _refuse(event: str, _arguments: object) -> None:
    if event.startswith(_REFUSED):
        raise PermissionError(f"a document may not cause {event}")


if __name__ == "__main__":
    main(int(sys.argv[1]))
