"""The demo: the examples into a fresh store (or the Neo4j that is set), and what a newcomer would ask, with what it shows.

It needs a checkout, for ``examples/``. The order service runs as a process of its own, as a system of record would.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn
from rich.text import Text

from contract.access import Principal
from contract.errors import NotFound, Unavailable
from contract.evidence import Answer
from contract.time import parse
from service import communities, jobs, shapes
from service.ask import AskRequest, ask
from service.commands import show
from service.ingestion.ingest import IngestOptions, Report, ingest
from service.ingestion.intake import collect
from service.settings import Settings, load
from service.texts import reader_language, say
from service.wiring import Product, opened

_ORDERS_PORT = 8765
_ANY_PORT = 0
EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
HOME = Path(".vigente/demo")
# One answer of each kind; the whole list is in examples/questions.yaml.
SHORT = ("refund-decision", "time-travel", "table-look-up", "thematic", "conflict", "restricted-outside", "refusal")


@dataclass(frozen=True, slots=True)
class Scene:
    """One question of the demo, and what it shows, by language."""

    id: str
    ask: Mapping[str, str]
    shows: Mapping[str, str]
    valid_at: str | None = None
    level: int = 0
    groups: frozenset[str] = frozenset()
    expect: Mapping[str, Any] = field(default_factory=dict)

    def request(self, language: str, tenant: str) -> AskRequest:
        principal = Principal(tenant, "demo", self.level, self.groups)
        return AskRequest(self.ask[language], principal, parse(self.valid_at) if self.valid_at else None)


def scenes(path: Path = EXAMPLES / "questions.yaml") -> tuple[Scene, ...]:
    """The questions of a file of this form, in order."""
    if not path.is_file():
        raise NotFound(f"{path} is not here: the demo runs in a checkout of the project")
    listed = yaml.safe_load(path.read_text(encoding="utf-8"))["questions"]
    return tuple(
        Scene(
            id=one["id"],
            ask=one["ask"],
            shows=one["shows"],
            valid_at=str(one["valid_at"]) if "valid_at" in one else None,
            level=one.get("level", 0),
            groups=frozenset(one.get("groups", ())),
            expect=one.get("expect", {}),
        )
        for one in listed
    )


def demo(*, as_json: bool, everything: bool = False) -> int:
    """Run it, and give the exit code."""
    language = reader_language()
    console = show.console()
    chosen = [scene for scene in scenes() if everything or scene.id in SHORT]
    settings = _settings()
    with order_service(), opened(settings) as product:
        report = _taken_in(product, as_json)
        answers = []
        if not as_json:
            console.print(show.report(report, language))
        for scene in chosen:
            answers.append(ask(product, scene.request(language, settings.tenant)))
            if not as_json:
                _played(console, scene, answers[-1], language)
    if as_json:
        _written(report, chosen, answers)
    else:
        console.print(say("demo_next", language, store=settings.store), soft_wrap=True)
    return 1 if report.failed else 0


def _settings() -> Settings:
    """Of a fresh file; of the Neo4j that is set, as it is: what it holds of the demo already is taken in as unchanged."""
    asked = load(tenant="demo")
    if not asked.in_file:
        return asked
    shutil.rmtree(HOME, ignore_errors=True)
    return load(store=f"sqlite:{HOME / 'vigente.db'}", tenant="demo")


def _taken_in(product: Product, as_json: bool) -> Report:
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
    with Progress(*columns, console=show.console(stderr=True), transient=True, disable=as_json) as progress:
        task = progress.add_task("", total=1.0)

        def told(what: str, share: float) -> None:
            progress.update(task, description=what[-48:], completed=share)

        report = ingest(product, collect([EXAMPLES / "corpus"]), IngestOptions(product.settings.tenant), told)
        jobs.run(product, jobs.submit(product, product.settings.tenant, communities.KIND, "{}"), communities.work)
    return report


def _played(console: Console, scene: Scene, answer: Answer, language: str) -> None:
    console.print()
    command = f'vigente ask "{scene.ask[language]}"'
    command += f" --valid-at {scene.valid_at}" if scene.valid_at else ""
    command += f" --level {scene.level}" if scene.level else ""
    command += "".join(f" --group {group}" for group in sorted(scene.groups))
    console.print(Text(f"$ {command}", "bold"))
    console.print(Text(scene.shows[language], "italic cyan"))
    console.print(show.answer(answer))


def _written(report: Report, chosen: Sequence[Scene], answers: Sequence[Answer]) -> None:
    shape = {
        "ingested": shapes.report(report),
        "asked": [{"id": scene.id, **shapes.answer(answer)} for scene, answer in zip(chosen, answers, strict=True)],
    }
    sys.stdout.write(json.dumps(shape, ensure_ascii=False, indent=2) + "\n")


@contextmanager
def order_service(today: str | None = None) -> Iterator[str]:
    """The order service in a process of its own, its address in ``VIGENTE_ORDERS_URL``; gone at the end.

    Its port is the same at each run if it is free: what is read live is cited by its address.
    """
    before = os.environ.get("VIGENTE_ORDERS_URL")
    with ExitStack() as stack:
        for port in (_ORDERS_PORT, _ANY_PORT):
            url = stack.enter_context(_orders_on(port, today))
            if url:
                break
        else:
            raise Unavailable("the order service of the examples did not start: run 'python examples/orders.py'")
        os.environ["VIGENTE_ORDERS_URL"] = url
        try:
            yield url
        finally:
            if before is None:
                os.environ.pop("VIGENTE_ORDERS_URL", None)
            else:
                os.environ["VIGENTE_ORDERS_URL"] = before


@contextmanager
def _orders_on(port: int, today: str | None) -> Iterator[str | None]:
    """The order service on this port and its address, or ``None`` where it did not start, as on a port of another."""
    command = [sys.executable, str(EXAMPLES / "orders.py"), "--port", str(port), *(["--today", today] if today else [])]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            said = process.stdout.readline() if process.stdout else ""
            url = said.strip().rpartition(" ")[2]
            yield url if url.startswith("http") else None
        finally:
            process.terminate()
