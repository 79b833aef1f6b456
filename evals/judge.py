"""A language model as judge, beside the rules: ``none``, or ``openai:NAME@URL`` for an endpoint that speaks OpenAI's protocol.

What it said of a turn is kept under ``options.work``, so that a run that was stopped, or is run again, asks only for the rest.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from contract.errors import ModelUnavailable, SettingsError
from contract.ids import content_id
from contract.ports import Embedder
from evals import turns
from evals.records import NONE, Options
from evals.turns import Turn

KEY = "VIGENTE_LLM_KEY"
_PREFIX = "openai:"

Scores = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Model:
    """Where the judge is. ``key`` never stands in a result or an error."""

    name: str
    url: str
    key: str


def judged(every: Sequence[Turn], embedder: Embedder, options: Options) -> dict[str, float]:
    """The ``ragas`` measures over the turns; empty where no judge is set.

    Raises ``SettingsError`` for a setting of another form, ``ModelUnavailable`` where the library or the model is not to be had.
    """
    if options.judge == NONE:
        return {}
    model = read(options.judge)
    kept = _Kept(options.work / "judged" / f"{content_id(model.name, model.url, embedder.name)}.jsonl")
    lacking = [each for each in dict.fromkeys(every) if kept.get(each) is None]
    for at, (each, found) in enumerate(_asked(lacking, model, embedder)):
        options.progress(f"judging: {each.question}", at / len(lacking))
        kept.put(each, found)
    return turns.by_model([kept.get(each) or {} for each in every])


def read(setting: str) -> Model:
    """The model that a setting names; its key comes from the environment."""
    name, at, url = setting.removeprefix(_PREFIX).rpartition("@")
    if not setting.startswith(_PREFIX) or not at or not name or not url.startswith(("http://", "https://")):
        raise SettingsError(f"the model {setting!r} has another form: write {NONE}, or {_PREFIX}NAME@URL")
    return Model(name, url, os.environ.get(KEY, ""))


def _asked(lacking: Sequence[Turn], model: Model, embedder: Embedder) -> Iterator[tuple[Turn, Scores]]:
    if not lacking:
        return
    try:
        from evals import ragas_judge
    except ImportError as error:
        raise ModelUnavailable(f"a judge needs {error.name}: see requirements/ragas.txt, or set {NONE}") from error
    yield from ragas_judge.asked(lacking, model, embedder)


class _Kept:
    """Scores by turn, one JSON object a line; what is not defined is left out."""

    def __init__(self, path: Path) -> None:
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        whole = (json.loads(line) for line in lines if line.endswith("}}"))
        self._scores: dict[str, Scores] = {each["turn"]: each["scores"] for each in whole}

    def get(self, turn: Turn) -> Scores | None:
        return self._scores.get(_id(turn))

    def put(self, turn: Turn, scores: Scores) -> None:
        defined = {name: value for name, value in scores.items() if math.isfinite(value)}
        self._scores[_id(turn)] = defined
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"turn": _id(turn), "scores": defined}) + "\n")


def _id(turn: Turn) -> str:
    return content_id(turn.question, turn.answer, turn.contexts, turn.reference, turn.declined)
