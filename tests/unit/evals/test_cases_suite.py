"""The written cases: they are whole, a small run prints a table a layer, and a fault moves its own layer's measures alone."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assembly.assemble import AssemblyRequest, assemble
from contract.evidence import (
    Citation,
    Claim,
    Evidence,
    EvidencePacket,
    HeldBack,
    Located,
    Reason,
    Resolution,
    Verdict,
)
from contract.watching import Watch
from evals.claims import Quoted, carries, judged
from evals.datasets.cases import Cases, Expected, Needed, read
from evals.measures import Judged
from evals.records import DataError, Options
from evals.run import main
from evals.suites.cases import DATA, run
from grounding.ground import Grounded, ground
from retrieval.retrieve import Retrieval, retrieve

ROOT = Path(__file__).parents[3]

TINY = Path(__file__).with_name("tiny_cases")


@pytest.fixture(scope="module")
def written() -> Cases:
    return read(DATA, ROOT)


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("work")


@pytest.fixture(scope="module")
def whole(work: Path) -> Mapping[str, float]:
    """The measures without a fault."""
    result = run(TINY, Options(work))
    assert result.misses == ()
    return result.measures


# -- the cases ------------------------------------------------------------------------------------------------------
def test_there_are_enough_in_both_languages(written: Cases) -> None:
    languages = [case.language for corpus in written.corpora for case in corpus.cases]
    assert len(languages) >= 120
    assert 0.4 <= languages.count("es") / len(languages) <= 0.6


def test_every_rung_and_every_reason_is_expected_of_some_case(written: Cases) -> None:
    expected = [case.expected for corpus in written.corpora for case in corpus.cases]
    outcomes = {each.conflict.outcome for each in expected if each.conflict}
    assert outcomes == {rung.value for rung in Resolution if rung is not Resolution.DISJOINT} | {"none"}
    assert {"rung: disjoint"} <= {case.family for corpus in written.corpora for case in corpus.cases}
    assert set().union(*(each.declined for each in expected)) == {
        "no_evidence", "below_threshold", "unresolved_conflict", "live_read_failed", "unsupported", "any",
    }  # fmt: skip


def test_a_reference_of_a_case_is_to_a_document_of_its_corpus(written: Cases) -> None:
    """Folders bring their own documents: there only those of the live source and of the files are known here."""
    for corpus in written.corpora:
        known = {(one.uri, one.metadata.get("revision")) for one in corpus.documents}
        known |= {(uri, None) for uri, _ in known} | {("live", None)}
        for case in corpus.cases if corpus.folder is None else ():
            expected = case.expected
            sides = expected.conflict.members if expected.conflict else frozenset()
            named = expected.needed | expected.stale | expected.hidden | expected.lesser | sides
            assert named <= known, (case.id, named - known)


# -- a small run ----------------------------------------------------------------------------------------------------
def test_a_run_prints_a_table_a_layer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], work: Path, tmp_path: Path
) -> None:
    words = ["run", "cases", "--data", str(TINY), "--out", str(tmp_path), "--work", str(work), "--limit", "4"]
    monkeypatch.setattr(sys, "argv", ["evals", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    said = capsys.readouterr().out
    assert all(f"n = 4 · {layer}" in said for layer in ("retrieval", "assembly", "grounding"))
    (kept,) = tmp_path.glob("cases-*.json")
    assert json.loads(kept.read_text(encoding="utf-8"))["n"] == 4


def test_a_suite_without_data_of_its_own_asks_for_a_folder(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["evals", "run", "multihop"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "has no data of its own" in capsys.readouterr().err


# -- a fault in one layer -------------------------------------------------------------------------------------------
def loses_its_best(*arguments: Any, **named: Any) -> Retrieval:
    found = retrieve(*arguments, **named)
    return replace(found, candidates=found.candidates[1:])


def also(packet: EvidencePacket, found: tuple[Located, ...]) -> EvidencePacket:
    """The packet with further pieces in it."""
    if packet.abstained or not packet.evidence:
        return packet
    like = packet.evidence[0]
    more = [_piece(like, at, len(packet.evidence) + number) for number, at in enumerate(found, start=1)]
    return replace(packet, evidence=(*packet.evidence, *more))


def _piece(like: Evidence, at: Located, number: int) -> Evidence:
    return replace(
        like,
        evidence_id=at.passage.id,
        doc=f"DOC_{number}",
        uri=at.revision.uri,
        revision=at.revision.metadata.revision,
        text=at.passage.shown,
        facts=(),
        observation=None,
    )


def admits_the_lapsed(request: AssemblyRequest, watch: Watch) -> EvidencePacket:
    lapsed = request.lapsed_view.located(each.passage_id for each in request.lapsed)
    return also(assemble(request, watch), lapsed)


def admits_who_may_not_decide(request: AssemblyRequest, watch: Watch) -> EvidencePacket:
    packet = assemble(request, watch)
    without = [held.passage_id for held in packet.held_back if held.reason is Reason.NOT_AUTHORISED]
    return also(packet, request.view.located(without))


def tells_of_the_hidden(request: AssemblyRequest, watch: Watch) -> EvidencePacket:
    packet = assemble(request, watch)
    return replace(packet, held_back=(HeldBack("p", "policy/staff", None, "freshness", Reason.NOT_YET),))


def loses_the_strongest(request: AssemblyRequest, watch: Watch) -> EvidencePacket:
    packet = assemble(request, watch)
    return replace(packet, evidence=packet.evidence[1:])


def cites_another_span(*arguments: Any, **named: Any) -> Grounded:
    done = ground(*arguments, **named)
    claims = [replace(one, citations=tuple(replace(link, end=link.start + 2) for link in one.citations))
              for one in done.claims]  # fmt: skip
    return replace(done, claims=tuple(claims))


def claims_what_nobody_said(*arguments: Any, **named: Any) -> Grounded:
    done = ground(*arguments, **named)
    if not done.claims:
        return done
    made_up = Claim("c9", "Every customer gets 500 EUR as a gift.", done.claims[0].citations, Verdict.SUPPORTED, 1.0)
    return replace(done, claims=(*done.claims, made_up))


def never_declines(packet: EvidencePacket, **named: Any) -> Grounded:
    return replace(ground(packet, **named), abstained=None)


@pytest.mark.parametrize(
    ("stage", "fault", "moved"),
    [
        ("retrieve", loses_its_best, {"retrieval.recall@1", "retrieval.recall@10"}),
        ("assemble", admits_the_lapsed, {"assembly.stale_admission"}),
        ("assemble", admits_who_may_not_decide, {"assembly.authority_error"}),
        ("assemble", tells_of_the_hidden, {"assembly.acl_violation"}),
        ("assemble", loses_the_strongest, {"assembly.required_kept"}),
        ("ground", cites_another_span, {"grounding.citation_precision", "grounding.citation_completeness"}),
        ("ground", claims_what_nobody_said, {"grounding.supported", "grounding.unsupported"}),
        ("ground", never_declines, {"grounding.refusal_accuracy"}),
    ],
)
def test_a_fault_moves_its_own_layer(
    monkeypatch: pytest.MonkeyPatch,
    work: Path,
    whole: Mapping[str, float],
    stage: str,
    fault: Callable[..., object],
    moved: set[str],
) -> None:
    """Where a fault leaves nothing to judge a later layer by, the measure is not there: it does not move."""
    monkeypatch.setattr(f"service.ask.{stage}", fault)
    faulty = run(TINY, Options(work)).measures
    changed = {name for name, value in faulty.items() if value != whole[name]}
    assert moved <= changed
    layer = next(iter(moved)).partition(".")[0]
    assert {name.partition(".")[0] for name in changed} == {layer}


# -- the judge of claims --------------------------------------------------------------------------------------------
PIECE = Quoted("e1", ("notice/hours", None), "The shop opens at 9:30. It closes at 18:00.", "en")


def claim(text: str, start: int, end: int) -> Claim:
    return Claim("c1", text, (Citation("e1", "DOC_1", start, end),))


@pytest.mark.parametrize(
    ("made", "right"),
    [
        (claim("The shop opens at 9:30.", 0, 23), Judged(True, False, (True,))),
        (claim("The shop opens at 9:30.", 24, 43), Judged(True, False, (False,))),
        (claim("The shop opens at 8:30.", 0, 23), Judged(False, True, (False,))),
        (claim("Dogs are welcome.", 0, 23), Judged(False, False, (False,))),
    ],
)
def test_a_quoted_claim_is_judged_by_the_packet(made: Claim, right: Judged) -> None:
    assert judged([made], [PIECE], Expected(), derived=False) == [right]


def test_a_derived_claim_is_judged_by_the_case() -> None:
    expected = Expected(
        gold=(Needed(frozenset({("notice/hours", None)}), "9:30"),), says=("opens in 20 minutes",), says_not=("closed",)
    )
    made = [
        claim("It opens in 20 minutes.", 0, 23),
        claim("It opens in 20 minutes.", 24, 43),
        claim("It is closed.", 0, 23),
    ]
    assert judged(made, [PIECE], expected, derived=True) == [
        Judged(True, False, (True,)),
        Judged(True, False, (False,)),
        Judged(False, True, (True,)),
    ]


def test_a_text_carries_a_claim_with_all_its_numbers() -> None:
    assert carries("Es obligatorio el plazo de 14 días.", "El plazo es de 14 días", "es")
    assert not carries("Es obligatorio el plazo de 15 días.", "El plazo es de 14 días", "es")
    assert not carries("Nada de eso.", "", "es")


# -- another form ---------------------------------------------------------------------------------------------------
CASE = "- {corpus: x, language: en, cases: [%s]}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[]", "holds no cases"),
        ("{}", "should be a list"),
        ("- {language: en, cases: []}", "'corpus' should be a text"),
        ("- {corpus: x, language: en, casos: []}", "'casos' is not known"),
        (CASE % "{id: a, family: f, ask: q, expect: {}}", "expects nothing"),
        (CASE % "{id: a, family: f, ask: q, expect: {says: [a]}}", "expects nothing"),
        (CASE % "{id: a, family: f, ask: q, valid_at: soon, expect: {declined: any}}", "'soon' is not a date"),
        (CASE % "{id: a, family: f, ask: q, live: maybe, expect: {declined: any}}", "live 'maybe' is not known"),
        (CASE % "{id: a, family: f, ask: q, expect: {declined: any}}, {id: a, family: f, ask: q, expect: {declined: any}}",
         "two cases named 'x-en-a'"),
        ("- {corpus: x, language: en, documents: [{uri: u}], cases: []}", "'title' should be a text"),
        ("- {corpus: x, language: en, documents: [{uri: u, file: nowhere.md}], cases: []}", "nowhere.md is not there"),
        ("- [", "cannot be read as YAML"),
    ],
)  # fmt: skip
def test_another_form_is_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "cases.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=said):
        read(tmp_path, ROOT)
