"""Many at once: readers beside a writer see one commit each, and the embedder gives every thread what it gives one."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from contract.ports import Embedder
from models.embedding import open_embedder
from tests.http.serving import PATIENCE, Service, document

READERS = 8
URI = "notices/tide"
TENANTS = {"default": "north", "other": "south"}
CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/v1/search", {"question": "tide gauge reading at the pier", "limit": 20}),
    ("/v1/ask", {"question": "What is the tide gauge reading?"}),
)


def revision(place: str, number: int) -> str:
    """Two sections that both say which revision they are of."""
    mark = f"{place}-{number}"
    said = f"Tide gauge reading at the pier: {mark} cm.\n\n## Pier\n\nThe pier has the tide gauge {mark}."
    return document(said, title="Tide notice", language="en", revision=number, valid_from=f"2025-0{number}-01")


@pytest.fixture
def tides(service: Service) -> Any:
    for tenant, place in TENANTS.items():
        service.put_whole(URI, revision(place, 1), {"X-Vigente-Tenant": tenant})
    yield service
    for tenant in TENANTS:
        service.call("DELETE", f"/v1/sources/{URI}", {"X-Vigente-Tenant": tenant})


def test_readers_beside_a_writer_see_one_revision_of_one_tenant(tides: Service) -> None:
    over = threading.Event()
    with ThreadPoolExecutor(READERS) as pool:
        readers = [pool.submit(read, tides, number, over) for number in range(READERS)]
        try:
            for number in (2, 3):
                tides.put_whole(URI, revision("north", number))
        finally:
            over.set()
        assert sum(reader.result() for reader in readers) >= READERS
    assert "north-3" in str(tides.search("tide gauge reading"))


def read(service: Service, number: int, over: threading.Event) -> int:
    """Ask again and again until the writer is done; how often it was answered."""
    tenant = list(TENANTS)[number % 2]
    path, body = CALLS[number // 2 % 2]
    answered = 0
    with httpx.Client(base_url=service.url, headers={"X-Vigente-Tenant": tenant}, timeout=PATIENCE) as client:
        while not (over.is_set() and answered):
            answer = client.post(path, json=body)
            assert answer.status_code == 200, answer.text
            seen = set(re.findall(r"(?:north|south)-\d", "".join(texts(answer.json()))))
            assert len(seen) == 1, seen
            assert seen.pop().startswith(TENANTS[tenant])
            answered += 1
    return answered


def texts(answer: dict[str, Any]) -> list[str]:
    """What an answer shows of the notice, wherever it shows it."""
    shown = answer.get("candidates") or answer["evidence"]
    return [one["text"] for one in shown if one["uri"] == URI] + [claim["text"] for claim in answer.get("claims", ())]


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return open_embedder("bundled")


def test_the_embedder_gives_each_thread_what_it_gives_one(embedder: Embedder) -> None:
    said = [f"The vessel {number} berths at quay {number * 7}." for number in range(6)]
    whole = embedder.passages(said)
    work: list[tuple[Callable[[], object], object]] = [
        (lambda: embedder.passages(said), whole),
        *((lambda text=text: embedder.query(text), embedder.query(text)) for text in said),
        *((lambda text=text: embedder.count(text), embedder.count(text)) for text in said),
    ]
    with ThreadPoolExecutor(READERS) as pool:
        found = [(pool.submit(call), alone) for _ in range(2) for call, alone in work]
    assert all(future.result() == alone for future, alone in found)
