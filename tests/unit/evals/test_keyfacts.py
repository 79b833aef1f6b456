"""The rule that scores answers on versions, on answers whose verdict is known."""

from __future__ import annotations

import pytest

from evals.keyfacts import judge, marks_left_out, numbers, versions

RIGHT, WRONG = True, False
OLDEST = ("What is the oldest Parrot version?", "1.4.0")
LISTED = ("How many Parrot versions are you aware of?", "1.4.0\n1.10.2\n2.0.0-rc.1\nThat makes three versions.")
EXISTS = ("Does Parrot version 1.10.2 exist?", "Yes")
LACKS = ("Does Parrot version 1.3.0 exist?", "No")
ADDED = ("Since when does Parrot have the option --dry-run?", "The option was added in version 1.10.2.")
FAMILY = ("Since when are imports relative in Parrot?", "Relative imports came with version 2.*")
SAME = ("What changed in the parser in Parrot 2.0.0?", "Nothing changed.")
UNKNOWN = ("Who wrote the parser of Parrot?", "There is no information on that.")
SLOT = ("What is the stability of parrot.squawk() in 1.4.0?", 'The stability is "1.0 - Early development".')
CODE = ("What was fixed in PRT-311?", "PRT-311 fixed that loading the cage page took 40 seconds.")
PROSE = (
    "What happens if the cage is left open?",
    "If no listener is registered, Parrot raises a CageError and stops the process.",
)
NOUN = ("Which library was upgraded in Parrot 2.0.0?", "Seedlib was upgraded to 3.11.4 in Parrot 2.0.0.")
GLOSS = ("Is parrot.peck() deprecated?", "parrot.peck() is marked as deprecated (Stability: 0).")
ESPANOL = ("¿Cuál es la última versión de Loro?", "La última es la 3.2.1.")
CUANTAS = ("¿Cuántas versiones hay de Loro?", "Hay tres versiones.")
PREFIX = ("Since when does Parrot take the seed: prefix?", "The seed: prefix for built-in seeds came with version 2.*")
REFUSED = (
    "What happens if you pass a non-string value to peck()?",
    "If a non-string value is passed to peck(), it throws: The argument must be of type string.",
)
MATCHED = (
    "What happens if parrot.match() gets a seed?",
    "When parrot.match() gets a seed, a CageError is thrown with a message.",
)
STEADIER = (
    "Why is the tag of a seed safer than its name?",
    "It is safer because it changes only with major releases, whereas the name is less steady.",
)
EXISTE = ("¿Existe la versión 9.9.9 de Loro?", "No")
CAMBIO = ("¿Qué cambió en el analizador en la 3.2.1?", "Nada cambió.")
DESDE = ("¿Desde cuándo está la opción --seco?", "Desde la versión 3.0.0.")


