"""What a source goes by: equal keys for one thing, however it is written."""

from __future__ import annotations

import pytest

from contract.history import ActKind, Polarity
from contract.records import Authority, Metadata
from contract.time import parse
from extraction.cues import cues, known_as, stated
from extraction.cues.names import key_of
from extraction.documents import read_bytes


def names(
    title: str, uri: str = "x.md", text: str = "Words.", language: str = "es", **more: object
) -> dict[str, Polarity]:
    document = read_bytes(text.encode(), "text.md", max_bytes=10_000)
    acts = known_as(Metadata(uri, title, language=language, **more), document)  # type: ignore[arg-type]
    assert {act.kind for act in acts} <= {ActKind.KNOWN_AS}
    return {act.target: act.polarity for act in acts}


def referred(text: str, language: str = "es") -> str:
    (cue,) = cues(read_bytes(text.encode(), "text.md", max_bytes=10_000), language)
    assert cue.target is not None
    return key_of(cue.target, language)


@pytest.mark.parametrize(
    ("title", "uri", "language", "text"),
    [
        ("Ley Nº 15738 - Convalidación de actos", "a.md", "es", "Derógase la Ley N° 15.738, de 13 de marzo de 1985."),
        ("Texto", "laws/UY-ley-15738.md", "es", "Derógase la Ley 15.738."),
        ("Decreto Ley Nº 14153", "a.md", "es", "Derógase el artículo 3 del decreto-ley 14.153."),
        ("PEP 484 – Type Hints", "a.rst", "en", "This document supersedes PEP 484."),
        ("Type Hints", "peps/pep-0484.rst", "en", "This document supersedes PEP 484."),
        ("Directive 95/46/EC", "a.md", "en", "Directive 95/46/EC is repealed."),
        ("Travel Policy 2021", "a.md", "en", "This policy replaces the Travel Policy 2021."),
        ("Ley Nº 9155 - Código Penal", "a.md", "es", "Derógase el Código Penal."),
        ("Política de Viajes 2021", "a.md", "es", "Esta política reemplaza a la Política de Viajes de 2021."),
    ],
)
def test_a_reference_and_a_title_give_one_key(title: str, uri: str, language: str, text: str) -> None:
    assert names(title, uri, language=language)[referred(text, language)] is Polarity.ASSERTED


def test_a_decree_law_is_likely_to_be_called_a_law() -> None:
    assert names("Decreto Ley Nº 14153")[referred('Derógase la llamada "ley" 14.153.')] is Polarity.CONDITIONAL
    assert referred("Derógase la Ley 14/2020.") not in names("Decreto Ley 14/2020")


def test_a_law_goes_by_its_day_too() -> None:
    named = names("Ley Nº 5330", valid_from=parse("1913-01-22"))
    assert named[referred("Se derogan las leyes de 22 de enero de 1913.")] is Polarity.ASSERTED


def test_a_header_that_counts_documents_names_one() -> None:
    document = "---\nPEP: 245\n---\nWords.\n"
    assert referred("This document supersedes PEP 245.", "en") in names("Interfaces", text=document, language="en")


def test_an_informal_source_ends_nothing_by_its_words() -> None:
    document = read_bytes("Derógase la Ley 15.738.".encode(), "text.md", max_bytes=1000)
    for authority, polarity in ((Authority.INFORMAL, Polarity.CONDITIONAL), (Authority.GOVERNING, Polarity.ASSERTED)):
        metadata = Metadata("x.md", "Hilo", language="es", authority=authority)
        (act,) = stated(cues(document, "es"), metadata)
        assert (act.kind, act.polarity, act.cue) == (ActKind.REPEAL, polarity, (0, 22))


def test_what_a_title_says_is_not_in_its_key() -> None:
    assert not any("secret" in name or "merger" in name for name in names("Secret Merger Policy", language="en"))
