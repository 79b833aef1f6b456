"""The product of a suite: its store and its vectors are kept, and what cost a run is told."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from contract.access import Principal
from evals.product import TENANT, Timer, ingest_texts, latency_ms, mark, product, taken_in, versions
from evals.records import Options
from evals.vectors import KeptVectors
from service.ask import AskRequest, begin

TEXTS = (
    ("a", "Almond tree", "The almond tree flowers in February, before its leaves come."),
    ("b", "Carob", "Carob pods were once a measure of weight for jewels.", {"level": 1}),
)


def readable(store: Path, level: int = 0) -> set[str]:
    with product(Options(store), "trees") as parts:
        asked = begin(parts, AskRequest("When does it flower?", Principal(TENANT, "test", level)))
        return {at.revision.uri for at in asked.view.located(asked.view.passage_ids())}


def test_what_an_earlier_run_took_in_is_not_taken_in_again(tmp_path: Path) -> None:
    with product(Options(tmp_path), "trees") as parts:
        first = ingest_texts(parts, TENANT, TEXTS)
        assert [document.uri for document in first.documents] == ["a", "b"]
        assert not taken_in(parts, "links")
        mark(parts, "links")
    with product(Options(tmp_path), "trees") as parts:
        assert taken_in(parts, "links")
        assert ingest_texts(parts, TENANT, TEXTS).documents == ()
        changed = ("a", "Almond tree", "The almond tree flowers in January.")
        assert len(ingest_texts(parts, TENANT, [changed, TEXTS[1]]).documents) == 1
    assert readable(tmp_path) == {"a"}
    assert readable(tmp_path, level=1) == {"a", "b"}


def test_a_store_of_another_code_is_made_anew(tmp_path: Path) -> None:
    with product(Options(tmp_path), "trees") as parts:
        ingest_texts(parts, TENANT, TEXTS[:1])
    (tmp_path / "trees" / "written-by").write_text("another code")
    assert readable(tmp_path) == set()
    with product(Options(tmp_path), "trees", fresh=True) as parts:
        assert not isinstance(parts.embedder, KeptVectors)


class Counting:
    """An embedder that counts what it computes."""

    name, dimension, limit = "counting", 1, 100

    def __init__(self) -> None:
        self.computed: list[str] = []

    def count(self, text: str) -> int:
        return len(text)

    def passages(self, texts: Sequence[str]) -> list[bytes]:
        self.computed += texts
        return [text[:4].encode() for text in texts]

    def query(self, text: str) -> bytes:
        return text[:4].encode()


def test_a_vector_is_computed_once(tmp_path: Path) -> None:
    first, second = Counting(), Counting()
    assert KeptVectors(first, tmp_path).passages(["aaaa", "bbbb", "aaaa"]) == [b"aaaa", b"bbbb", b"aaaa"]
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(kept.read_bytes() + b"half a record")
    assert KeptVectors(second, tmp_path).passages(["bbbb", "cccc"]) == [b"bbbb", b"cccc"]
    assert first.computed == ["aaaa", "bbbb"]
    assert second.computed == ["cccc"]
    assert KeptVectors(Counting(), tmp_path).passages(["cccc"]) == [b"cccc"]


def test_percentiles_by_hand() -> None:
    assert latency_ms([]) == {}
    assert latency_ms([1.0, 2.0, 3.0, 4.0, 5.0]) == {"p50": 3.0, "p95": 4.8, "p99": 4.96}
    timer = Timer()
    with timer():
        pass
    assert timer.latency_ms.keys() == {"p50", "p95", "p99"}


def test_a_figure_says_what_made_it() -> None:
    assert {"vigente", "python"} <= versions().keys()
