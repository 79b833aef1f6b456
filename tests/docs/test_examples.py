"""The demo corpus and its questions say what the README of examples/ promises."""

from __future__ import annotations

import csv
import json
import re
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from language.tables import LANGUAGES

EXAMPLES = Path(__file__).parents[2] / "examples"
CORPUS = EXAMPLES / "corpus"
QUESTIONS: list[dict[str, Any]] = yaml.safe_load((EXAMPLES / "questions.yaml").read_text(encoding="utf-8"))["questions"]
KEYS = {
    *("uri", "title", "source_type", "authority", "author", "language", "valid_from", "valid_to", "observed_at"),
    *("revision", "level", "groups", "replaces", "replaced_by", "aliases"),
}
FORMATS = {".md", ".txt", ".rst", ".html", ".pdf", ".docx", ".xlsx", ".csv", ".json", ".jsonl"}


def documents(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".yaml")


def metadata(path: Path) -> dict[str, Any]:
    """What is declared for a document: its front matter, its sidecar, its folder's manifest, first come."""
    front = (
        re.match(r"---\n(.*?)\n---\n", path.read_text(encoding="utf-8"), re.DOTALL) if path.suffix == ".md" else None
    )
    sidecar = path.with_suffix(".meta.yaml")
    manifest = path.with_name("manifest.yaml")
    listed = yaml.safe_load(manifest.read_text(encoding="utf-8")) if manifest.is_file() else {}
    layers = [
        yaml.safe_load(front[1]) if front else {},
        yaml.safe_load(sidecar.read_text(encoding="utf-8")) if sidecar.is_file() else {},
        listed.get(path.name, {}),
        listed.get("defaults", {}),
    ]
    return {key: value for layer in reversed(layers) for key, value in layer.items()}


def declared() -> list[tuple[Path, dict[str, Any]]]:
    return [(path, metadata(path)) for path in documents(CORPUS) + documents(EXAMPLES / "late-arrivals")]


def test_every_format_is_shown() -> None:
    assert {path.suffix for path in documents(CORPUS)} == FORMATS


def test_all_three_ways_of_metadata_are_shown() -> None:
    assert list(CORPUS.rglob("*.meta.yaml"))
    assert list(CORPUS.rglob("manifest.yaml"))
    assert any(path.read_text(encoding="utf-8").startswith("---\n") for path in CORPUS.rglob("*.md"))


@pytest.mark.parametrize(("path", "found"), declared(), ids=lambda value: value.name if isinstance(value, Path) else "")
def test_a_document_declares_known_keys_and_a_type(path: Path, found: dict[str, Any]) -> None:
    assert set(found) <= KEYS
    assert "source_type" in found
    assert found.get("language") in LANGUAGES
    start, end = found.get("valid_from"), found.get("valid_to")
    assert start is None or isinstance(start, date)
    assert end is None or start < end


def test_a_manifest_and_a_sidecar_name_files_that_are_there() -> None:
    for manifest in CORPUS.rglob("manifest.yaml"):
        named = set(yaml.safe_load(manifest.read_text(encoding="utf-8"))) - {"defaults"}
        assert all((manifest.parent / name).is_file() for name in named)
    for sidecar in CORPUS.rglob("*.meta.yaml"):
        stem = sidecar.name.removesuffix(".meta.yaml")
        assert [path for path in sidecar.parent.glob(f"{stem}.*") if path.suffix != ".yaml"]


def test_the_refund_policy_has_its_two_revisions_in_both_languages() -> None:
    for language, shown in (("es", ("30 días", "14 días")), ("en", ("30 days", "14 days"))):
        for label, start, value in zip("AB", ("2025-01-01", "2026-03-01"), shown, strict=True):
            path = CORPUS / "policies" / f"refund-{language}-{start}.md"
            found = metadata(path)
            assert (found["uri"], found["revision"]) == (f"policy/refund.{language}", label)
            assert found["valid_from"].isoformat() == start
            assert re.search(rf"^(Plazo de reembolso|Refund window): {value}$", path.read_text(encoding="utf-8"), re.M)


def test_one_reference_dangles_and_its_other_end_comes_late() -> None:
    here = {found.get("uri") for path, found in declared() if CORPUS in path.parents}
    late = {found.get("uri") for path, found in declared() if CORPUS not in path.parents}
    named = {
        found[key]
        for path, found in declared()
        if CORPUS in path.parents
        for key in ("replaces", "replaced_by")
        if key in found
    }
    assert named - here == {"policy/cold-rooms"}
    assert named - here <= late


def test_the_two_price_lists_disagree_on_blueberries_and_agree_on_lemons() -> None:
    from openpyxl import load_workbook

    with (CORPUS / "prices" / "price-list-2026-02-01.csv").open(encoding="utf-8", newline="") as file:
        general = {row["Code"]: row["Price per box"] for row in csv.DictReader(file)}
    sheet = load_workbook(CORPUS / "prices" / "distributor-prices.xlsx").active
    distributors = {row[0]: row[2] for row in sheet.iter_rows(min_row=2, values_only=True)}
    assert general["VS-ARA-125"] != distributors["VS-ARA-125"]
    assert general["VS-LIM-048"] == distributors["VS-LIM-048"]
    assert (general["VS-TAN-750"][-3:], distributors["VS-TAN-750"][-3:]) == ("USD", "EUR")


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["id"])
def test_a_question_is_asked_and_explained_in_both_languages(question: dict[str, Any]) -> None:
    assert set(question) <= {"id", "ask", "shows", "expect", "valid_at", "level", "groups"}
    assert set(question["ask"]) == set(question["shows"]) == set(LANGUAGES)
    expect = question["expect"]
    assert set(expect) <= {"abstained", "says", "cites", "held_back"}
    known = {found.get("uri") for _, found in declared()}
    assert set(expect.get("cites", ())) | {item["uri"] for item in expect.get("held_back", ())} <= known


def test_the_demo_shows_each_thing_it_is_for() -> None:
    assert any("abstained" in question["expect"] for question in QUESTIONS)
    assert any("valid_at" in question for question in QUESTIONS)
    assert any("held_back" in question["expect"] for question in QUESTIONS)
    assert any("groups" in question for question in QUESTIONS)


@pytest.mark.parametrize(("order", "age"), [("1042", 20), ("1043", 5), ("1044", 14)])
def test_an_order_is_as_old_as_it_says(orders: tuple[str, date], order: str, age: int) -> None:
    url, today = orders
    answer = httpx.get(f"{url}/orders/{order}").json()
    assert answer["id"] == order
    assert date.fromisoformat(answer["purchased_on"]) == today - timedelta(days=age)
    assert set(answer["total"]) == {"amount", "currency"}


@pytest.mark.parametrize("path", ["/orders/9999", "/orders/", "/orders/1042/x", "/", "/x/orders/1042"])
def test_an_unknown_order_is_not_found(orders: tuple[str, date], path: str) -> None:
    answer = httpx.get(f"{orders[0]}{path}")
    assert answer.status_code == 404
    assert json.loads(answer.text) == {"error": "no such order"}
