"""Each measure on values worked out by hand."""

from __future__ import annotations

import math

import pytest

from evals import measures, triad
from evals.measures import Judged

FOUND = ["x", "a", "y", "b", "z"]
A1, A2, B1, C1 = ("a", "1"), ("a", "2"), ("b", "1"), ("c", None)


def test_the_mean_leaves_out_what_is_not_defined() -> None:
    assert measures.mean([1.0, None, False]) == 0.5
    assert measures.mean([None]) is None
    assert measures.table({"one": 1 / 3, "none": None}) == {"one": 0.3333}


def test_recall_at_k() -> None:
    assert measures.recall_at_k({"a", "b"}, FOUND, 2) == 0.5
    assert measures.recall_at_k({"a", "b"}, FOUND, 4) == 1.0
    assert measures.recall_at_k({"a", "b"}, [], 4) == 0.0
    assert measures.recall_at_k(set(), FOUND, 4) is None


def test_all_at_k() -> None:
    assert measures.all_at_k({"a", "b"}, FOUND, 3) == 0.0
    assert measures.all_at_k({"a", "b"}, FOUND, 4) == 1.0
    assert measures.all_at_k({"a"}, [], 5) == 0.0


def test_reciprocal_rank() -> None:
    assert measures.mrr({"a", "b"}, FOUND) == 0.5
    assert measures.mrr({"b"}, FOUND) == 0.25
    assert measures.mrr({"absent"}, FOUND) == 0.0


def test_ndcg() -> None:
    """DCG: a (gain 2) at rank 2, b (1) at rank 4; the best order has them at 1 and 2."""
    best = 2 + 1 / math.log2(3)
    found = 2 / math.log2(3) + 1 / math.log2(5)
    assert measures.ndcg_at_k({"a": 2.0, "b": 1.0}, FOUND, 10) == pytest.approx(found / best)
    assert measures.ndcg_at_k({"a": 2.0, "b": 1.0}, FOUND, 2) == pytest.approx(2 / math.log2(3) / best)
    assert measures.ndcg_at_k({"a": 1.0}, ["a", "a"], 10) == 1.0
    assert measures.ndcg_at_k({"a": 1.0}, [], 10) == 0.0
    assert measures.ndcg_at_k({}, FOUND, 10) is None


def test_identifiers_stand_whole() -> None:
    texts = ["See fs.readFile for it.", "El artículo 14-B rige."]
    assert measures.identifier_coverage(["fs.readFile", "ARTICULO 14-B"], texts) == 1.0
    assert measures.identifier_coverage(["fs.read", "14-B"], texts) == 0.5
    assert measures.identifier_coverage([], texts) is None


def test_what_the_scope_blocks() -> None:
    assert measures.blocked_share([A1, A2, B1, C1], {A1, B1, C1}) == 0.25
    assert measures.blocked_share([], {A1}) is None


def test_stale_admission() -> None:
    assert measures.stale_admission([A1, A2], {A1}) == 0.5
    assert measures.stale_admission([], {A1}) is None


def test_authority_error() -> None:
    assert measures.authority_error([A2, B1, B1], {A2}) == pytest.approx(2 / 3)
    assert measures.authority_error([A2], {A2}) == 0.0
    assert measures.authority_error([B1], set()) is None


def test_conflicts_seen_and_settled() -> None:
    expected = [{A1, B1}, {A2, C1}]
    assert measures.conflict_recall(expected, [{A1, B1, C1}]) == 0.5
    assert measures.conflict_recall(expected, []) == 0.0
    assert measures.conflict_recall([], [{A1, B1}]) is None
    settled = {"window": "governs", "price": "unresolved"}
    assert measures.resolution_accuracy(settled, {"window": "governs", "price": "live"}) == 0.5
    assert measures.resolution_accuracy(settled, {}) == 0.0


def test_one_hidden_thing_is_a_violation() -> None:
    assert measures.acl_violations([A1, B1], {B1}) == 1.0
    assert measures.acl_violations([A1], {B1}) == 0.0
    assert measures.acl_violations([], {B1}) == 0.0


