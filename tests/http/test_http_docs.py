"""The examples of docs/http.md work as they stand, in their order."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.http.serving import Service, over, running

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "http.md"
ADDRESS = "http://127.0.0.1:8080"


@dataclass
class Command:
    """What one curl line asks for."""

    method: str = ""
    path: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | None = None
    parts: dict[str, str] = field(default_factory=dict)

    def sent(self, service: Service) -> Any:
        method = self.method or ("POST" if self.body is not None else "GET")
        if not self.parts:
            return service.call(method, self.path, self.headers, content=self.body)
        files = {name: part for name, part in self.parts.items() if part.startswith("@")}
        said = {name: part for name, part in self.parts.items() if name not in files}
        opened = {name: (Path(part).name, (ROOT / part[1:]).read_bytes()) for name, part in files.items()}
        return service.call(method, self.path, self.headers, files=opened, data=said)


def commands() -> Iterator[Command]:
    for block in re.findall(r"```sh\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL):
        for line in block.replace("\\\n", " ").splitlines():
            yield read(shlex.split(line))


def read(words: list[str]) -> Command:
    command, rest = Command(), iter(words[1:])
    assert words[0] == "curl"
    for word in rest:
        match word:
            case "-s":
                continue
            case "-X":
                command.method = next(rest)
            case "-d":
                command.body = next(rest).encode()
            case "-H":
                name, _, value = next(rest).partition(": ")
                command.headers[name] = value
            case "-F":
                name, _, value = next(rest).partition("=")
                command.parts[name] = value
            case _:
                assert word.startswith(ADDRESS), word
                command.path = word.removeprefix(ADDRESS)
    return command


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """By method and path, what the page's examples are answered."""
    found = {}
    with running(tmp_path_factory.mktemp("docs") / "vigente.db") as service:
        for command in commands():
            answer = command.sent(service)
            if answer.status_code == 202:
                assert over(service.client, answer)["state"] == "done"
            found[f"{answer.request.method} {command.path}"] = answer
    return found


def test_each_example_is_answered(answers: dict[str, Any]) -> None:
    assert {asked: answer.status_code for asked, answer in answers.items()} == {
        "PUT /v1/sources/policy/returns": 202,
        "PUT /v1/sources/prices/spring": 202,
        "POST /v1/ask": 200,
        "POST /v1/search": 200,
        "GET /v1/sources?words=returns": 200,
        "GET /v1/sources/policy/returns/changes": 200,
        "GET /v1/conflicts": 200,
        "POST /v1/diff": 200,
        "POST /v1/why-not": 200,
        "GET /v1/graph?center=Refund%20window&hops=2": 200,
        "DELETE /v1/sources/policy/returns": 200,
        "GET /readyz": 200,
    }


def test_the_example_question_finds_the_example_document(answers: dict[str, Any]) -> None:
    assert "14 days" in answers["POST /v1/ask"].json()["answer"]
    assert answers["POST /v1/search"].json()["candidates"][0]["uri"] == "policy/returns"
    assert len(answers["DELETE /v1/sources/policy/returns"].json()["withdrawn"]) == 1
