"""An entailment model by its name, behind ``contract.ports.Entailment``."""

from __future__ import annotations

import os
from typing import Any

from contract.errors import ModelUnavailable, SettingsError
from contract.ports import Entailment

RULES = "rules"
_HUB = "hf:"
_LABELS = ("entail", "neutral", "contradict")  # how labels of natural language inference begin, in any case


def open_entailment(setting: str) -> Entailment | None:
    """The model that a setting names beside the rules; None for ``rules``.

    Raises ``SettingsError`` for another form, ``ModelUnavailable`` where the model is not to be had or is no entailment model.
    """
    if setting == RULES:
        return None
    if not setting.startswith(_HUB) or setting == _HUB:
        raise SettingsError(f"entailment {setting!r} has another form: write {RULES}, or {_HUB}NAME")
    return CrossEncoder(setting.removeprefix(_HUB))


class CrossEncoder:
    """A sequence classifier with three labels, read from a hub name or a folder; the evidence first, then the claim."""

    def __init__(self, name: str) -> None:
        os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
        try:
            import torch
            from transformers import AutoModelForSequenceClassification, AutoTokenizer

            self._tokenizer: Any = AutoTokenizer.from_pretrained(name)
            self._model: Any = AutoModelForSequenceClassification.from_pretrained(name).eval()
        except ImportError as error:
            raise ModelUnavailable(f"an entailment model needs the extra 'models' ({error.name} is missing)") from error
        except (OSError, ValueError) as error:
            raise ModelUnavailable(f"no entailment model {name!r} is to be had: give a hub name or a folder") from error
        self._torch = torch
        self._name = name
        self._places = self._labels(self._model.config.id2label)

    @property
    def name(self) -> str:
        return self._name

    def judge(self, evidence: str, claim: str) -> tuple[float, float, float]:
        """P(entailed), P(neutral), P(contradicted). Of evidence that is too long the end is not read."""
        pair = self._tokenizer(evidence, claim, return_tensors="pt", truncation="only_first")
        with self._torch.inference_mode():
            logits = self._model(**pair).logits[0]
        shares = self._torch.softmax(logits, dim=-1).tolist()
        entailed, neutral, contradicted = (float(shares[place]) for place in self._places)
        return entailed, neutral, contradicted

    def _labels(self, labels: dict[int, str]) -> tuple[int, ...]:
        """Where each of the three stands."""
        found = tuple(place for kind in _LABELS for place, label in labels.items() if label.lower().startswith(kind))
        if len(found) != len(_LABELS) or len(labels) != len(_LABELS):
            said = ", ".join(labels.values())
            raise ModelUnavailable(f"{self._name} is no entailment model (its labels: {said}): choose one with three")
        return found
