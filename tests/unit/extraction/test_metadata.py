"""Metadata by precedence: where each value comes from, what is refused, what is only told."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from contract.errors import InvalidMetadata
from contract.records import Authority, Metadata, Warn
from contract.time import parse
from extraction.documents import read_bytes
from extraction.families import FamilyMember, group
from extraction.metadata import load_manifest, load_sidecar, resolve

AUTHORITIES = {"policy": Authority.GOVERNING, "forum": Authority.INFORMAL}


def resolved(text: str, name: str = "docs/a.md", **layers: Any) -> tuple[Metadata, tuple[Warn, ...]]:
    document = read_bytes(text.encode(), Path(name).name, max_bytes=1_000_000)
    return resolve(document, name=name, authorities=AUTHORITIES, **layers)


def front(**keys: object) -> str:
    return (
        "---\n"
        + "".join(f"{key}: {value}\n" for key, value in keys.items())
        + "---\n# Title\n\nSome words of the text.\n"
    )


def test_the_first_layer_that_has_a_key_counts() -> None:
    metadata, warnings = resolved(
        front(author="front"),
        sidecar={"author": "side", "title": "side"},
        manifest={"title": "manifest", "source_type": "policy"},
        flags={"source_type": "forum", "level": 2, "groups": ["ventas"]},
    )
    assert (metadata.author, metadata.title, metadata.source_type) == ("front", "side", "policy")
    assert (metadata.audience.level, metadata.audience.groups) == (2, frozenset({"ventas"}))
    assert metadata.authority is Authority.GOVERNING
    assert {key: metadata.origins[key] for key in ("author", "title", "source_type", "level", "valid_from", "uri")} == {
        "author": "front_matter", "title": "sidecar", "source_type": "manifest", "level": "flag", "valid_from": "default",
        "uri": "name",
    }  # fmt: skip
    assert not warnings


def test_every_key() -> None:
    metadata, warnings = resolved(
        front(
            uri="policy:refund",
            title="Reembolsos",
            source_type="policy",
            authority="live",
            author="Ann",
            language="es-UY",
            valid_from="2026-03-01",
            valid_to="2027-03-01T12:00:00Z",
            observed_at="2026-04-01",
            revision="1.10",
            level="internal",
            groups="[a, b]",
            replaces="policy:old",
            replaced_by="[]",
            aliases="[refunds, devoluciones]",
        )
    )
    assert metadata.uri == "policy:refund"
    assert metadata.authority is Authority.LIVE
    assert metadata.language == "es"
    assert metadata.valid_from == parse("2026-03-01T00:00:00Z")
    assert metadata.valid_to == parse("2027-03-01T12:00:00Z")
    assert metadata.observed_at == parse("2026-04-01")
    assert metadata.revision == "1.10"
    assert metadata.audience.level == 1
    assert (metadata.replaces, metadata.replaced_by) == (("policy:old",), ())
    assert metadata.aliases == ("refunds", "devoluciones")
    assert not warnings


def test_spanish_keys_and_a_last_day_that_is_included() -> None:
    metadata, warnings = resolved(
        front(título="Cambios", **{"vigente-desde": "2026-01-01", "vigente hasta": "2026-12-31"})
    )
    assert metadata.title == "Cambios"
    assert (metadata.valid_from, metadata.valid_to) == (parse("2026-01-01"), parse("2027-01-01"))
    assert metadata.origins["valid_to"] == "front_matter"
    assert not warnings


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"valid_from": "2026-02-30"}, "valid_from '2026-02-30' .* not a date"),
        ({"valid_from": "soon"}, "valid_from 'soon'"),
        ({"valid_from": "2026-03-01", "valid_to": "2026-03-01"}, "valid_to .* not after"),
        ({"valid_from": "2026-03-01", "valid_to": "2025-03-01"}, "valid_to .* not after"),
        ({"authority": "absolute"}, "authority 'absolute' .* governing"),
        ({"level": "9"}, "level '9'"),
        ({"level": "secret"}, "level 'secret'"),
        ({"language": "12"}, "language '12'"),
        ({"groups": "{a: b}"}, "groups"),
    ],
)
def test_wrong_values_are_refused_by_file_key_and_mend(keys: Mapping[str, str], words: str) -> None:
    with pytest.raises(InvalidMetadata, match=words) as caught:
        resolved(front(**keys))
    assert str(caught.value).startswith("docs/a.md: ")


def test_an_unknown_key_names_the_nearest_known_one() -> None:
    _, warnings = resolved("# T\n\nText", sidecar={"valid_form": "2026-01-01", "colour": "red"})
    assert [warning.code for warning in warnings] == ["unknown_key", "unknown_key"]
    assert "'valid_from'" in warnings[0].message
    assert "'colour'" in warnings[1].message


def test_front_matter_of_another_system_gives_one_warning() -> None:
    keys = {f"field_{letter}": "x" for letter in "abcdefghij"}
    metadata, warnings = resolved(front(publication_date="1974-02-20", **keys))
    assert [warning.code for warning in warnings] == ["foreign_keys"]
    assert metadata.valid_from == parse("1974-02-20")
    assert metadata.origins["valid_from"] == "front_matter"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Effective June 2, 2025", "2025-06-02"),
        ("Effective date: 2 June 2025", "2025-06-02"),
        ("This policy is in force from 2025-06-02.", "2025-06-02"),
        ("Vigentes desde el 30 de noviembre de 2018", "2018-11-30"),
        ("En vigor desde el día jueves, 30 de junio de 2022", "2022-06-30"),
        ("La presente ley regirá a partir del 1º de enero de 2026.", "2026-01-01"),
        ("Entrada en vigor: 5 de marzo de 2024", "2024-03-05"),
        ("martes, 10 de mayo de 2022", "2022-05-10"),
        ("Last updated June 2, 2025", None),
        ("Not effective June 2, 2025", None),
        ("Effective in June 2025", None),
        ("The meeting was on June 2, 2025 in Lugo.", None),
        ("Dated 5 May 2020", "2020-05-05"),
        ("With effect from 5 May 2020, fees are new.", "2020-05-05"),
        ("Effective date of this Policy: 5 May 2020", "2020-05-05"),
        ("This Agreement commences on the 5th day of May, 2020.", "2020-05-05"),
        ("Surtirá efectos a partir del 5 de mayo de 2020.", "2020-05-05"),
        ("Con efectos desde el día 5 de mayo de 2020", "2020-05-05"),
        ("Esta tarifa se aplicará a partir del 5 de mayo de 2020.", "2020-05-05"),
        ("No longer in force since 5 May 2020", None),
        ("Dejó de estar en vigor el 5 de mayo de 2020", None),
        ("El descuento se aplica desde el 5 de mayo de 2020.", None),
        ("The agreement dated 5 May 2020 is attached.", None),
        ("Esta ley comenzará a regir a partir del 1º de enero de 1998.", "1998-01-01"),
    ],
)
def test_the_start_that_the_text_tells(line: str, expected: str | None) -> None:
    metadata, _ = resolved(f"# Title\n\n{line}\n\nMore words.\n")
    assert metadata.valid_from == (parse(expected) if expected else None)
    assert metadata.origins["valid_from"] == ("text" if expected else "default")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("La presente ley entrará en vigencia el 1º de octubre de 1975, con una excepción.", "1975-10-01"),
        ("This Regulation shall apply from 25 May 2018.", "2018-05-25"),
        ("El artículo 5 entrará en vigor el 1 de marzo de 2021.", None),
        ("Las escalas creadas por esta ley regirán desde el 1° de mayo de 1953.", None),
        ("Effective June 2, 2025", None),
    ],
)
def test_far_from_the_top_only_the_document_itself_starts(line: str, expected: str | None) -> None:
    metadata, _ = resolved("# Title\n\n" + "More words.\n\n" * 20 + line)
    assert metadata.valid_from == (parse(expected) if expected else None)


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Ley 1.234 de 22 de enero de 1913", "1913-01-22"),
        ("Ley 39/2015, de 1 de octubre, del Procedimiento", "2015-10-01"),
        ("Decreto-ley 10.315 de 22 de enero de 1943", "1943-01-22"),
        ("Ordinance 12 of 5 May 2020 on kites", "2020-05-05"),
        ("Ley de archivos", None),
        ("Act 12 amending the Act of 5 May 2020", None),
        ("Report of 5 May 2020", None),
    ],
)
def test_a_law_starts_at_the_day_of_its_title_where_nothing_better_is_known(title: str, expected: str | None) -> None:
    metadata, _ = resolved(f"# {title}\n\nSome words.\n")
    assert metadata.valid_from == (parse(expected) if expected else None)
    later, _ = resolved(f"# {title}\n\nEffective June 2, 2025.\n")
    assert later.valid_from == parse("2025-06-02")


def test_a_version_without_a_date_is_said_to_stand_by_its_label() -> None:
    member = group(["n/guide 1.0.md", "n/guide 2.0.md"])["n/guide 2.0.md"]
    _, warnings = resolved("# Guide\n\nWords.\n", family=member)
    assert [warning.code for warning in warnings] == ["order_by_label"]
    _, warnings = resolved("---\nvalid_from: 2025-01-01\n---\n# Guide\n\nWords.\n", family=member)
    assert not warnings


def test_declared_and_named_dates_beat_the_text_and_a_difference_is_told() -> None:
    text = "Effective June 2, 2025.\n\nWords."
    declared, warnings = resolved("---\nvalid_from: 2025-01-01\n---\n" + text)
    assert declared.valid_from == parse("2025-01-01")
    assert [warning.code for warning in warnings] == ["date_disagrees"]
    member = group(["n/2025-06-01.md", "n/2025-06-02.md"])["n/2025-06-01.md"]
    named, warnings = resolved(text, "n/2025-06-01.md", family=member)
    assert (named.valid_from, named.uri, named.revision) == (parse("2025-06-01"), "n", "2025-06-01")
    assert named.origins["valid_from"] == "name"
    assert [warning.code for warning in warnings] == ["date_disagrees"]
    year = group(["n 2024.md", "n 2025.md"])["n 2025.md"]
    vague, warnings = resolved(text, "n 2025.md", family=year)
    assert vague.valid_from == parse("2025-06-02")
    assert not warnings


def test_a_declared_start_puts_versions_in_time() -> None:
    member = FamilyMember("policy", "B", None, True, 1)
    assert resolved("Words.", family=member)[0].standing
    assert resolved("Words.", family=member)[0].revision == "B"
    assert not resolved(front(valid_from="2026-01-01"), family=member)[0].standing
    assert resolved(front(valid_from="2026-01-01", standing="true"), family=member)[0].standing


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Intro words.\n\n## Second\n\n# First", "First"),
        ("Intro words.\n\n## Second", "Second"),
        ("Intro words.\n\nMore.", "Intro words."),
        ("| a | b |\n|---|---|\n| c | d |", "a"),
    ],
)
def test_the_title_where_none_is_declared(text: str, title: str) -> None:
    assert resolved(text)[0].title == title


def test_language_where_none_is_declared() -> None:
    assert resolved("# Política\n\nEl plazo es de catorce días desde la entrega.")[0].language == "es"
    assert resolved("# Policy\n\nThe limit is fourteen days from the delivery.")[0].language == "en"
    assert resolved("# Ley Nº 10008 - CODIGO CIVIL\n\n##### Artículo 1\n\n(*)")[0].language == "es"


def test_sidecar_and_manifest_files(tmp_path: Path) -> None:
    (tmp_path / "a.md.meta.yaml").write_text("\ufefflevel: 2\nvalid_from: 2026-01-01\n", encoding="utf-8")
    assert load_sidecar(tmp_path / "a.md.meta.yaml") == {"level": "2", "valid_from": "2026-01-01"}
    assert load_manifest(tmp_path) == {}
    manifest = tmp_path / "manifest.yaml"
    manifest.write_text("defaults:\n  source_type: policy\nfamilies: off\na.md:\n  title: T\n")
    assert load_manifest(tmp_path) == {"defaults": {"source_type": "policy"}, "families": "off", "a.md": {"title": "T"}}
    for wrong in ("a.md: [1", "families: maybe", "a.md: x", "- a\n- b"):
        manifest.write_text(wrong)
        with pytest.raises(InvalidMetadata, match=r"manifest\.yaml"):
            load_manifest(tmp_path)


@pytest.mark.shared
def test_dates_that_policies_print_agree_with_their_metadata(shared: Path) -> None:
    """Printed dates are right for nine of ten; the others are misprints of the pages themselves."""
    right = wrong = 0
    for path in sorted((shared / "data/mozilla-legal/docs").rglob("*.md")):
        top = path.read_bytes()[:2000]
        metadata, _ = resolve(read_bytes(top, path.name, max_bytes=1_000_000), name=path.name)
        if metadata.valid_from is not None:
            agrees = metadata.valid_from == parse(path.stem)
            right, wrong = right + agrees, wrong + (not agrees)
    assert right + wrong >= 60
    assert right / (right + wrong) >= 0.85
