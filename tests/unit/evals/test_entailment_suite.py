"""Claims made from sentences: what each change does, and the scores by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.alterations import names, supported, unsupported
from evals.datasets.claims import Case, read
from evals.records import DataError, Options
from evals.suites import entailment
from evals.suites.entailment import Verified, scores

EN = "We may keep your data for at least 14 days after March 3, 2021, unless Mozilla asks (see below) for some not to be kept."
ES = "El Consejo podrá conservar los datos, hasta 14 días, salvo que Correos solicite lo contrario antes del 3 de marzo de 2021."


def changed(sentence: str, language: str) -> dict[str, str]:
    return {each.kind: each.text for each in unsupported(sentence, language, ("Oslo",), seed=1)}


def test_each_kind_changes_one_thing_in_english() -> None:
    made = changed(EN, "en")
    assert made["modality"] == EN.replace("may", "must")
    assert made["bound"] in (EN.replace("at least", "at most"), EN.replace("after", "before"))
    assert made["condition_dropped"] == EN.replace(", unless Mozilla asks (see below) for some not to be kept", "")
    assert made["negation_dropped"] == EN.replace("not ", "")
    assert made["negation_added"] == EN.replace("may", "may not")
    assert made["quantifier_added"] in (
        EN.replace("your data", "all your data"),
        EN.replace("your data", "only your data"),
    )
    assert made["quantifier_widened"] == EN.replace("some", "all")
    assert made["unit"] != EN
    assert "days" not in made["unit"]
    assert "March" not in made["month"]
    assert "2021" not in made["year"]
    assert "Oslo" in made["name"]
    assert made["roles"] in (EN.replace("We", "you"), EN.replace("your", "our"))


def test_each_kind_changes_one_thing_in_spanish() -> None:
    made = changed(ES, "es")
    assert made["modality"] == ES.replace("podrá", "deberá")
    assert made["negation_added"] == ES.replace("podrá", "no podrá")
    assert made["condition_dropped"] == ES.replace(
        ", salvo que Correos solicite lo contrario antes del 3 de marzo de 2021", ""
    )
    assert made["bound"] in (ES.replace("hasta", "desde"), ES.replace("antes", "después"))
    assert "días" not in made["unit"]
    assert "marzo" not in made["month"]


def test_a_draw_depends_on_the_seed_and_the_sentence_alone() -> None:
    assert unsupported(EN, "en", ("Oslo",), 1) == unsupported(EN, "en", ("Oslo",), 1)
    assert names([EN]) == ("March", "Mozilla")
    assert "name" not in {each.kind for each in unsupported(EN, "en", ("Mozilla", "Under"), 1)}


def test_what_says_the_same() -> None:
    made = {each.kind: each.text for each in supported("You shall return 3 copies (signed).", "en", 1)}
    assert made == {
        "verbatim": "You shall return 3 copies (signed).",
        "without_stop": "You shall return 3 copies (signed)",
        "opening": "However, you shall return 3 copies (signed).",
        "written_number": "You shall return three copies (signed).",
        "without_remark": "You shall return 3 copies.",
        "same_modality": "You must return 3 copies (signed).",
    }


def verified(carried: bool, accepted: bool) -> Verified:
    return Verified(Case("", (), "en", carried, ""), accepted, "")


def test_scores_by_hand() -> None:
    """Of four accepts three are right; of five carried three are accepted; of five others one is."""
    found = (
        [verified(True, True)] * 3
        + [verified(True, False)] * 2
        + [verified(False, True)]
        + [verified(False, False)] * 4
    )
    assert scores(found) == {"accept_precision": 0.75, "accept_recall": 0.6, "false_accept": 0.2}
    assert scores(found[:5]) == {"accept_recall": 0.6}
    assert scores(found[5:]) == {"false_accept": 0.2}


def test_a_folder_of_documents(tmp_path: Path) -> None:
    (tmp_path / "notice.md").write_text(
        "# Notice\n\nWe keep the records of each order for 30 days after it was sent. "
        "You may ask us for a copy of the records if you have an account.\n"
    )
    (tmp_path / "aviso.md").write_text(
        "# Aviso\n\nEl titular podrá pedir la copia de los datos en el plazo de 30 días.\n"
    )
    result = entailment.run(tmp_path, Options(tmp_path))
    assert {"en", "es", "en.number", "es.modality", "en.condition_dropped"} <= result.by_kind.keys()
    assert result.measures["accept_recall"] > 0.8
    assert result.measures["false_accept"] < 0.2
    assert result.n == sum(int(value) for key, value in result.settings.items() if key in ("en.n", "es.n"))


def test_an_nli_file(tmp_path: Path) -> None:
    rows = [
        ("language", "gold_label", "sentence1", "sentence2"),
        ("en", "entailment", "The shop opens at nine.", "The shop opens at nine."),
        ("en", "contradiction", "The shop opens at nine.", "The shop opens at ten."),
        ("fr", "neutral", "La boutique ouvre.", "Elle ferme."),
    ]
    (tmp_path / "pairs.tsv").write_text("\n".join("\t".join(row) for row in rows))
    result = entailment.run(tmp_path, Options(tmp_path))
    assert result.n == 2
    assert result.measures == {"accept_precision": 1.0, "accept_recall": 1.0, "false_accept": 0.0}
    assert result.by_kind["en.contradiction"] == {"false_accept": 0.0}


def test_what_has_another_form_is_said(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="documents"):
        read(tmp_path, Options(tmp_path))
    (tmp_path / "other.tsv").write_text("a\tb\n1\t2\n")
    with pytest.raises(DataError, match="gold_label"):
        read(tmp_path, Options(tmp_path))
