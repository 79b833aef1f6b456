"""What a question's words say about time, versions, identifiers, and the kind of answer it wants."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contract.errors import InvalidQuestion
from contract.evidence import Aspect, Intent, Question
from contract.policy import DecisionRule, Policy, PredicateRule
from contract.rules import Named
from contract.time import iso, parse
from retrieval.question import LONGEST, read
from retrieval.thing import thing

NOW = parse("2026-03-31T12:00:00Z")
POLICY = Policy(
    predicates={
        "price": PredicateRule("price", labels={"en": ("price", "unit price"), "es": ("precio", "precio unitario")}),
        "limit": PredicateRule("limit", labels={"en": ("limit",), "es": ("límite",)}),
        "residue_limit": PredicateRule(
            "residue_limit", labels={"es": ("límite máximo de residuos",), "en": ("residue limit",)}
        ),
        "origin": PredicateRule("origin", labels={"en": ("origin",), "es": ("origen",)}),
    },
    decisions={
        "refund": DecisionRule(
            "refund",
            {
                "es": (r"\breembols\w*.{0,30}\bpedido (?P<subject>\d+)", r"\bdevolución\b"),
                "en": (r"refund order (?P<subject>\d+)",),
            },
            (),
            Named("none"),
            {},
            {},
        )
    },
)


def asked(text: str, language: str | None = None) -> Question:
    return read(text, now=NOW, policy=POLICY, language=language)


@pytest.mark.parametrize(
    ("text", "valid_at"),
    [
        ("What was the limit on 3 May 2023?", "2023-05-03"),
        ("Límite a 31 de marzo de 2024", "2024-03-31"),
        ("What held at 2024-02-29?", "2024-02-29"),
        ("What was the limit in February 2024?", "2024-02-29"),  # a month stands for its last day
        ("¿Cuál era el límite en 2019?", "2019-12-31"),  # a year too
        ("¿Qué plazo regía el año pasado?", "2025-12-31"),
        ("What was it last year?", "2025-12-31"),
        ("¿Cuál era la política de reembolso de 2019?", "2019-12-31"),
        ("What did the 2019 refund policy say?", "2019-12-31"),
        ("What is in force in 2026?", "2026-03-31T12:00:00Z"),  # not over yet: as of now
        ("¿Qué regirá en 2027?", "2027-12-31"),
    ],
)
def test_a_date_in_the_words_sets_the_time_asked_about(text: str, valid_at: str) -> None:
    question = asked(text)
    assert iso(question.valid_at) == valid_at
    assert question.date_text is not None
    assert question.date_text in text


@pytest.mark.parametrize(
    "text",
    [
        "¿Cuál es el límite hoy?",
        "What is the limit today?",
        "¿Qué límite rige este año?",
        "Can I return what I bought on 3 May 2024?",
        "¿Se puede devolver lo comprado el 3 de mayo de 2024?",
        "Which film released in 1952 won?",
        "What has changed since 2019?",
        "¿Qué cambió desde 2019?",
        "How bad was the May 1998 outbreak?",
        "¿Quién ganó el mundial de 1972?",
        "A refund of 2019 € please",
        "Is 2024 pallets too many?",
    ],
)
def test_a_date_of_something_else_sets_nothing(text: str) -> None:
    assert asked(text).valid_at is None


@pytest.mark.parametrize(
    ("text", "versions"),
    [
        ("What type of release is Node.js 16.20.2?", ("16.20.2",)),
        ("What changed in version 2.1?", ("2.1",)),
        ("¿Qué dice la revisión B?", ("B",)),
        ("according to rev. B of the policy", ("B",)),
        ("Which badges has Bootstrap v5.3.1?", ("5.3.1",)),
        ("¿Qué dice la ley de 2019?", ("2019",)),
        ("What does the 2019 law say?", ("2019",)),
        ("What does the 2019 tree law say?", ("2019",)),
        ("¿Qué dice la ley de arbolado de 2019?", ("2019",)),
        ("¿Cuántas estaciones hay según la guía 2.0?", ("2.0",)),
        ("In 2019 the tax law said what?", ()),
        ("¿Cuántos pallets según el manual de empaque 1.1?", ("1.1",)),
        ("compare version 1.0 and version 2.0", ("1.0", "2.0")),
        ("Does it cost 16.20 euros?", ()),
        ("¿Son 1.200,50 € con la tarifa?", ()),
        ("What does Section 4.2 say?", ()),
        ("¿Qué dice el artículo 3.2 de la norma?", ()),
        ("plazo para 10.5 kg", ()),
        ("una revisión a fondo", ()),
        ("What held on 31.3.2024?", ()),
    ],
)
def test_versions_named(text: str, versions: tuple[str, ...]) -> None:
    assert asked(text).versions == versions


@pytest.mark.parametrize(
    ("text", "identifiers"),
    [
        ("What does ERR_SOCKET_CLOSED mean?", ("ERR_SOCKET_CLOSED",)),
        ("what is the EMFILE error?", ("EMFILE",)),
        ("What was fixed by SPARK-44581 in version 2.4.7?", ("SPARK-44581",)),
        ("¿Puedo reembolsar el pedido 1042?", ("1042",)),
        ("¿Qué dice la Ley 731?", ("731",)),
        ("referencia 4471123", ("4471123",)),
        ("why is error.code more stable than error.message?", ("error.code", "error.message")),
        ("What may I do within 300 days of 2024?", ()),
        ("¿Cuesta 1.200 euros?", ()),
        ("WHERE IS THE LIMIT", ()),
    ],
)
def test_identifiers(text: str, identifiers: tuple[str, ...]) -> None:
    assert asked(text).identifiers == identifiers


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("¿De qué trata la normativa de exportación a Canadá?", Intent.THEMATIC),
        ("What are the export regulations to Canada about?", Intent.THEMATIC),
        ("Give me an overview of the refund rules", Intent.THEMATIC),
        ("Resumen de la política de calidad", Intent.THEMATIC),
        ("¿Qué versiones hay del manual?", Intent.VERSIONS),
        ("Which versions of the manual are there?", Intent.VERSIONS),
        ("What is the oldest Bootstrap version you know of?", Intent.VERSIONS),
        ("Does NodeJs version 13.0.0 exist in the system?", Intent.VERSIONS),
        ("¿Existe la versión 2.0 del manual?", Intent.VERSIONS),
        ("¿Cuál es el límite de reembolso?", Intent.SPECIFIC),
        ("What does the latest version of the policy say about refunds?", Intent.SPECIFIC),
    ],
)
def test_intent(text: str, intent: Intent) -> None:
    assert asked(text).intent is intent


@pytest.mark.parametrize(
    "text", ["¿Puedo reembolsar el pedido 1042?", "REEMBOLSO DEL PEDIDO 1042", "Can I refund order 1042?"]
)
def test_a_declared_decision_is_recognised_with_its_subject(text: str) -> None:
    assert (asked(text).decision, asked(text).subject) == ("refund", "1042")


def test_accents_do_not_matter_to_a_decision() -> None:
    assert asked("quiero una devolucion").decision == "refund"


@pytest.mark.parametrize(
    ("text", "predicates"),
    [
        ("¿Qué límite máximo de residuos tiene?", ("residue_limit",)),  # the longest label
        ("What is the price and the limit?", ("price", "limit")),
        ("¿Cuáles son los precios unitarios?", ("price",)),
        ("the place it originally came from", ()),
    ],
)
def test_predicates_by_their_labels(text: str, predicates: tuple[str, ...]) -> None:
    assert asked(text).predicates == predicates


@pytest.mark.parametrize("text", ["", "   ", "\x00\x07\x1b", "¿?…!", "\ud800", "x" * (LONGEST + 1)])
def test_what_is_no_question_is_refused(text: str) -> None:
    with pytest.raises(InvalidQuestion):
        asked(text)


def test_control_characters_are_dropped_and_the_text_composed() -> None:
    assert asked("¿Li\u0301mite\x00 de\tprecio?").text == "¿Límite de precio?"


def test_language_is_detected_unless_given() -> None:
    assert asked("¿Cuál es el límite?").language == "es"
    assert asked("What is the limit?").language == "en"
    assert asked("limit", language="es").language == "es"


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        question = asked(text)
    except InvalidQuestion:
        return
    assert question.text
    assert set(question.versions).isdisjoint(question.identifiers)


@pytest.mark.parametrize("text", ["What is new in version 12.10.12?", "Which locks has Pump.js 12.10.12?"])
def test_a_version_that_could_be_a_date_is_a_version(text: str) -> None:
    question = asked(text)
    assert question.versions == ("12.10.12",)
    assert question.valid_at is None


@given(st.sampled_from(['C++ (beta) AND "x', "NEAR(a b)", "a* OR b", "col:x -y", "'; DROP TABLE x"]))
def test_query_syntax_is_text(text: str) -> None:
    assert all(char.isalnum() or char in "+#._-/" for stem in asked(text).stems for char in stem)


@pytest.mark.parametrize(
    ("text", "aspect"),
    [
        ("How many releases of Parrot are there?", Aspect.COUNT),
        ("Is there a version 2.1 of the manual?", Aspect.EXISTS),
        ("Do you know version 2.1 of the manual?", Aspect.EXISTS),
        ("¿Tienes la versión 2.1 del manual?", Aspect.EXISTS),
        ("What is the newest revision of the manual?", Aspect.NEWEST),
        ("¿Cuál es la versión más reciente del manual?", Aspect.NEWEST),
        ("Which version came before 2.1.0?", Aspect.BEFORE),
        ("¿Cuál es la versión siguiente a la 2.1.0?", Aspect.AFTER),
        ("Since when does the pump have a filter?", Aspect.SINCE),
        ("In which release was --dry-run introduced?", Aspect.SINCE),
        ("Which version added the filter?", Aspect.SINCE),
        ("¿Cuándo se añadió el filtro?", Aspect.SINCE),
        ("¿Qué versión introdujo el filtro?", Aspect.SINCE),
        ("When was the filter removed?", Aspect.UNTIL),
        ("Until which release did it have a filter?", Aspect.UNTIL),
        ("¿Hasta cuándo estuvo el filtro?", Aspect.UNTIL),
        ("¿A partir de cuándo lleva filtro?", Aspect.SINCE),
        ("¿En qué versión se quitó el filtro?", Aspect.UNTIL),
        ("What's new in 2.1.0?", Aspect.CHANGED),
        ("What are the differences between 1.0.0 and 2.1.0?", Aspect.CHANGED),
        ("Has the refund window changed?", Aspect.CHANGED),
        ("¿Qué hay de nuevo en la versión 2.1?", Aspect.CHANGED),
        ("¿Ha cambiado el plazo de devolución?", Aspect.CHANGED),
        ("What is the difference between a seal and a filter?", None),
        ("How does a seal differ from a filter?", None),
        ("¿En qué se diferencia una junta de un filtro?", None),
        ("How does the manual differ between 1.0.0 and 2.1.0?", Aspect.CHANGED),
        ("How long do I wait in version 2.1.0?", None),
        ("Which version of the manual is the most recent one you know?", Aspect.NEWEST),
        ("Is Parrot 2.1.0 available?", Aspect.EXISTS),
        ("Are you aware of Parrot 2.1.0?", Aspect.EXISTS),
        ("When was the filter deprecated?", Aspect.SINCE),
        ("¿Cuánto cuesta el cambio de aceite?", None),
    ],
)
def test_what_of_versions_is_asked(text: str, aspect: Aspect | None) -> None:
    assert asked(text).aspect is aspect


@pytest.mark.parametrize(
    ("text", "codes", "stems", "in_code"),
    [
        ("Since when is `--dry-run` in Parrot?", ("--dry-run",), set(), False),
        ("Since when does Parrot take the seed: prefix?", ("seed:",), {"prefix", "take"}, False),
        ("When was a new example for the cage door added to Parrot?", (), {"cage", "door"}, True),
        ("¿Cuándo se añadió ERR_JAULA a Parrot?", ("ERR_JAULA",), {"err_jaul"}, False),
    ],
)
def test_the_thing_asked_about(text: str, codes: tuple[str, ...], stems: set[str], in_code: bool) -> None:
    found = thing(asked(text), {"parrot"})
    assert found.codes == codes
    assert found.in_code is in_code
    assert stems <= set(found.stems) or any(code.casefold() in found.stems for code in codes)
