"""What must hold for any sentence, any packet and any question."""

from __future__ import annotations

import re

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from contract.evidence import Basis, Evidence, EvidencePacket, Question, Verdict
from contract.policy import Policy
from contract.records import Authority
from contract.time import parse
from grounding.ground import ground
from grounding.units import units
from grounding.verify import verify
from language.words import stems

WORDS = {
    "es": ["depósito", "fruta", "cajas", "plazo", "reembolso", "cliente", "pedido", "contenedor", "puerto"],
    "en": ["warehouse", "fruit", "boxes", "window", "refund", "customer", "order", "container", "port"],
}
VERBS = {
    "es": ["guarda", "recibe", "paga", "exporta", "revisa"],
    "en": ["stores", "receives", "pays", "exports", "checks"],
}
MODALS = {"es": ["puede", "debe"], "en": ["may", "must"]}
UNITS = {"es": ["días", "kg", "meses", "cajas", "USD"], "en": ["days", "kg", "months", "boxes", "USD"]}
NEGATIONS = {"es": "no", "en": "not"}
MONTHS = {"es": ["enero", "marzo", "julio", "octubre"], "en": ["January", "March", "July", "October"]}
DATES = {"es": "desde el {day} de {month} de {year}", "en": "since {day} {month} {year}"}


@st.composite
def sentence(draw: st.DrawFn) -> tuple[str, str]:
    """A language and a sentence with a number, a date, a modal verb and maybe a negation."""
    language = draw(st.sampled_from(["es", "en"]))
    subject, thing, other = draw(st.lists(st.sampled_from(WORDS[language]), min_size=3, max_size=3, unique=True))
    negation = f"{NEGATIONS[language]} " if draw(st.booleans()) else ""
    modal, verb = draw(st.sampled_from(MODALS[language])), draw(st.sampled_from(VERBS[language]))
    number, unit = draw(st.integers(2, 9999)), draw(st.sampled_from(UNITS[language]))
    date = DATES[language].format(
        day=draw(st.integers(1, 28)), month=draw(st.sampled_from(MONTHS[language])), year=draw(st.integers(1990, 2040))
    )
    article, joint = {"es": ("El", "por"), "en": ("The", "for")}[language]
    front = f"{negation}{modal}" if language == "es" else f"{modal} {negation}".strip()
    return language, f"{article} {subject} {front} {verb} {thing} {joint} {number} {unit} {other} {date}."


@settings(max_examples=60, deadline=None)
@given(sentence(), st.lists(sentence(), max_size=3))
def test_a_verbatim_sentence_of_the_evidence_is_supported(one: tuple[str, str], others: list[tuple[str, str]]) -> None:
    language, text = one
    around = [other for its, other in others if its == language]
    assert verify(text, [" ".join([*around, text])], language).verdict is Verdict.SUPPORTED


@settings(max_examples=60, deadline=None)
@given(sentence(), st.integers(1, 400))
def test_a_changed_number_never_stays_supported(one: tuple[str, str], more: int) -> None:
    language, text = one
    for match in re.finditer(r"\d+", text):
        other = text[: match.start()] + str(int(match.group()) + more) + text[match.end() :]
        assert verify(other, [text], language).verdict is not Verdict.SUPPORTED


@settings(max_examples=60, deadline=None)
@given(sentence(), st.data())
def test_a_changed_month_or_unit_never_stays_supported(one: tuple[str, str], data: st.DataObject) -> None:
    language, text = one
    for names in (MONTHS[language], UNITS[language]):
        said = next(name for name in names if f" {name} " in text)
        other = data.draw(st.sampled_from([name for name in names if name != said]))
        changed = text.replace(f" {said} ", f" {other} ", 1)
        assume(changed != text)
        assert verify(changed, [text], language).verdict is not Verdict.SUPPORTED


@settings(max_examples=60, deadline=None)
@given(sentence())
def test_a_changed_negation_or_modality_never_stays_supported(one: tuple[str, str]) -> None:
    language, text = one
    negation, (may, must) = NEGATIONS[language], MODALS[language]
    dropped = text.replace(f" {negation} ", " ", 1)
    modal = may if f" {may} " in text else must
    added = text.replace(modal, f"{negation} {modal}" if language == "es" else f"{modal} {negation}", 1)
    swapped = text.replace(modal, must if modal == may else may, 1)
    for other in (dropped if dropped != text else added, swapped):
        assert other != text
        assert verify(other, [text], language).verdict is not Verdict.SUPPORTED


