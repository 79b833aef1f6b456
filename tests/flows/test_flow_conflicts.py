"""A conflict from the day it is found to the day it is decided, opened again and over; by the same calls as every command."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from contract.access import Principal
from contract.errors import NotFound, RequestError
from contract.evidence import Abstention, Resolution
from contract.time import parse
from service.inbox import inbox
from service.inbox.finding import after_withdrawal, find
from service.inbox.history import Happened
from service.inbox.inbox import Asked, Conflict, Status
from service.inbox.metrics import metrics
from tests.flows.conftest import OpenDesk, Shell
from tests.flows.desk import Desk

QUESTION = "What is the shelf life of ALM-25?"
EVERYONE = Principal("demo", "ana")
STAFF = Principal("demo", "luis", 2)


def sheet(uri: str, days: int, *, level: int = 0, type_: str = "product_sheet", start: str = "2026-01-01") -> str:
    return (
        f"---\nuri: {uri}\ntitle: Almonds\nsource_type: {type_}\nlanguage: en\nvalid_from: {start}\nlevel: {level}\n---\n"
        f"# Almonds\n\n| Product | Shelf life |\n|---|---|\n| ALM-25 | {days} days |\n"
    )


def put(here: Desk, uri: str, days: int, **more: object) -> tuple[str, ...]:
    here.write(f"{uri}.md", sheet(uri, days, **more))  # type: ignore[arg-type]
    report = here.ingest(here.folder / f"{uri}.md")
    assert not report.failed
    return report.documents[0].conflicts


def only(here: Desk, reader: Principal = EVERYONE, *statuses: Status) -> Conflict:
    (found,) = inbox.conflicts(here.product, Asked(replace(reader, tenant=here.tenant)), statuses or tuple(Status))
    return found


def happened(one: Conflict) -> list[Happened]:
    return [event.what for event in one.history]


def test_a_conflict_lives_until_its_members_agree(small: OpenDesk) -> None:
    here = small()
    assert put(here, "a", 300) == ()
    here.clock.go("2026-09-02")
    (id_,) = put(here, "b", 360)
    one = only(here, EVERYONE, Status.OPEN)
    assert (one.id, one.subject, one.predicate) == (id_, "ALM-25", "shelf_life")
    assert [said.at.revision.uri for said, _ in one.members] == ["a", "b"]
    assert here.ask(QUESTION).abstained is Abstention.UNRESOLVED_CONFLICT

    asked = Asked(replace(EVERYONE, tenant=here.tenant))
    here.clock.go("2026-09-05")
    assert inbox.assign(here.product, asked, id_[:8], "luis").owner == "luis"
    with pytest.raises(RequestError, match="none of the values that are left"):
        inbox.resolve(here.product, asked, id_, value="200 days")
    decided = inbox.resolve(here.product, asked, id_, value="360 días", text="b is newer stock")
    assert (decided.status, decided.resolution) == (Status.DECIDED, Resolution.HUMAN)
    answer = here.ask(QUESTION)
    assert "360 days" in answer.text
    assert [each.resolution for each in answer.conflicts] == [Resolution.HUMAN]
    assert here.ask(QUESTION, known_at="2026-09-04").abstained is Abstention.UNRESOLVED_CONFLICT, "not yet decided then"

    here.clock.go("2026-09-06")
    assert put(here, "c", 330) == (id_,), "a new value among them"
    again = only(here, EVERYONE, Status.OPEN)
    assert (again.owner, again.since) == ("luis", here.clock.now)
    assert happened(again) == [Happened.FOUND, Happened.ASSIGNED, Happened.RESOLVED, Happened.REOPENED]
    here.product.store.delete(here.tenant, "c", here.clock.now)
    after_withdrawal(here.product, here.tenant, "c")
    assert only(here).status is Status.DECIDED, "exactly the values that it was decided over are left again"

    here.clock.go("2026-09-07")
    inbox.reopen(here.product, asked, id_, "not so sure")
    assert here.ask(QUESTION).abstained is Abstention.UNRESOLVED_CONFLICT
    put(here, "a", 360, start="2026-09-01")
    over = only(here)
    assert over.status is Status.CLOSED
    assert happened(over)[-1] is Happened.CLOSED
    found = metrics([over], here.clock.now)
    assert found.by_status["closed"] == 1
    assert found.oldest_days is None


def test_a_conflict_is_here_for_who_may_read_its_members(small: OpenDesk) -> None:
    here = small()
    put(here, "a", 300)
    put(here, "b", 360, level=2)
    assert only(here, STAFF).status is Status.OPEN
    asked = Asked(replace(EVERYONE, tenant=here.tenant))
    assert inbox.conflicts(here.product, asked, Status) == ()
    with pytest.raises(NotFound):
        inbox.conflict(here.product, asked, only(here, STAFF).id)
    inbox.resolve(here.product, Asked(replace(STAFF, tenant=here.tenant)), only(here, STAFF).id, members=["b"])
    put(here, "c", 360)
    mine = only(here, EVERYONE)
    assert mine.status is Status.OPEN, "what the staff decided was over what they alone may read"
    assert {event.by for event in mine.history} == {""}
    assert [said.at.revision.uri for said, _ in mine.members] == ["a", "c"]


def test_what_a_rung_settles_waits_for_nobody(small: OpenDesk) -> None:
    here = small()
    put(here, "sheet", 300)
    assert put(here, "mail", 360, type_="email") == ()
    one = only(here)
    assert (one.status, one.resolution) == (Status.SETTLED, Resolution.GOVERNS)
    with pytest.raises(RequestError, match="only an open one is decided"):
        inbox.resolve(here.product, Asked(replace(EVERYONE, tenant=here.tenant)), one.id, value="300 days")
    assert metrics([one], here.clock.now).by_rule["governs"] == 1
    assert find(here.product, here.tenant) == ()


def test_one_that_is_to_come_is_told_before_it_comes(small: OpenDesk) -> None:
    here = small()
    put(here, "a", 300)
    assert len(put(here, "b", 360, start="2026-12-01")) == 1
    one = only(here, EVERYONE, Status.OPEN)
    assert one.at == one.members[1][0].at.valid.start
    assert "300 days" in here.ask(QUESTION).text


def test_what_a_question_meets_is_kept_too(small: OpenDesk) -> None:
    """A conflict of a past day, of which no commit told: both sides were over by then."""
    here = small()
    for uri, days in (("a", 300), ("b", 360)):
        text = sheet(uri, days).replace("valid_from: 2026-01-01", "valid_from: 2025-01-01\nvalid_to: 2026-01-01")
        here.write(f"{uri}.md", text)
    here.ingest()
    assert inbox.conflicts(here.product, Asked(replace(EVERYONE, tenant=here.tenant)), Status) == ()
    assert here.ask(QUESTION, valid_at="2025-06-01").abstained is Abstention.UNRESOLVED_CONFLICT
    asked = Asked(replace(EVERYONE, tenant=here.tenant), parse("2025-06-01"))
    (one,) = inbox.conflicts(here.product, asked)
    inbox.resolve(here.product, asked, one.id, value="300 days")
    assert "300 days" in here.ask(QUESTION, valid_at="2025-06-01").text


def test_the_inbox_by_the_command_line(shell: Shell, tmp_path: Path) -> None:
    for name, days in (("a", 300), ("b", 360)):
        (tmp_path / f"{name}.md").write_text(sheet(name, days), encoding="utf-8")
    assert shell("ingest", tmp_path / "a.md", tmp_path / "b.md").code == 0
    (one,) = shell("conflicts", "list", "--json").json["conflicts"]
    id_ = one["conflict_id"]
    assert {member["value"] for member in one["members"]} == {"300 days", "360 days"}
    assert shell("conflicts", "resolve", id_, "--value", "1 day").refused(2)
    done = shell(
        "conflicts", "resolve", id_[:10], "--members", "b", "--note", "says the mill", "--by", "ana", "--json"
    ).json
    assert (done["status"], done["resolution"]) == ("decided", "human")
    assert [event["what"] for event in done["history"]] == ["found", "resolved"]
    assert "decidido: 360 días — says the mill" in shell("conflicts", "show", id_, LANG="es_ES.UTF-8").out
    assert shell("conflicts", "metrics", "--json").json["by_status"]["decided"] == 1
    assert shell("conflicts", "list", "--status", "nothing").code == 2
