"""The Ragas triad by the ragas library: its prompts, its formulas, the model that is set. Needs the extra ``ragas``.

Answer relevance compares questions by the product's own embedder, so that no second endpoint is needed. The library's prompts
are English, whatever the language of a turn. Its own reporting of usage to its makers is turned off.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from contract.errors import ModelUnavailable
from contract.ports import Embedder
from evals.judge import Model
from evals.turns import Turn

os.environ.setdefault("RAGAS_DO_NOT_TRACK", "true")

from instructor.core import InstructorRetryException
from openai import APIConnectionError, APIStatusError, AsyncOpenAI
from ragas.embeddings.base import BaseRagasEmbedding
from ragas.llms import llm_factory
from ragas.metrics.collections import AnswerRelevancy, ContextPrecision, ContextRecall, Faithfulness

_SECONDS = 120.0
_TOKENS = 4096  # of one reply: long answers have many statements

Scores = Mapping[str, float]


def asked(turns: Sequence[Turn], model: Model, embedder: Embedder) -> Iterator[tuple[Turn, Scores]]:
    """Each turn with what the model said of it, in order. Raises ``ModelUnavailable`` where it does not answer at all.

    A measure is left out where the turn lacks what it needs, or where the model's reply has another form; a refusal has
    relevance 0 and claims nothing.
    """
    with asyncio.Runner() as runner:
        client = AsyncOpenAI(base_url=model.url, api_key=model.key or "none", timeout=_SECONDS)
        judge = _Judge(model, client, embedder)
        try:
            for turn in turns:
                yield turn, runner.run(judge.scores(turn))
        finally:
            runner.run(client.close())


class _Embedding(BaseRagasEmbedding):  # type: ignore[misc]  # the library may not be installed
    """The product's embedder, as the library asks for one."""

    def __init__(self, embedder: Embedder) -> None:
        super().__init__()
        self._embedder = embedder

    def embed_text(self, text: str, **_options: Any) -> list[float]:
        found: list[float] = np.frombuffer(self._embedder.query(text), dtype="<f4").tolist()
        return found

    async def aembed_text(self, text: str, **_options: Any) -> list[float]:
        return self.embed_text(text)


class _Judge:
    def __init__(self, model: Model, client: AsyncOpenAI, embedder: Embedder) -> None:
        llm = llm_factory(model.name, client=client, max_tokens=_TOKENS)
        self._model = model
        self._faithfulness = Faithfulness(llm=llm)
        self._relevance = AnswerRelevancy(llm=llm, embeddings=_Embedding(embedder))
        self._precision, self._recall = ContextPrecision(llm=llm), ContextRecall(llm=llm)

    async def scores(self, turn: Turn) -> Scores:
        calls = self._calls(turn)
        values = await asyncio.gather(*(self._value(call) for call in calls.values()))
        found = {name: value for name, value in zip(calls, values, strict=True) if value is not None}
        return found | ({"answer_relevance": 0.0} if turn.declined else {})

    def _calls(self, turn: Turn) -> dict[str, Awaitable[Any]]:
        """The measures for which the turn has what they need."""
        contexts = list(turn.contexts)
        calls: dict[str, Awaitable[Any]] = {}
        if turn.answer and not turn.declined:
            calls["answer_relevance"] = self._relevance.ascore(user_input=turn.question, response=turn.answer)
            if contexts:
                calls["faithfulness"] = self._faithfulness.ascore(
                    user_input=turn.question, response=turn.answer, retrieved_contexts=contexts
                )
        if contexts and turn.reference:
            asked_with = {"user_input": turn.question, "reference": turn.reference, "retrieved_contexts": contexts}
            calls["context_precision"] = self._precision.ascore(**asked_with)
            calls["context_recall"] = self._recall.ascore(**asked_with)
        return calls

    async def _value(self, call: Awaitable[Any]) -> float | None:
        try:
            return float((await call).value)
        except InstructorRetryException as error:
            reason = _transport(error)
            if reason is None:
                return None
            raise ModelUnavailable(
                f"the judge {self._model.name} at {self._model.url} does not answer ({reason}): check its address and key"
            ) from error


def _transport(error: BaseException | None) -> str | None:
    """What went wrong with the connection; None if the model did answer, in another form."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        if isinstance(error, (APIConnectionError, APIStatusError)):
            return type(error).__name__
        error = error.__cause__ or error.__context__
    return None
