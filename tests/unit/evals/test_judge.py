"""A model as judge: a real endpoint that answers by a fixed rule, in the form that the ragas library asks for."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from contract.errors import ModelUnavailable, SettingsError
from evals import judge, turns
from evals.records import Options
from evals.turns import Turn
from language.words import stems

needs_ragas = pytest.mark.skipif(
    importlib.util.find_spec("ragas") is None, reason="the extra 'ragas' is not installed: see requirements/ragas.txt"
)
SAID = Turn(
    question="How long is the term for refunds?",
    answer="Refunds take 14 days. They are paid in gold.",
    claims=("Refunds take 14 days.", "They are paid in gold."),
    contexts=("Oranges ripen in winter.", "Refunds take 14 days. Shops are open."),
    reference="Refunds take 14 days.",
    language="en",
    relevant=(False, True),
)
DECLINED = Turn("Who pays?", "Not available.", (), (), "Ana.", "en", declined=True)


class Words:
    """Vectors of hashed stems."""

    name, dimension, limit = "words", 64, 400

    def count(self, text: str) -> int:
        return len(text.split())

    def query(self, text: str) -> bytes:
        row = np.zeros(self.dimension)
        for stem in stems(text, "en"):
            row[hashlib.sha256(stem.encode()).digest()[0] % self.dimension] += 1.0
        return (row / (np.linalg.norm(row) or 1.0)).astype("<f4").tobytes()

    def passages(self, texts: Sequence[str]) -> list[bytes]:
        return [self.query(text) for text in texts]


class Endpoint(BaseHTTPRequestHandler):
    """Speaks as OpenAI does. What it is asked stands last in the prompt, the form of the reply in the system's words."""

    calls: list[str]
    talks = True

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        type(self).calls.append(self.headers["Authorization"])
        prompt = "\n".join(message["content"] for message in body["messages"])
        given = json.loads(prompt.rpartition("input: ")[2].rpartition("Output:")[0])
        content = json.dumps(reply(given)) if self.talks else "I would rather not."
        message = {"role": "assistant", "content": content}
        answer = {
            "id": "1", "object": "chat.completion", "created": 0, "model": body["model"],
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
        }  # fmt: skip
        data = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""


def reply(given: dict[str, Any]) -> dict[str, Any]:
    """The rule: a statement holds if it stands in the context; the question of an answer is always the same."""
    if "response" in given:
        return {"question": "How long is the term for refunds?", "noncommittal": 0}
    if "statements" in given:
        verdicts = [(each, int(each in given["context"])) for each in given["statements"]]
        return {"statements": [{"statement": each, "reason": "", "verdict": verdict} for each, verdict in verdicts]}
    statements = [f"{each.strip(' .')}." for each in given["answer"].split(". ")]
    if "context" not in given:
        return {"statements": statements}
    held = [int(each in given["context"]) for each in statements]
    return {
        "reason": "",
        "verdict": min(held),
        "classifications": [
            {"statement": each, "reason": "", "attributed": verdict}
            for each, verdict in zip(statements, held, strict=True)
        ],
    }


@pytest.fixture
def endpoint() -> Iterator[type[Endpoint]]:
    class Own(Endpoint):
        calls: list[str] = []  # noqa: RUF012  one list for each test

    server = ThreadingHTTPServer(("127.0.0.1", 0), Own)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    Own.server_version = f"http://127.0.0.1:{server.server_port}/v1"
    yield Own
    server.shutdown()
    server.server_close()


def options(folder: Path, url: str) -> Options:
    return Options(folder, judge=f"openai:tiny@{url}")


@needs_ragas
def test_the_triad_by_a_model(tmp_path: Path, endpoint: type[Endpoint], monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two statements one is carried; the second context of two is relevant: ½; the reference is carried whole."""
    monkeypatch.setenv(judge.KEY, "secret")
    wanted = options(tmp_path, endpoint.server_version)
    assert judge.judged([SAID], Words(), wanted) == {
        "ragas.answer_relevance": 1.0,
        "ragas.faithfulness": 0.5,
        "ragas.context_precision": 0.5,
        "ragas.context_recall": 1.0,
    }
    assert set(endpoint.calls) == {"Bearer secret"}
    asked = len(endpoint.calls)
    again = judge.judged([SAID, DECLINED], Words(), wanted)
    assert len(endpoint.calls) == asked, "what was judged is kept, and a refusal needs no model"
    assert again["ragas.answer_relevance"] == 0.5


@needs_ragas
def test_a_model_that_does_not_keep_to_the_form_says_nothing(tmp_path: Path, endpoint: type[Endpoint]) -> None:
    endpoint.talks = False
    assert judge.judged([SAID], Words(), options(tmp_path, endpoint.server_version)) == {}


@needs_ragas
def test_a_model_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="does not answer"):
        judge.judged([SAID], Words(), options(tmp_path, "http://127.0.0.1:9/v1"))


@pytest.mark.skipif(importlib.util.find_spec("ragas") is not None, reason="the extra 'ragas' is installed")
def test_without_the_library_a_judge_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"requirements/ragas\.txt"):
        judge.judged([SAID], Words(), options(tmp_path, "http://127.0.0.1:9/v1"))


def test_no_judge_is_set(tmp_path: Path) -> None:
    assert judge.judged([SAID], Words(), Options(tmp_path)) == {}


def test_settings_of_another_form() -> None:
    model = judge.read("openai:org/name@http://localhost:11434/v1")
    assert (model.name, model.url) == ("org/name", "http://localhost:11434/v1")
    for setting in ("ragas", "openai:name", "openai:@http://x", "openai:name@x"):
        with pytest.raises(SettingsError, match="openai:NAME@URL"):
            judge.read(setting)


def test_the_triad_by_rules() -> None:
    """Faithful: the first of two claims. The question's stems (long, term, refund) are all asked; the answer has one."""
    assert turns.by_rules([SAID]) == {
        "triad.faithfulness": 0.5,
        "triad.answer_relevance": pytest.approx(1 / 3, abs=1e-4),
        "triad.context_precision": 0.5,
        "triad.context_recall": 1.0,
    }
    assert turns.by_rules([DECLINED])["triad.answer_relevance"] == 0.0
