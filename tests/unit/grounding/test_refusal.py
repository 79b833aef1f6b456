"""How answerable a question is, and the words of a refusal."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from contract.evidence import Question
from contract.time import END, parse
from grounding.refusal import refusal
from grounding.refusal_features import Signals, features
from grounding.refusal_model import score
from grounding.texts import show_date, texts

IDF = {"plaz": 2.0, "reembols": 3.0, "arandan": 4.0}
PASSAGE = "El plazo de reembolso de los arándanos es de 14 días. Se avisa por correo."


def _signals(question: Question, scores: tuple[float, ...], *passages: str, cosine: float | None = None) -> Signals:
    return Signals(question, IDF, scores, passages, cosine, None if cosine is None else 0.8)


def test_features_are_shares_of_the_weight_asked(ask: Callable[..., Question]) -> None:
    question = ask("¿Cuál es el plazo de reembolso de los arándanos?")
    found = features(_signals(question, (19.8, 9.9), PASSAGE))
    assert found.strength == pytest.approx(1.0)
    assert found.gap == pytest.approx(0.5)
    assert (found.sentence, found.coverage, found.strangers, found.rise) == (1.0, 1.0, 0.0, None)


def test_an_unknown_word_weighs_as_the_rarest(ask: Callable[..., Question]) -> None:
    known = features(_signals(ask("plazo de reembolso"), (5.0,), PASSAGE))
    unknown = features(_signals(ask("plazo de reembolso zanahoria"), (5.0,), PASSAGE))
    assert known.coverage == 1.0
    assert unknown.coverage == pytest.approx(5 / 9)
    assert unknown.strength < known.strength


def test_a_name_that_stands_nowhere_counts_against(ask: Callable[..., Question]) -> None:
    assert features(_signals(ask("¿Qué plazo da Halifax?"), (1.0,), PASSAGE)).strangers == 1.0
    assert features(_signals(ask("¿Qué plazo da Halifax?"), (1.0,), "Halifax da 14 días.")).strangers == 0.0


def test_the_cosine_counts_by_its_rise_over_the_mean(ask: Callable[..., Question]) -> None:
    assert features(_signals(ask("plazo"), (1.0,), PASSAGE, cosine=0.9)).rise == pytest.approx(0.5)


@pytest.mark.parametrize("cosine", [None, 0.9])
def test_what_is_said_scores_high_and_what_is_not_scores_low(
    ask: Callable[..., Question], cosine: float | None
) -> None:
    said = score(_signals(ask("¿Cuál es el plazo de reembolso?"), (8.0, 2.0), PASSAGE, cosine=cosine))
    unsaid = score(_signals(ask("¿Quién ganó el mundial de ajedrez?"), (0.0,), PASSAGE, cosine=cosine and 0.81))
    assert said > 0.8
    assert unsaid < 0.1


def test_across_languages_the_cosine_decides(ask: Callable[..., Question]) -> None:
    question = ask("How long is the refund window?", "en")
    near, far = (Signals(question, {}, (0.0,), (PASSAGE,), cosine, 0.8, foreign=True) for cosine in (0.9, 0.81))
    assert score(near) > 0.7
    assert score(far) < 0.3


def test_nothing_found_is_not_answerable(ask: Callable[..., Question]) -> None:
    assert score(_signals(ask("plazo"), ())) == 0.0


def test_no_words_are_not_answerable(ask: Callable[..., Question]) -> None:
    assert score(_signals(ask("¿y?"), (), PASSAGE)) < 0.3


def test_refusals_are_fixed_words() -> None:
    assert refusal("es") == "Información no disponible en el corpus corporativo."
    assert refusal("en") == "Not available in the corporate corpus."
    assert refusal("fr") == refusal("en")


def test_dates_are_shown_as_the_reader_writes_them() -> None:
    assert show_date(parse("2024-03-31"), "es") == "31 de marzo de 2024"
    assert show_date(parse("2024-03-31"), "en") == "31 March 2024"
    assert show_date(parse("2024-03-31T09:30:00Z"), "en") == "31 March 2024, 09:30 UTC"
    assert show_date(END, "en") == ""
    assert texts("es").gap == texts("en").gap
