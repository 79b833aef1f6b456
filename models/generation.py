"""A language model behind ``contract.ports.Generator``: any endpoint that speaks OpenAI's protocol."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from contract.errors import ModelUnavailable, SettingsError
from contract.ids import content_id
from contract.ports import Form, Generator, Usage

NONE = "none"
_PREFIX = "openai:"
_TRIES = 2  # replies in another form than was asked for
_RETRIES = 4  # of a call that did not get through; the client waits longer each time
_SECONDS = 120.0
_LONGEST = 4096  # tokens of a reply


def open_generator(setting: str, key: str | None, budget: int, cache: Path | None = None) -> Generator | None:
    """The model that a setting names; None for ``none``.

    Raises ``SettingsError`` for another form, ``ModelUnavailable`` without the extra ``llm``.
    """
    if setting == NONE:
        return None
    name, at, url = setting.removeprefix(_PREFIX).rpartition("@")
    if not setting.startswith(_PREFIX) or not at or not name or not url.startswith(("http://", "https://")):
        raise SettingsError(f"the language model {setting!r} has another form: write {NONE}, or {_PREFIX}NAME@URL")
    return OpenAIGenerator(name, url, key, budget, cache)


class OpenAIGenerator:
    """Structured replies at temperature 0, kept by content, with retries and a budget. Safe to share by threads.

    ``cache`` is a folder in which replies are kept for good; without one they are kept while the process lives.
    """

    def __init__(self, name: str, url: str, key: str | None, budget: int, cache: Path | None) -> None:
        try:
            import openai
        except ImportError as error:
            raise ModelUnavailable("a language model needs the extra 'llm': pip install 'vigente[llm]'") from error
        self._openai = openai
        self._client = openai.OpenAI(base_url=url, api_key=key or "none", max_retries=_RETRIES, timeout=_SECONDS)
        self._name, self._budget, self._cache = name, budget, cache
        self._kept: dict[str, str] = {}
        self._usage = Usage()
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        return self._name

    @property
    def usage(self) -> Usage:
        return self._usage

    def fill(self, instructions: str, material: str, form: type[Form]) -> Form:
        adapter: TypeAdapter[Form] = TypeAdapter(form)
        schema = adapter.json_schema()
        key = content_id("generated", self._name, instructions, material, schema)
        if (known := self._known(key)) is not None:
            self._spent(kept=1)
            return adapter.validate_json(known)
        for _ in range(_TRIES):
            reply = self._reply(instructions, material, form.__name__, schema)
            try:
                filled = adapter.validate_json(reply)
            except ValidationError:
                continue
            self._keep(key, reply)
            return filled
        raise ModelUnavailable(
            f"the model {self._name} replies in another form than was asked for: choose another model"
        )

    def _reply(self, instructions: str, material: str, name: str, schema: Mapping[str, Any]) -> str:
        spent = self._usage.prompt_tokens + self._usage.completion_tokens
        if spent >= self._budget:
            raise ModelUnavailable(
                f"the model's budget of {self._budget:,} tokens is spent: raise VIGENTE_LLM_BUDGET_TOKENS"
            )
        try:
            done = self._client.chat.completions.create(
                model=self._name,
                temperature=0,
                max_tokens=_LONGEST,
                messages=[{"role": "system", "content": instructions}, {"role": "user", "content": material}],
                response_format={"type": "json_schema", "json_schema": {"name": name, "schema": dict(schema)}},
            )
        except self._openai.OpenAIError as error:
            raise ModelUnavailable(
                f"the model {self._name} cannot be asked ({_cause(error)}): see VIGENTE_LLM"
            ) from error
        used = done.usage
        self._spent(1, 0, used.prompt_tokens if used else 0, used.completion_tokens if used else 0)
        return (done.choices[0].message.content or "") if done.choices else ""

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

    def _known(self, key: str) -> str | None:
        if key in self._kept:
            return self._kept[key]
        path = self._cache / f"{key}.json" if self._cache else None
        return path.read_text(encoding="utf-8") if path and path.is_file() else None

    def _keep(self, key: str, reply: str) -> None:
        self._kept[key] = reply
        if self._cache is not None:
            self._cache.mkdir(parents=True, exist_ok=True)
            beside = self._cache / f"{key}.{threading.get_ident()}"
            beside.write_text(reply, encoding="utf-8")
            beside.replace(self._cache / f"{key}.json")


def _cause(error: Exception) -> str:
    """What went wrong, in few words: never the key, never what was sent."""
    status = getattr(error, "status_code", None)
    return f"HTTP {status}" if status else type(error).__name__