def test_redundancy_minds_numbers() -> None:
    said = "Refunds are paid within 14 days of the request."
    assert measures.redundancy([said, "Refunds are paid within 30 days of the request."], "en") == 0.0
    assert measures.redundancy([said, said], "en") == 0.5
    assert measures.redundancy([said, "Refunds are paid within 14 days."], "en") == 0.5
    assert measures.redundancy([], "en") is None


def test_required_evidence_kept() -> None:
    assert measures.required_kept({A1, B1}, [A1, C1]) == 0.5
    assert measures.required_kept({A1}, []) == 0.0
    assert measures.required_kept(set(), [A1]) is None


CLAIMS = (
    Judged(True, citations=(True, False)),
    Judged(True, citations=(True,)),
    Judged(False, citations=(False,)),
    Judged(False, contradicted=True),
)


def test_claims_and_their_citations() -> None:
    assert measures.supported_share(CLAIMS) == 0.5
    assert measures.citation_precision(CLAIMS) == 0.5
    assert measures.citation_completeness(CLAIMS) == 0.5
    assert measures.unsupported_share(CLAIMS) == 0.25
    assert measures.contradicted_share(CLAIMS) == 0.25
    assert measures.supported_share(()) is None
    assert measures.citation_precision((Judged(True),)) is None
    assert measures.citation_completeness((Judged(True),)) == 0.0


def test_right_refusals() -> None:
    assert measures.refusal_accuracy([(True, True), (False, False), (False, True), (True, False)]) == 0.5


def test_sets() -> None:
    assert measures.precision({"a", "b"}, {"b", "c", "d"}) == 0.5
    assert measures.recall({"a", "b"}, {"b", "c", "d"}) == pytest.approx(1 / 3)
    assert measures.f1(0.5, 1 / 3) == pytest.approx(0.4)
    assert measures.precision(set(), {"b"}) is None
    assert measures.f1(None, 0.0) == 0.0
    assert measures.f1(0.5, None) is None


def test_area_under_the_curve() -> None:
    """Of the six pairs, (.9, .1), (.9, .5), (.5, .1), (.3, .1) are right, (.5, .5) is a tie, (.3, .5) is wrong."""
    assert measures.auc([0.9, 0.5, 0.3], [0.1, 0.5]) == pytest.approx(4.5 / 6)
    assert measures.auc([0.9], []) is None


def test_an_answer_stands_as_whole_words() -> None:
    assert measures.contains_answer("En los siglos X y XI.", ["siglos x Y xi"])
    assert not measures.contains_answer("In 1308 there was", ["308"])
    assert not measures.contains_answer("anything", [""])


CONTEXT = ["Refunds are paid within 14 days of the request. Gift cards are not refunded.", "Shops open at nine."]


def test_faithfulness() -> None:
    assert triad.faithfulness("Refunds are paid within 14 days.", CONTEXT, "en") == 1.0
    assert triad.faithfulness("Refunds are paid within 30 days.", CONTEXT, "en") == 0.0
    assert triad.faithfulness("Shops open at nine. Managers decide on exceptions.", CONTEXT, "en") == 0.5
    assert triad.faithfulness("", CONTEXT, "en") is None


def test_answer_relevance() -> None:
    """Asked: refund, gift, card. The answer has two of three."""
    assert triad.answer_relevance("Are gift cards refunded?", "Gift cards expire.", "en") == pytest.approx(2 / 3)
    weighed = triad.answer_relevance("Are gift cards refunded?", "Gift cards expire.", "en", {"refund": 3.0})
    assert weighed == pytest.approx(2 / 5)
    assert triad.answer_relevance("Are gift cards refunded?", "Gift cards …", "en", declined=True) == 0.0
    assert triad.answer_relevance("What is it?", "Gift cards.", "en") is None


def test_context_precision() -> None:
    """Relevant at ranks 2 and 4: (1/2 + 2/4) / 2."""
    assert triad.context_precision({"a", "b"}, FOUND) == 0.5
    assert triad.context_precision({"x"}, FOUND) == 1.0
    assert triad.context_precision({"absent"}, FOUND) == 0.0
    assert triad.context_precision(set(), FOUND) is None


def test_context_recall() -> None:
    reference = "Refunds are paid within 14 days. Shops open at eight."
    assert triad.context_recall(reference, CONTEXT, "en") == 0.5
