"""A language model behind its port: forms filled in, kept, within a budget; and every way in which it fails."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from contract.errors import ModelUnavailable, SettingsError
from contract.ports import Generator
from models.generation import NONE, open_generator
from tests.endpoint import Endpoint, endpoint


@dataclass(frozen=True)
class Fruit:
    name: str
    count: int


GOOD = json.dumps({"name": "lemon", "count": 3})


def opened(where: Endpoint, budget: int = 10_000, cache: Path | None = None) -> Generator:
    found = open_generator(where.setting(), "secret", budget, cache)
    assert found is not None
    return found


def test_a_form_is_filled_in_and_paid_for_once() -> None:
    with endpoint(lambda _: GOOD) as where:
        model = opened(where)
        assert model.fill("name a fruit", "three lemons", Fruit) == Fruit("lemon", 3)
        assert model.fill("name a fruit", "three lemons", Fruit) == Fruit("lemon", 3)
        assert (model.usage.calls, model.usage.kept, model.usage.prompt_tokens) == (1, 1, 100)
        (asked,) = where.requests
        assert asked["temperature"] == 0
        assert asked["response_format"]["json_schema"]["schema"]["required"] == ["name", "count"]
        assert where.keys == ["Bearer secret"]


def test_replies_are_kept_in_a_folder_by_content(tmp_path: Path) -> None:
    with endpoint(lambda _: GOOD) as where:
        opened(where, cache=tmp_path / "kept").fill("a", "b", Fruit)
        again = opened(where, cache=tmp_path / "kept")
        assert again.fill("a", "b", Fruit) == Fruit("lemon", 3)
        assert again.usage.calls == 0
        again.fill("a", "c", Fruit)
        assert again.usage.calls == 1


def test_another_form_is_asked_for_again_and_then_refused() -> None:
    replies = iter(["no JSON at all", GOOD])
    with endpoint(lambda _: next(replies)) as where:
        assert opened(where).fill("a", "b", Fruit) == Fruit("lemon", 3)
    with endpoint(lambda _: '{"name": "lemon"}') as where, pytest.raises(ModelUnavailable, match="another form"):
        opened(where).fill("a", "b", Fruit)


def test_a_spent_budget_is_a_reason() -> None:
    with endpoint(lambda _: GOOD) as where:
        model = opened(where, budget=120)
        model.fill("a", "b", Fruit)
        with pytest.raises(ModelUnavailable, match="VIGENTE_LLM_BUDGET_TOKENS"):
            model.fill("a", "c", Fruit)


def test_a_refusal_names_the_status_and_never_the_key() -> None:
    with endpoint(lambda _: 401) as where, pytest.raises(ModelUnavailable) as refusal:
        opened(where).fill("a", "b", Fruit)
    assert "HTTP 401" in str(refusal.value)
    assert "secret" not in str(refusal.value)


@pytest.mark.parametrize("setting", ["gpt", "openai:gpt", "openai:@http://x", "openai:gpt@ftp://x"])
def test_a_setting_of_another_form_is_refused(setting: str) -> None:
    with pytest.raises(SettingsError, match="openai:NAME@URL"):
        open_generator(setting, None, 1)


def test_none_is_no_model() -> None:
    assert open_generator(NONE, None, 1) is None
