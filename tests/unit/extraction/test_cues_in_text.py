"""What texts say about other texts: the sentences that are hard to read, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from contract.history import Polarity
from contract.time import DAY, parse
from extraction.cues import cues, retires
from extraction.cues.records import Confidence, Cue, CueKind, Direction, EffectBasis, Reach
from extraction.documents import read_bytes

_WRITTEN = yaml.safe_load(Path(__file__).with_name("cue_sentences.yaml").read_text(encoding="utf-8"))
SENTENCES = [(language, each["text"], each["ends"]) for language, written in _WRITTEN.items() for each in written]


def said(text: str, language: str = "es") -> tuple[Cue, ...]:
    return cues(read_bytes(text.encode(), "text.md", max_bytes=1_000_000), language)


def ended(text: str, language: str = "es") -> list[str]:
    """What is ended, whole ("14106") or by section ("14106#articulo-3"), by number or name."""
    found: list[str] = []
    for cue in said(text, language):
        if retires(cue) and cue.target and cue.kind is not CueKind.REINSTATES:
            name = cue.target.number or cue.target.name or f"@{cue.target.date}"
            found += [f"{name}#{section}" for section in cue.sections] or [name]
    return found


@pytest.mark.parametrize(("language", "text", "ends"), SENTENCES)
def test_what_a_sentence_ends(language: str, text: str, ends: list[str]) -> None:
    assert ended(text, language) == ends


def test_several_laws_and_articles_in_one_list_with_an_exception() -> None:
    text = (
        "Deróganse las siguientes leyes y decretos-leyes, salvo todo aquello que refiera a la materia tributaria: "
        "N° 10.761, de 13 de agosto de 1946; artículos 130 a 131 de la Ley N° 13.728; N° 16.156, de 29 de octubre de 1990."
    )
    found = said(text)
    assert [cue.target.number for cue in found if cue.target] == ["10761", "13728", "16156"]
    assert [cue.reach for cue in found] == [Reach.WHOLE_WITH_EXCEPTION, Reach.PARTIAL, Reach.WHOLE_WITH_EXCEPTION]
    assert not any(map(retires, found))


def test_the_next_paragraph_takes_something_out() -> None:
    text = (
        "Deróganse las leyes 13.720, de 16 de diciembre de 1968, y 14.257, de 27 de agosto de 1974.\n\n"
        "Exceptúanse de la derogación del inciso precedente los artículos 3º y 4º de la citada ley 13.720."
    )
    kept, whole = said(text)
    assert (kept.reach, kept.exceptions) == (Reach.WHOLE_WITH_EXCEPTION, ("articulo-3", "articulo-4"))
    assert whole.reach is Reach.WHOLE


def test_a_law_that_survives_in_part() -> None:
    text = (
        "Deróganse la Ley Nº 12.394, del 2 de julio de 1957; y el decreto-ley Nº 15.682. "
        "La Ley Nº 12.394, de 2 de julio de 1957, se considerará vigente respecto de la Comisión."
    )
    assert ended(text) == ["15682"]


def test_a_repeal_has_its_own_date() -> None:
    (cue,) = said("Derógase la ley 14.234, de 25 de julio de 1974, a partir del 1º de agosto de 1975.")
    assert (cue.effect.basis, cue.effect.at) == (EffectBasis.EXPLICIT, parse("1975-08-01"))
    assert cue.target is not None
    assert cue.target.date == "1974-07-25"
    (before,) = said("Con efecto al 1º de enero de 1974, se deroga la ley 14.100.")
    assert before.effect.at == parse("1974-01-01")
    (own,) = said("A partir de la entrada en vigencia de la presente ley, queda derogada la Ley 14.100.")
    assert own.effect.basis is EffectBasis.PROMULGATION
    (later,) = said("Derógase la ley 14.100, a los noventa días de la publicación.")
    assert (later.effect.basis, later.effect.delay) == (EffectBasis.RELATIVE, 90 * DAY)
    (english,) = said("Directive 95/46/EC is repealed with effect from 25 May 2018.", "en")
    assert english.effect.at == parse("2018-05-25")


def test_a_date_that_is_still_to_be_fixed_retires_nothing() -> None:
    (cue,) = said("Derógase la ley 9.692 desde la fecha que fije el Poder Ejecutivo.")
    assert (cue.effect.basis, cue.polarity) == (EffectBasis.UNKNOWN, Polarity.CONDITIONAL)


def test_one_law_declares_what_another_did_to_a_third() -> None:
    text = "Declárase que el artículo 105 de la ley 13.782, de 3 de noviembre de 1969 derogó el artículo 190 de la ley 13.637."
    (cue,) = said(text)
    assert (cue.direction, cue.confidence, cue.sections) == (
        Direction.THIRD_PARTY,
        Confidence.ASSERTIVE,
        ("articulo-190",),
    )
    assert (cue.by and cue.by.number, cue.target and cue.target.number) == ("13782", "13637")
    assert not retires(cue)


def test_one_is_repealed_and_another_revives() -> None:
    repealed, revived = said("Derógase la ley N° 10.856 y restablécese el régimen de la ley N° 9.069.")
    assert (repealed.kind, repealed.target and repealed.target.number) == (CueKind.REPEAL, "10856")
    assert (revived.kind, revived.target and revived.target.number) == (CueKind.REINSTATES, "9069")


def test_a_suspension_ends() -> None:
    (cue,) = said("Suspéndese la vigencia de la ley 14.100 por un término de sesenta días.")
    assert (cue.kind, cue.effect.lasting, retires(cue)) == (CueKind.SUSPEND, 60 * DAY, True)
    (open_end,) = said("Suspéndese la vigencia de la ley 14.100.")
    assert not retires(open_end)


@pytest.mark.parametrize(
    "text",
    ["This document has been superseded by RFC 7230.", "Superseded by RFC 7230.", "This RFC is obsoleted by RFC 7230."],
)
def test_who_supersedes_this_one(text: str) -> None:
    (cue,) = said(text, "en")
    assert (cue.direction, cue.target, cue.by and cue.by.number) == (Direction.SUPERSEDED_BY, None, "rfc 7230")


@pytest.mark.parametrize(
    "text", ["This document was superseded by RFC 7230.", "This RFC has partially been superseded by RFC 7230."]
)
def test_what_only_tells_that_this_one_was_superseded(text: str) -> None:
    assert not any(map(retires, said(text, "en")))


def test_a_span_shows_the_words() -> None:
    text = "Otras normas siguen. Derógase la Ley Nº 15.738."
    document = read_bytes(text.encode(), "text.md", max_bytes=1000)
    (cue,) = cues(document, "es")
    assert document.text[cue.span.start : cue.span.end] == "Derógase la Ley Nº 15.738"


def test_a_language_without_a_table_says_nothing() -> None:
    assert said("Derógase la Ley Nº 15.738.", "xx") == ()
