"""A language model behind ``contract.ports.Generator``: any endpoint that speaks OpenAI's protocol."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from contract.errors import ModelUnavailable, SettingsError
from contract.ids import content_id
from contract.ports import Form, Usage
from models.replies import Replies

NONE = "none"
SECONDS = 60.0
RETRIES = 4  # of a call that did not get through; the client waits longer each time
_PREFIX = "openai:"
_TRIES = 2  # replies in another form than was asked for
_LONGEST = 4096  # tokens of a reply


@dataclass(frozen=True, slots=True)
class Budget:
    """What may be spent. ``setting`` names what to raise where it is not enough; ``calls`` None: as many as tokens allow."""

    tokens: int
    calls: int | None = None
    setting: str = "VIGENTE_LLM_BUDGET_TOKENS"


def open_generator(
    setting: str,
    key: str | None,
    budget: int,
    cache: Path | None = None,
    *,
    seconds: float = SECONDS,
    retries: int = RETRIES,
) -> OpenAIGenerator | None:
    """The model that a setting names; None for ``none``. ``seconds`` is how long one try may take.

    Raises ``SettingsError`` for another form, ``ModelUnavailable`` without the extra ``llm``.
    """
    if setting == NONE:
        return None
    name, at, url = setting.removeprefix(_PREFIX).rpartition("@")
    if not setting.startswith(_PREFIX) or not at or not name or not url.startswith(("http://", "https://")):
        raise SettingsError(f"the language model {setting!r} has another form: write {NONE}, or {_PREFIX}NAME@URL")
    try:
        import openai
    except ImportError as error:
        raise ModelUnavailable("a language model needs the extra 'llm': pip install 'vigente[llm]'") from error
    client = openai.OpenAI(base_url=url, api_key=key or "none", max_retries=retries, timeout=seconds)
    return OpenAIGenerator(name, client, openai.OpenAIError, Budget(budget), Replies(cache))


class OpenAIGenerator:
    """Structured replies at temperature 0, kept by content, with retries and a budget. Safe to share by threads.

    Threads that ask at one time may each spend the last of the tokens; calls are counted before they are made.
    """

    def __init__(
        self,
        name: str,
        client: Any,
        refused: type[Exception],
        budget: Budget,
        replies: Replies,
        *,
        gives_up: bool = False,
    ) -> None:
        self._name, self._client, self._refused = name, client, refused
        self._budget, self._replies, self._gives_up = budget, replies, gives_up
        self._usage = Usage()
        self._begun = 0
        self._lost: str | None = None
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        return self._name

    @property
    def usage(self) -> Usage:
        return self._usage

    def for_one_run(self, budget: Budget) -> OpenAIGenerator:
        """The same model with a budget and a usage of its own. Once it cannot be reached it is not tried again: what it
        replied before is still given, all else refused at once."""
        return OpenAIGenerator(self._name, self._client, self._refused, budget, self._replies, gives_up=True)

    def fill(self, instructions: str, material: str, form: type[Form]) -> Form:
        adapter: TypeAdapter[Form] = TypeAdapter(form)
        schema = adapter.json_schema()
        key = content_id("generated", self._name, instructions, material, schema)
        known = self._replies.get(key)
        if known is not None and (filled := _filled(adapter, known)) is not None:
            self._spent(kept=1)
            return filled
        for _ in range(_TRIES):
            reply = self._reply(instructions, material, form.__name__, schema)
            if (filled := _filled(adapter, reply)) is not None:
                self._replies.put(key, reply)
                return filled
        raise ModelUnavailable(
            f"the model {self._name} replies in another form than was asked for: choose another model"
        )

    def _reply(self, instructions: str, material: str, name: str, schema: Mapping[str, Any]) -> str:
        self._begin()
        try:
            done = self._client.chat.completions.create(
                model=self._name,
                temperature=0,
                max_tokens=_LONGEST,
                messages=[{"role": "system", "content": instructions}, {"role": "user", "content": material}],
                response_format={"type": "json_schema", "json_schema": {"name": name, "schema": dict(schema)}},
            )
        except self._refused as error:
            reason = f"the model {self._name} cannot be asked ({_cause(error)}): see VIGENTE_LLM"
            if self._gives_up:
                self._lost = reason
            raise ModelUnavailable(reason) from error
        used = done.usage
        self._spent(1, 0, used.prompt_tokens if used else 0, used.completion_tokens if used else 0)
        return (done.choices[0].message.content or "") if done.choices else ""

    def _begin(self) -> None:
        """Count a call, where there is a model and a budget for it."""
        with self._lock:
            if self._lost is not None:
                raise ModelUnavailable(self._lost)
            spent = self._usage.prompt_tokens + self._usage.completion_tokens
            if spent >= self._budget.tokens:
                raise ModelUnavailable(
                    f"the model's budget of {self._budget.tokens:,} tokens is spent: raise {self._budget.setting}"
                )
            if self._budget.calls is not None and self._begun >= self._budget.calls:
                raise ModelUnavailable(
                    f"the model's budget of {self._budget.calls:,} calls is spent: raise VIGENTE_LLM_EXTRACTION_CALLS"
                )
            self._begun += 1

    def _spent(self, calls: int = 0, kept: int = 0, prompt: int = 0, completion: int = 0) -> None:
        with self._lock:
            now = self._usage
            self._usage = replace(
                now,
                calls=now.calls + calls,
                kept=now.kept + kept,
                prompt_tokens=now.prompt_tokens + prompt,
                completion_tokens=now.completion_tokens + completion,
            )


def _filled(adapter: TypeAdapter[Form], reply: str) -> Form | None:
    try:
        return adapter.validate_json(reply)
    except ValidationError:
        return None


def _cause(error: Exception) -> str:
    """What went wrong, in few words: never the key, never what was sent."""
    status = getattr(error, "status_code", None)
    return f"HTTP {status}" if status else type(error).__name__