@settings(max_examples=60, deadline=None)
@given(sentence(), st.integers(0, 200))
def test_a_negation_put_anywhere_never_stays_supported(one: tuple[str, str], where: int) -> None:
    language, text = one
    words = text.split()
    at = 1 + where % (len(words) - 1)
    other = " ".join([*words[:at], NEGATIONS[language], *words[at:]])
    assert verify(other, [text], language).verdict is not Verdict.SUPPORTED


@given(st.text(max_size=300), st.text(max_size=100), st.sampled_from(["es", "en"]))
@settings(max_examples=60)
def test_any_text_can_be_judged(evidence: str, claim: str, language: str) -> None:
    judged = verify(claim, [evidence], language)
    assert 0.0 <= judged.support <= 1.0
    assert (judged.support >= 0.9) is (judged.verdict is Verdict.SUPPORTED)


PIECES = st.one_of(
    sentence().map(lambda one: one[1]),
    st.sampled_from(
        [
            "# Plazos",
            "Se aplica a:\n- fruta de exportación\n- cajas de manzanas",
            "Plazo: 14 días\nPrecio: 3 USD",
            "| Fruta | Precio | Plazo |\n|---|---|---|\n| Uva | 3 USD | 2 días |\n| Palta | 5 USD | |",
            "Esta fruta no se exporta.",
        ]
    ),
    st.text(max_size=80),
)


@st.composite
def packet(draw: st.DrawFn) -> EvidencePacket:
    language = draw(st.sampled_from(["es", "en"]))
    texts = draw(st.lists(st.lists(PIECES, min_size=1, max_size=4).map("\n\n".join), max_size=4))
    items = tuple(
        Evidence(
            f"e{at}",
            f"DOC_{at}",
            f"s{at}",
            f"u/{at}",
            f"Title {at}",
            "policy",
            Authority.GOVERNING,
            "t",
            None,
            f"r{at}",
            language,
            None,
            None,
            None,
            None,
            "",
            (),
            text,
            (),
            at,
            1.0,
        )
        for at, text in enumerate(texts, start=1)
    )
    words = draw(
        st.lists(st.sampled_from([*WORDS[language], "Uva", "plazo", "precio", "exporta"]), min_size=1, max_size=5)
    )
    text = " ".join(words)
    return EvidencePacket(Question(text, language, tuple(dict.fromkeys(stems(text, language)))), items)


@given(packet())
@settings(max_examples=80, deadline=None)
def test_nothing_uncited_leaves_and_every_citation_lies_in_its_evidence(asked: EvidencePacket) -> None:
    found = ground(asked, policy=Policy(), valid_at=parse("2026-04-10"), basis=Basis.DEFAULT, idf={})
    evidence = {item.evidence_id: item for item in asked.evidence}
    assert bool(found.claims) is (found.abstained is None)
    rest = found.text
    for claim in found.claims:
        assert claim.verdict is Verdict.SUPPORTED
        assert claim.support >= 0.9
        assert claim.citations
        for cited in claim.citations:
            item = evidence[cited.evidence_id]
            assert cited.doc == item.doc
            assert 0 <= cited.start < cited.end <= len(item.text)
        said = f"{claim.text} [{claim.citations[0].doc}]"
        assert said in rest
        rest = rest.replace(said, "", 1)
    if found.claims:
        left = re.sub(r"(Además, en|Also, in) Title \d:|Title \d —|\[…\]|[\s.\-]", "", rest)
        assert left == ""


@given(packet())
@settings(max_examples=40, deadline=None)
def test_the_same_packet_gives_the_same_answer(asked: EvidencePacket) -> None:
    first, second = (ground(asked, policy=Policy(), valid_at=0, idf={}) for _ in range(2))
    assert first == second


@given(st.lists(PIECES, max_size=4).map("\n\n".join))
def test_units_lie_in_order_inside_their_text(text: str) -> None:
    end = 0
    for unit in units(text):
        assert unit.span.start >= end
        assert text[unit.span.start : unit.span.end] == unit.text
        end = unit.span.end
