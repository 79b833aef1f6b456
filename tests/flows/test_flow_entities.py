"""Which names are one, from a merge to its end: by the same calls as every command."""

from __future__ import annotations

from dataclasses import replace

import pytest

from contract.access import Principal
from contract.errors import NotFound, RequestError
from contract.evidence import Abstention
from contract.merges import MergeRule
from service import entities
from service.entity_shapes import entity
from service.inbox import inbox
from service.inbox.inbox import Asked, Status
from tests.flows.conftest import OpenDesk, Shell
from tests.flows.desk import Desk

QUESTION = "What is the shelf life of ALM-25?"


def sheet(name: str, days: int, *, level: int = 0) -> str:
    return (
        f"---\ntitle: Sheet of {days}\nsource_type: product_sheet\nlanguage: en\nvalid_from: 2026-01-01\nlevel: {level}\n---\n"
        f"# Sheet\n\n| Product | Shelf life |\n|---|---|\n| {name} | {days} days |\n"
    )


def ana(here: Desk, level: int = 0) -> Principal:
    return Principal(here.tenant, "ana", level)


def names(here: Desk, what: str, reader: Principal | None = None, known_at: int | None = None) -> list[list[str]]:
    found = entities.show(here.product, reader or ana(here), what, None, known_at)
    return [[member.name for member in each.identity.members] for each in found]


def test_a_merge_is_known_from_its_day_makes_a_conflict_and_is_taken_back(small: OpenDesk) -> None:
    here = small()
    here.write("a.md", sheet("ALM-25", 300))
    here.write("b.md", sheet("Marcona almonds", 360))
    assert not here.ingest().failed
    asked = Asked(replace(ana(here)))
    assert "300 days" in here.ask(QUESTION).text
    before = here.clock()
    here.clock.go("2026-09-02")
    done = entities.merge(here.product, ana(here), "ALM-25", "Marcona almonds", "one crop")
    assert [member.name for member in done.identity.members] == ["Marcona almonds", "ALM-25"]
    (told,) = entity(done)["merges"]
    assert (told["name"], told["of"], told["by"], told["note"]) == ("ALM-25", "Marcona almonds", "ana", "one crop")
    assert told["known_at"] == "2026-09-02"
    assert here.ask(QUESTION).abstained is Abstention.UNRESOLVED_CONFLICT
    (one,) = inbox.conflicts(here.product, asked, (Status.OPEN,))
    assert len(one.members) == 2
    assert names(here, "ALM-25", known_at=before) == [["ALM-25"]]
    assert "300 days" in here.ask(QUESTION, known_at="2026-09-01T18:00:00Z").text
    again = entities.merge(here.product, ana(here), "Marcona almonds", "ALM-25")
    assert again.identity == done.identity, "what is one already stays as it is"

    here.clock.go("2026-09-03")
    entities.split(here.product, ana(here), "ALM-25", "Marcona almonds", "two crops")
    assert names(here, "ALM-25") == [["ALM-25"]]
    assert "300 days" in here.ask(QUESTION).text
    assert inbox.conflicts(here.product, asked, (Status.OPEN,)) == ()
    with pytest.raises(NotFound, match="not one"):
        entities.split(here.product, ana(here), "ALM-25", "Marcona almonds")


def test_what_a_text_and_the_form_of_a_name_say_is_shown_with_its_reason(small: OpenDesk) -> None:
    here = small()
    here.write("a.md", "# Agencies\n\nThe European Medicines Agency (EMA) approves medicines.\n")
    here.write("b.md", "# EMA\n\nEMA has its seat in Amsterdam.\n")
    here.write("c.md", sheet("Halden Foods S.A.", 20))
    here.write("d.md", sheet("Halden Foods SA", 30, level=2))
    assert not here.ingest().failed
    (agency,) = entities.show(here.product, ana(here), "EMA")
    assert agency.identity.entity.name == "European Medicines Agency"
    assert {entry.rule for entry in agency.identity.merges} == {MergeRule.ALIAS}
    assert {each["uri"] for each in entity(agency)["merges"]} == {"a.md"}
    assert names(here, "Halden Foods S.A.") == [["Halden Foods S.A."]]
    assert names(here, "Halden Foods S.A.", ana(here, 2)) == [["Halden Foods S.A.", "Halden Foods SA"]]
    with pytest.raises(NotFound, match="Halden Foods SA"):
        entities.show(here.product, ana(here), "Halden Foods SA")
    entities.split(here.product, ana(here, 2), "Halden Foods SA", "Halden Foods S.A.")
    assert names(here, "Halden Foods SA", ana(here, 2)) == [["Halden Foods SA"]]
    with pytest.raises(RequestError, match="one name"):
        entities.split(here.product, ana(here), "EMA", "ema")
    with pytest.raises(NotFound, match="nobody"):
        entities.merge(here.product, ana(here), "EMA", "nobody")


def test_the_commands_say_and_show_the_same(small: OpenDesk, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    here = small()
    here.write("a.md", sheet("ALM-25", 300))
    here.write("b.md", sheet("Marcona almonds", 360))
    here.ingest()
    monkeypatch.setenv("VIGENTE_STORE", here.product.settings.store)
    monkeypatch.setenv("VIGENTE_TENANT", here.tenant)
    (done,) = shell("entities", "merge", "ALM-25", "Marcona almonds", "--note", "one", "--by", "luis", "--json").json[
        "entities"
    ]
    assert [each["name"] for each in done["aliases"]] == ["ALM-25"]
    shown = shell("entities", "show", "ALM-25")
    assert shown.code == 0
    assert "luis" in shown.out
    assert len(shell("entities", "split", "ALM-25", "Marcona almonds", "--json").json["entities"]) == 2
    shell("entities", "show", "nobody").refused(2)
