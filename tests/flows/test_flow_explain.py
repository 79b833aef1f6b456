"""Why and why not, what time changed, a trace run again, and an ingestion tried before it is done."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from contract.access import Principal
from contract.errors import NotFound, RequestError
from contract.time import parse
from service.ask import AskRequest, ask
from service.demo import EXAMPLES
from service.explain.difference import Axis, Cause, Difference, Happened, difference
from service.explain.effects import effects
from service.explain.preview import preview
from service.explain.replay import replay, trace_of
from service.explain.why import About, why
from service.explain.whynot import Fate, WhyNot, why_not
from service.inbox.inbox import Status
from service.ingestion.ingest import IngestOptions, ingest
from service.ingestion.intake import collect
from service.scoping import operator
from tests.flows.conftest import OpenDesk
from tests.flows.desk import Desk, policy

WINDOW = "¿Cuál es el plazo de reembolso?"
SPANISH = "policy/refund.es"
NAMES = {"Andes Fruit S.A.", "Andes Fruit SA"}


def reader(here: Desk, level: int = 0, *groups: str) -> Principal:
    return Principal(here.tenant, "test", level, frozenset(groups))


def differing(here: Desk, question: str, start: str, end: str, axis: Axis = Axis.VALID, **fixed: str) -> Difference:
    points = {name: parse(when) for name, when in fixed.items()}
    request = replace(AskRequest(question, reader(here)), **points)  # type: ignore[arg-type]
    return difference(here.product, request, parse(start), parse(end), axis)


def missing(here: Desk, question: str, uri: str, *, valid_at: str | None = None, level: int = 0) -> WhyNot:
    at = None if valid_at is None else parse(valid_at)
    return why_not(here.product, AskRequest(question, reader(here, level), at), uri)


# -- what time changed ----------------------------------------------------------------------------------------------
def test_a_difference_names_the_supersession_that_changed_the_answer(corpus: Desk) -> None:
    found = differing(corpus, WINDOW, "2026-01-01", "2026-09-30")
    assert "30 días" in found.before.text
    assert "14 días" in found.after.text
    assert found.causes == (
        Cause(Happened.SUPERSEDED, SPANISH, "A", parse("2026-03-01"), None, SPANISH, "B", "revision"),
    )
    assert (len(found.lost), len(found.gained)) == (1, 1)


def test_the_causes_are_the_same_whichever_point_comes_first(corpus: Desk) -> None:
    there = differing(corpus, WINDOW, "2026-01-01", "2026-09-30")
    back = differing(corpus, WINDOW, "2026-09-30", "2026-01-01")
    assert (back.causes, back.lost, back.gained) == (there.causes, there.gained, there.lost)


def test_nothing_came_between_two_points_of_one_rule(corpus: Desk) -> None:
    found = differing(corpus, WINDOW, "2026-04-01", "2026-08-01")
    assert found.same
    assert not found.causes


def test_on_the_known_axis_a_difference_names_the_ingestion(small: OpenDesk) -> None:
    here = small()
    for known, label, start, days in (("2026-01-10", "A", "2025-01-01", 30), ("2026-06-10", "B", "2026-02-01", 14)):
        here.clock.go(known)
        here.ingest(here.write(f"{label}.md", policy("policy/refund", label, start, days)))
    here.clock.go("2026-09-01")
    question = "What is the refund window?"
    found = differing(here, question, "2026-03-01", "2026-08-01", Axis.KNOWN, valid_at="2026-05-01")
    assert ("30 days" in found.before.text, "14 days" in found.after.text) == (True, True)
    told = [(cause.happened, cause.label, cause.at) for cause in found.causes]
    assert (Happened.INGESTED, "B", parse("2026-06-10")) in told
    assert (Happened.SUPERSEDED, "A", parse("2026-06-10")) in told


# -- why not --------------------------------------------------------------------------------------------------------
def test_a_source_that_carries_the_answer_is_said_to(corpus: Desk) -> None:
    assert missing(corpus, WINDOW, SPANISH).fate is Fate.CITED


def test_a_forum_is_dropped_by_what_governs(corpus: Desk) -> None:
    found = missing(corpus, WINDOW, "forum/refunds.es")
    assert found.fate is Fate.DROPPED
    assert (found.pieces[0].stage, found.pieces[0].reason) == ("conflicts", "governs")


def test_what_is_not_in_force_is_told_with_its_times(corpus: Desk) -> None:
    found = missing(corpus, WINDOW, SPANISH, valid_at="2024-01-01")
    assert found.fate is Fate.NOT_IN_FORCE
    assert [line.revision.metadata.revision for line in found.lines] == ["A", "B"]


def test_a_source_of_other_words_was_not_proposed_or_too_far(corpus: Desk) -> None:
    found = missing(corpus, WINDOW, "product/tannat")
    assert found.fate in (Fate.NOT_PROPOSED, Fate.DROPPED)
    assert not any(piece.words for piece in found.pieces)


@pytest.mark.parametrize("uri", ["policy/unknown", "legal/settlement"])
def test_hidden_and_absent_look_alike(corpus: Desk, uri: str) -> None:
    with pytest.raises(NotFound) as refusal:
        missing(corpus, WINDOW, uri)
    assert (
        str(refusal.value).replace(uri, "…") == "no source '…' here; 'vigente search' shows the URIs of what it finds"
    )


# -- why ------------------------------------------------------------------------------------------------------------
def test_an_answer_rests_on_words_a_revision_and_what_it_ended(corpus: Desk) -> None:
    answer = ask(corpus.product, AskRequest(WINDOW, reader(corpus)))
    found = why(corpus.product, reader(corpus), answer.trace_id)
    assert found.about is About.ANSWER
    (ground,) = found.grounds
    assert ground.claim == answer.claims[0].id
    assert ground.quoted == "Plazo de reembolso: 14 días"
    assert (ground.revision.uri, ground.revision.metadata.revision, ground.in_force) == (SPANISH, "B", True)
    assert [(edge.older.metadata.revision, edge.rule) for edge in ground.ended] == [("A", "revision")]
    fact = why(corpus.product, reader(corpus), ground.facts[0].fact.id)
    assert fact.about is About.FACT
    assert {one.revision.uri for one in fact.grounds} >= {SPANISH}
    revision = why(corpus.product, reader(corpus), ground.ended[0].older.id)
    assert revision.about is About.REVISION
    assert not revision.grounds[0].in_force
    assert [edge.newer.metadata.revision for edge in revision.grounds[0].ended_by] == ["B"]


def test_who_may_read_less_than_the_asker_is_told_nothing_of_the_answer(corpus: Desk) -> None:
    answer = ask(corpus.product, AskRequest(WINDOW, reader(corpus, 2, "legal")))
    assert trace_of(corpus.product, reader(corpus, 3, "legal", "board"), answer.trace_id).id == answer.trace_id
    for less in (reader(corpus, 1, "legal"), reader(corpus, 3), replace(reader(corpus, 3, "legal"), tenant="other")):
        with pytest.raises(NotFound):
            trace_of(corpus.product, less, answer.trace_id)
        with pytest.raises(NotFound):
            why(corpus.product, less, answer.trace_id)


# -- replay ---------------------------------------------------------------------------------------------------------
def test_the_same_state_of_the_store_gives_the_same_answer(small: OpenDesk) -> None:
    here = small()
    here.clock.go("2026-05-01")
    here.ingest(here.write("a.md", policy("policy/refund", "A", "2025-01-01", 30)))
    question = "What is the refund window?"
    trace = ask(here.product, AskRequest(question, reader(here))).trace_id
    again = replay(here.product, reader(here), trace, question)
    assert (again.same, again.changed, again.moved) == (True, (), ())
    here.clock.go("2026-06-01")
    here.ingest(here.write("b.md", policy("policy/refund", "B", "2025-06-01", 14)))
    later = replay(here.product, reader(here), trace, question)
    assert later.same, later.changed  # as known then
    assert [one.what for one in later.moved] == ["versions.commit"]
    here.product.store.delete(here.tenant, "policy/refund", here.clock(), purge=True)
    purged = replay(here.product, reader(here), trace, question)
    assert not purged.same
    assert "outcome.claims" in {one.what for one in purged.changed}


def test_a_replay_needs_the_very_words(corpus: Desk) -> None:
    trace = ask(corpus.product, AskRequest(WINDOW, reader(corpus))).trace_id
    with pytest.raises(RequestError, match="give the question again"):
        replay(corpus.product, reader(corpus), trace)
    with pytest.raises(RequestError, match="exactly as"):
        replay(corpus.product, reader(corpus), trace, WINDOW + " ")


# -- dry run --------------------------------------------------------------------------------------------------------
def test_a_dry_run_tells_exactly_what_the_ingestion_then_does(copied: Desk) -> None:
    late = collect([EXAMPLES / "late-arrivals"], families=True)
    options = IngestOptions(copied.tenant)
    before = copied.product.store.state()
    question = "¿Cuál era el plazo de reembolso el 2023-06-01?"
    copied.clock.go("2026-10-15")
    would = preview(copied.product, None, late, options, questions=[question, "What is the refund window?"])
    assert copied.product.store.state() == before
    done = ingest(copied.product, late, options)
    real = effects(copied.product, operator(copied.product, copied.tenant), done, before)
    assert would.report == done
    assert would.effects == real
    assert {(one.uri, one.label) for one in real.holds if one.by} >= {("law/640", None)}
    assert [one.question for one in would.turned] == [question]
    assert would.turned[0].after.text == copied.ask(question).text


def test_a_dry_run_tells_of_conflicts_and_of_names_that_become_one(small: OpenDesk) -> None:
    here = small()
    here.write("a.md", _sheet("sheet/a", 300, min(NAMES)))
    here.ingest(here.folder / "a.md")
    for name, uri, days, level in (("b", "sheet/b", 360, 0), ("secret", "sheet/secret", 90, 3)):
        here.write(f"{name}.md", _sheet(uri, days, max(NAMES), level))
    inputs, options = collect([here.folder / "b.md"], families=True), IngestOptions(here.tenant)
    before = here.product.store.state()
    here.clock.go("2026-10-15")
    would = preview(here.product, None, inputs, options).effects
    (contested,) = would.conflicts
    assert (contested.subject in NAMES, contested.predicate) == (True, "shelf_life")
    assert (contested.before, contested.after) == (None, Status.OPEN)
    assert [(each.value, each.unit) for each in contested.values] == [("300", "day"), ("360", "day")]
    assert [{each.name, *each.aliases} for each in would.merges] == [NAMES]
    done = ingest(here.product, inputs, options)
    assert effects(here.product, operator(here.product, here.tenant), done, before) == would

    since, hidden = here.product.store.state(), collect([here.folder / "secret.md"], families=True)
    here.clock.go("2026-10-16")
    seen = preview(here.product, None, hidden, options).effects.conflicts
    assert [(each.before, each.after, len(each.values)) for each in seen] == [(Status.OPEN, Status.OPEN, 3)]
    report = ingest(here.product, hidden, options)
    told = effects(here.product, reader(here), report, since)
    assert (told.holds, told.conflicts, told.merges) == ((), (), ()), "nothing hidden is told"


def _sheet(uri: str, days: int, maker: str, level: int = 0) -> str:
    return (
        f"---\nuri: {uri}\ntitle: Almonds\nsource_type: product_sheet\nlanguage: en\nvalid_from: 2026-01-01\nlevel: {level}\n"
        f"---\n# Almonds\n\n| Product | Shelf life |\n|---|---|\n| {maker} | {days} days |\n"
    )


def test_a_dry_run_reports_a_bad_document_and_writes_nothing(small: OpenDesk, tmp_path: Path) -> None:
    here = small()
    here.write("good.md", policy("policy/refund", "A", "2025-01-01", 30))
    here.write("bad.pdf", b"%PDF-1.4 nothing")
    would = preview(here.product, None, collect([here.folder], families=True), IngestOptions(here.tenant))
    assert [one.name.rpartition("/")[2] for one in would.report.failed] == ["bad.pdf"]
    assert {one.uri for one in would.effects.holds} == {"policy/refund"}
    assert here.product.store.state().commit == 0
