"""A language model as one more extractor: what it adds, what it costs, and that its failures cost no document."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from contract.access import Scope
from contract.errors import SettingsError
from contract.records import CommitOutcome
from service import shapes
from service.ingestion.ingest import IngestOptions, Report, ingest
from service.ingestion.intake import Input
from service.settings import load
from service.wiring import Product, latest, opened
from tests.endpoint import Endpoint, endpoint
from tests.flows.conftest import Shell
from tests.flows.desk import TENANT, Clock

FIRST = "The archive in Vigo holds nine maps. Nobody may copy them."
SECOND = "Acme Ltd runs the ferry to Cíes."
TEXT = f"# Notes\n\n{FIRST}\n\n## Ferry\n\n{SECOND}\n"


def triple(quote: str, subject: str, predicate: str, thing: str) -> dict[str, Any]:
    said = {"quote": quote, "subject": subject, "predicate": predicate, "object": thing}
    return {**said, "polarity": "affirmed", "modality": "", "qualifiers": []}


def honest(body: dict[str, Any]) -> str:
    """States one thing of each passage, and lies about another."""
    passage = json.loads(body["messages"][1]["content"])["passage"]
    true = (
        triple(SECOND, "Acme Ltd", "runs the ferry to", "Cíes")
        if SECOND in passage
        else triple("The archive in Vigo holds nine maps.", "archive in Vigo", "holds", "nine maps")
    )
    return json.dumps({"triples": [true, triple("Acme Ltd sank.", "Acme Ltd", "sank", "ferry")]})


@contextmanager
def product(folder: Path, where: Endpoint, clock: Clock | None = None, **settings: Any) -> Iterator[Product]:
    asked = {"llm": where.setting(), "llm_extraction": True, "llm_retries": 0, "llm_extraction_together": 1, **settings}
    with opened(load(store=f"sqlite:{folder / 'store.db'}", tenant=TENANT, **asked), clock=clock or Clock()) as parts:
        yield parts


def take(parts: Product, text: str = TEXT, **metadata: str) -> Report:
    entry = Input("notes.md", data=text.encode(), sidecar={"uri": "notes", "language": "en", **metadata})
    return ingest(parts, [entry], IngestOptions(TENANT))


def by_model(parts: Product) -> list[tuple[str, str]]:
    """What holds by the model's word, with the words that say so."""
    readable = frozenset(number for number, _ in parts.store.audiences())
    now = latest(parts)
    view = parts.store.view(Scope(TENANT, readable, now, now))
    return sorted(
        (
            each.fact.subject,
            each.at.passage.text[each.span.start - each.at.passage.span.start :][: each.span.end - each.span.start],
        )
        for each in view.stated(passage_ids=view.passage_ids())
        if each.extractor == "model:small"
    )


BOTH = [("Acme Ltd", SECOND), ("archive in Vigo", "The archive in Vigo holds nine maps.")]


def test_its_facts_are_added_with_their_words_and_its_lies_counted(tmp_path: Path) -> None:
    with endpoint(honest) as where, product(tmp_path, where) as parts:
        report = take(parts)
        assert by_model(parts) == BOTH
        model = shapes.report(report)["model"]
        assert model == {
            "name": "small", "calls": 2, "kept": 0, "prompt_tokens": 200, "completion_tokens": 40,
            "facts": 2, "refused": 2, "left": 0,
        }  # fmt: skip
        again = take(parts)
        assert again.documents[0].outcome is CommitOutcome.UNCHANGED
        assert (again.usage.calls, again.usage.kept, len(where.requests)) == (0, 0, 2)
        more = take(parts, TEXT + "\nIt is small and old.\n", valid_from="2030-01-01")
        assert (more.usage.calls, more.usage.kept) == (1, 1)


@pytest.mark.parametrize("dated", [{}, {"valid_from": "2026-01-01"}])
def test_what_went_in_without_is_filled_in_when_it_comes_again(tmp_path: Path, dated: dict[str, str]) -> None:
    replies: list[str | int] = [500, "{}", "garbage"]
    clock = Clock()
    with endpoint(lambda body: replies[0] if replies else honest(body)) as where:
        with product(tmp_path, where, clock) as parts:
            for reply in tuple(replies):
                report = take(parts, **dated)
                (document,) = report.documents
                assert document.error is None
                assert document.model is not None
                assert document.model.left == 2
                assert [warning.code for warning in document.warnings].count("model") == 1, reply
                assert by_model(parts) == []
                replies.pop(0)
                clock.now += 1_000_000
            assert (
                len(where.requests) == 1 + 4 + 4
            )  # one that is refused is not tried again, another form is, once a passage
            assert take(parts, **dated).documents[0].outcome is CommitOutcome.REVISED
            assert by_model(parts) == BOTH
        replies.append(500)
        clock.now += 1_000_000
        with product(tmp_path, where, clock) as parts:
            assert take(parts, **dated).documents[0].outcome is CommitOutcome.UNCHANGED
            assert by_model(parts) == BOTH
            assert parts.store.check() == ()


def test_a_spent_budget_leaves_the_rest_for_another_time(tmp_path: Path) -> None:
    cache = {"llm_cache": tmp_path / "kept"}
    with endpoint(honest) as where:
        with product(tmp_path, where, llm_extraction_calls=1, **cache) as parts:
            (document,) = take(parts).documents
            assert document.model is not None
            assert document.model.left == 1
            assert "VIGENTE_LLM_EXTRACTION_CALLS" in document.warnings[-1].message
            assert len(by_model(parts)) == 1
        with product(tmp_path, where, llm_extraction_tokens=1, **cache) as parts:
            report = take(parts, valid_from="2026-01-01")
            assert (report.usage.calls, report.usage.kept, report.added.left) == (1, 1, 0)
            assert by_model(parts) == BOTH


def test_a_model_that_does_not_answer_in_time_is_given_up(tmp_path: Path) -> None:
    def slow(_body: dict[str, Any]) -> int:
        time.sleep(0.5)
        return 500

    with endpoint(slow) as where, product(tmp_path, where, llm_timeout_seconds=0.1) as parts:
        (document,) = take(parts).documents
        assert document.outcome is CommitOutcome.NEW
        assert len(where.requests) == 1
        assert "APITimeoutError" in document.warnings[-1].message


def test_the_command_tells_what_it_cost(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text(TEXT)
    with endpoint(honest) as where:
        switched = {"VIGENTE_LLM": where.setting(), "VIGENTE_LLM_EXTRACTION": "1"}
        assert shell("ingest", tmp_path / "notes.md", "--dry-run", "--json").json["model"] is None
        told = shell("ingest", tmp_path / "notes.md", **switched)
        assert "2 statements refused" in told.out
        assert "240 tokens" in told.out


def test_it_needs_a_model() -> None:
    with pytest.raises(SettingsError, match="VIGENTE_LLM"), opened(load(llm_extraction=True)):
        pass
