"""The fit of the refusal score: it finds what tells answers apart, a prior holds it back, and files keep it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contract.errors import SettingsError
from contract.evidence import Question
from grounding.refusal_features import Features, Signals, meeting
from grounding.refusal_fit import FLAT, Label, fit, keeping, labels_of, left_out, quality, scored
from grounding.refusal_model import Sort, Weights, load, parse, shipped, written
from language.words import stems

NOTHING = Features(0.0, 0.0, 0.0, 0.0, 1.0, 0.0)
WORDS = (
    "plazo",
    "plazos",
    "reembolso",
    "reembolsar",
    "SF-77",
    "sf",
    "año",
    "años",
    "ano",
    "12,5",
    "C++",
    "de",
    "Salto",
    "saltos",
)


def drawn(many: int, noise: float) -> list[Label]:
    """Questions that are answered where their words stand together in one sentence; some are not."""
    chance = random.Random(7)
    labels = []
    for at in range(many):
        answerable = at % 2 == 0
        near = 0.8 if answerable else 0.3
        met = replace(NOTHING, sentence=near + chance.uniform(-noise, noise), coverage=chance.random())
        labels.append(Label(Sort.LEXICAL, met, answerable, f"article {at // 4}"))
    return labels


def by_default(labels: Sequence[Label]) -> Weights:
    return fit(labels, FLAT, 10.0)


def test_the_bias_moves_to_where_a_share_is_kept() -> None:
    labels = drawn(200, 0.5)
    moved = keeping(by_default(labels), labels, 0.95, 0.3)
    assert quality(labels, lambda each: moved.score(each.features), 0.3).keep == pytest.approx(0.95, abs=0.01)
    assert moved.values[1:] == by_default(labels).values[1:]


def test_what_tells_them_apart_is_found() -> None:
    found = fit(drawn(200, 0.1), FLAT, 10.0)
    assert found.sentence > 5 * abs(found.coverage)
    assert quality(drawn(200, 0.1), lambda each: found.score(each.features), 0.5).auc == 1.0


def test_the_order_of_the_labels_and_the_run_decide_nothing() -> None:
    labels = drawn(60, 0.5)
    assert fit(labels, FLAT, 3.0) == fit(list(reversed(labels)), FLAT, 3.0) == fit(labels, FLAT, 3.0)
    assert left_out(labels, by_default, 5, 1) == left_out(labels, by_default, 5, 1)


def test_few_labels_move_the_prior_little_and_many_move_it_far() -> None:
    prior = shipped()[Sort.LEXICAL]

    def moved(many: int) -> float:
        found = fit(drawn(many, 0.4), prior, 1.0)
        return sum(abs(one - other) for one, other in zip(found.values, prior.values, strict=True))

    assert 0.0 < moved(4) < moved(40) < moved(4000)
    assert fit(drawn(40, 0.4), prior, 1e-3) == prior


def test_ten_times_as_many_of_one_answer_do_not_make_it_likelier() -> None:
    alike = [Label(Sort.LEXICAL, NOTHING, answerable, "one") for answerable in (True, *[False] * 10)]
    assert fit(alike, FLAT, 10.0).score(NOTHING) == pytest.approx(0.5, abs=1e-3)


def test_a_group_is_never_scored_by_a_fit_on_itself() -> None:
    """Labels that only their own group explains are told no better than by chance."""
    labels = [Label(Sort.LEXICAL, replace(NOTHING, gap=at / 10), at % 2 == 0, f"{at}") for at in range(10)]
    scores = left_out(labels, by_default, 10, 1)
    alone = scores[labels[0]]
    others = by_default(labels[1:])
    assert alone == pytest.approx(others.score(labels[0].features))


def test_quality_counts_ties_half_and_says_none_where_there_is_nothing() -> None:
    labels = [Label(Sort.LEXICAL, NOTHING, answerable, "one") for answerable in (True, False)]
    even = quality(labels, lambda _each: 0.3, 0.3)
    assert (even.keep, even.turn_away, even.auc) == (1.0, 0.0, 0.5)
    assert quality(labels[:1], lambda _each: 0.3, 0.3).turn_away is None


def test_vectors_leave_a_label_without_them_too(ask: Callable[..., Question]) -> None:
    question = ask("plazo de reembolso")
    met = Signals(question, {}, (1.0,), ("El plazo de reembolso.",), 0.9, 0.8)
    both = list(labels_of(met, True, "one"))
    assert [each.sort for each in both] == [Sort.VECTORS, Sort.LEXICAL]
    assert [each.sort for each in labels_of(replace(met, foreign=True), True, "one")] == [Sort.ACROSS]
    assert scored(shipped())(both[1]) == shipped()[Sort.LEXICAL].score(replace(both[0].features, rise=None))


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=6), st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join))
def test_words_are_met_as_if_each_were_looked_for_in_the_whole_text(asked: list[str], text: str) -> None:
    wanted = tuple(dict.fromkeys(each for word in asked for each in stems(word, "es")))
    held = set(stems(text, "es"))
    starts = {each[:5] for each in held if len(each) >= 5}
    expected = {each for each in wanted if each in held or (len(each) >= 5 and each[:5] in starts)}
    assert meeting(wanted, "es")(text) == expected


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "refusal.yaml"
    path.write_text(written(shipped(), "Made by a test.\nOf two lines."), encoding="utf-8")
    assert load(path) == shipped()


@pytest.mark.parametrize(
    ("text", "named"),
    [("- 1", "lexical"), ("lexical: {bias: 1}", "strength"), ("lexical: [", "no YAML")],
)
def test_another_form_is_one_sentence(text: str, named: str) -> None:
    with pytest.raises(SettingsError, match=named):
        parse(text, "some.yaml")


def test_a_word_among_the_numbers_is_named() -> None:
    text = written(shipped(), "").replace("bias: ", "bias: x", 1)
    with pytest.raises(SettingsError, match=r"lexical\.bias"):
        parse(text, "some.yaml")


def test_a_file_that_is_not_there_says_how_it_is_made(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="vigente refusal refit"):
        load(tmp_path / "none.yaml")