@pytest.mark.parametrize(
    ("case", "answer", "verdict"),
    [
        (OLDEST, "The oldest version is 1.4.0.", RIGHT),
        (OLDEST, "The oldest version is v1.4.0.", RIGHT),
        (STEADIER, "A tag will only change between major releases.", RIGHT),  # "whereas" and "less" say nothing
        (STEADIER, "A tag is a name of few letters, whereas less is more.", WRONG),
        (OLDEST, "The oldest version is 1.4.0-beta.", WRONG),
        (OLDEST, "The oldest version is 1.10.2.", WRONG),
        (OLDEST, "Parrot has 3 versions here: 2.0.0-rc.1, 1.10.2, 1.4.0.", WRONG),  # a list tells not which is oldest
        (LISTED, "Parrot has 3 versions here: 2.0.0-rc.1, 1.10.2, 1.4.0.", RIGHT),
        (LISTED, "Parrot has 2 versions here: 1.10.2, 1.4.0.", WRONG),
        (LISTED, "Parrot has 3 versions here: 2.0.0-rc.1, 1.10.2, 1.4.0, 1.3.0.", WRONG),
        (EXISTS, "Yes, 1.10.2 is one of them.", RIGHT),
        (EXISTS, "Version 1.10.2 exists.", RIGHT),
        (EXISTS, "No, there is no such version.", WRONG),
        (LACKS, "No.", RIGHT),
        (LACKS, "Version 1.3.0 does not exist here.", RIGHT),
        (LACKS, "Yes.", WRONG),
        (LACKS, "Parrot was released in spring.", WRONG),
        (ADDED, "--dry-run: added in 1.10.2.", RIGHT),
        (ADDED, "--dry-run: added in 1.4.0 and 1.10.2.", WRONG),
        (ADDED, "The option runs nothing.", WRONG),
        (FAMILY, "In 2.0.1 and later imports are relative.", RIGHT),
        (FAMILY, "In 1.10.2 and later imports are relative.", WRONG),
        (SAME, "The parser is unchanged in 2.0.0.", RIGHT),
        (SAME, "Nothing about it has changed.", RIGHT),
        (SAME, "The parser now reads YAML.", WRONG),
        (UNKNOWN, "No information is held on its author.", RIGHT),
        (UNKNOWN, "Ann Smith wrote the parser.", WRONG),
        (SLOT, "Stability: 1.0 - Early development", RIGHT),
        (SLOT, "Stability: 2 - Stable", WRONG),
        (CODE, "[PRT-311]: Loading the cage page takes 40 seconds", RIGHT),
        (CODE, "[PRT-311]: Loading the cage page takes 4 seconds", WRONG),
        (CODE, "[PRT-312]: The seeds are counted twice", WRONG),
        (PROSE, "Without a registered listener a CageError is raised, and the process stops.", RIGHT),
        (PROSE, "If no listener is registered the process stops with a SeedError.", WRONG),
        (PROSE, "Close the cage.", WRONG),
        (NOUN, "Upgrade Seedlib to 3.11.4.", RIGHT),
        (NOUN, "Upgrade Seedlib to 3.11.3.", WRONG),
        (NOUN, "Upgrade Husklib to 3.11.4.", WRONG),
        (GLOSS, "It is marked deprecated.", RIGHT),
        (GLOSS, "It is not marked as deprecated.", WRONG),
        (ESPANOL, "La última versión es la 3.2.1.", RIGHT),
        (ESPANOL, "Las versiones son 3.2.1 y 3.0.0.", WRONG),
        (CUANTAS, "De Loro hay aquí 3 versiones.", RIGHT),
        (CUANTAS, "De Loro hay aquí dos versiones.", WRONG),
        (EXISTE, "No existe esa versión.", RIGHT),
        (EXISTE, "Sí, existe.", WRONG),
        (CAMBIO, "En el analizador no hay cambios.", RIGHT),
        (CAMBIO, "El analizador lee YAML.", WRONG),
        (ADDED, "--dry-run stands in Parrot since version 1.10.2. It does not stand in 2.0.0, 2.1.0.", RIGHT),
        (ADDED, "--dry-run is not in 1.4.0 but in 1.10.2.", RIGHT),
        (ADDED, "--dry-run is in 1.4.0 and not in 1.10.2.", WRONG),
        (ADDED, "--dry-run does not stand in 1.10.2.", WRONG),
        (PREFIX, "The prefix stands in Parrot since 2.0.1.", RIGHT),
        (PREFIX, "The prefix for built-in seeds stands in Parrot since 1.10.2.", WRONG),
        (REFUSED, 'peck(123) throws: The "argument" argument must be of type string.', RIGHT),
        (REFUSED, "If a non-string value is passed to peck(), it does not throw: any type of argument will do.", WRONG),
        (MATCHED, "If the values do not match or the seed is no string, a CageError is thrown with a message.", RIGHT),
        (MATCHED, "A CageError is not thrown with a message.", WRONG),
        (DESDE, "No figura en la 2.9.0, pero sí desde la 3.0.0.", RIGHT),
        (DESDE, "Está desde la 3.0.0.", RIGHT),
        (DESDE, "Está desde la 3.2.1.", WRONG),
    ],
)  # fmt: skip
def test_an_answer_gets_its_known_verdict(case: tuple[str, str], answer: str, verdict: bool) -> None:
    question, reference = case
    language = "es" if question.startswith("¿") else "en"
    judged = judge(question, reference, answer, language=language)
    assert judged.right is verdict, judged


@pytest.mark.parametrize("case", [OLDEST, EXISTS, LACKS, SAME, CODE, PROSE])
def test_to_decline_is_wrong_where_there_is_something_to_say(case: tuple[str, str]) -> None:
    assert not judge(*case, "Not available in the corporate corpus.", declined=True).right


def test_to_decline_is_right_where_there_is_nothing_to_say() -> None:
    assert judge(*UNKNOWN, "Not available in the corporate corpus.", declined=True).right


def test_versions_are_no_numbers() -> None:
    assert versions("v2.0.0-rc.1, 1_4 and 16") == {"2.0.0-rc.1", "1.4"}
    assert numbers("v2.0.0 has six pages and 40 lines, one of them empty", "en") == {"6", "40"}


def test_citation_marks_are_no_words_of_the_answer() -> None:
    assert (
        marks_left_out("Seen in B [DOC_1]. And [PRT-311] [DOC_2].", ["DOC_1", "DOC_2"]) == "Seen in B. And [PRT-311]."
    )
