"""Single stages over the real store: conflicts of a plain question, de-duplication, budget, relevance."""

from __future__ import annotations

from typing import Any

import pytest

from contract.evidence import Abstention, Behavior, FailedRead, Question, Reason
from contract.history import Act, ActKind
from contract.time import parse

SHEET = "# Limón\n\n- Vida útil: {}\n- Variedad: Eureka\n"


def asked(predicate: str, text: str = "What is the shelf life of the Limón?", language: str = "en") -> Question:
    return Question(text, language, ("shelf", "life", "limon", "vida"), predicates=(predicate,))


def test_an_unresolved_conflict_declines_and_names_both(base: Any) -> None:
    base.put("sheet/a", SHEET.format("60 días"), title="Limón", language="es")
    base.put("sheet/b", SHEET.format("45 días"), title="Limón", language="es")
    packet = base.ask(asked("shelf_life"))
    assert (packet.abstained, packet.behavior, packet.evidence) == (
        Abstention.UNRESOLVED_CONFLICT,
        Behavior.ABSTAIN,
        (),
    )
    (conflict,) = packet.conflicts
    assert (conflict.subject, conflict.resolution, len(conflict.stands)) == ("Limón", "unresolved", 2)


def test_values_that_agree_are_no_conflict_and_one_is_enough(base: Any) -> None:
    base.put("sheet/a", SHEET.format("14 días"), title="Limón", language="es")
    base.put("sheet/b", "# Lemon\n\n- Shelf life: two weeks\n", title="Limón", language="en")
    packet = base.ask(asked("shelf_life"))
    assert packet.abstained is None
    assert packet.conflicts == ()
    assert [item.uri for item in packet.evidence] == ["sheet/b"]
    assert [(item.uri, item.reason, item.by_uri) for item in packet.held_back] == [
        ("sheet/a", Reason.DUPLICATE, "sheet/b")
    ]


@pytest.mark.parametrize("values", [("30–60 días", "45 días"), ("45 días", "30–60 días")])
def test_of_values_that_agree_the_more_precise_one_answers(base: Any, values: tuple[str, str]) -> None:
    for place, value in enumerate(values):
        base.put(f"sheet/{place}", SHEET.format(value), title="Limón", language="es")
    packet = base.ask(asked("shelf_life", "¿Cuál es la vida útil del limón?", "es"))
    precise = f"sheet/{values.index('45 días')}"
    assert packet.conflicts == ()
    assert [item.uri for item in packet.evidence] == [precise]
    assert [(item.reason, item.by_uri) for item in packet.held_back] == [(Reason.DUPLICATE, precise)]


def test_what_another_source_replaced_is_a_settled_conflict(base: Any) -> None:
    base.put("sheet/a", SHEET.format("60 días"), title="Limón", language="es", valid_from="2024-01-01")
    base.put("sheet/b", SHEET.format("45 días"), title="Limón", language="es", valid_from="2025-01-01", level=1,
             acts=(Act(ActKind.REPLACE, "sheet/a"),))  # fmt: skip
    question = asked("shelf_life", "¿Cuál es la vida útil del limón?", "es")
    packet = base.ask(question, level=1)
    (conflict,) = packet.conflicts
    assert [item.uri for item in packet.evidence] == ["sheet/b"]
    assert (conflict.resolution, conflict.stands) == ("superseded", (packet.evidence[0].evidence_id,))
    assert [each.rule for each in conflict.removed] == ["superseded"]
    hidden = base.ask(question)
    assert (hidden.evidence, hidden.conflicts) == ((), ())
    before = base.ask(question, level=1, valid_at=parse("2024-06-01"))
    assert ([item.uri for item in before.evidence], before.conflicts) == (["sheet/a"], ())


def test_a_later_revision_of_one_source_is_no_conflict(base: Any) -> None:
    base.put("sheet/a", SHEET.format("60 días"), title="Limón", language="es", valid_from="2024-01-01")
    base.put("sheet/a", SHEET.format("45 días"), title="Limón", language="es", valid_from="2025-01-01")
    packet = base.ask(asked("shelf_life", "¿Cuál es la vida útil del limón?", "es"))
    assert ([item.uri for item in packet.evidence], packet.conflicts) == (["sheet/a"], ())


def test_a_member_the_reader_may_not_read_makes_no_conflict(base: Any) -> None:
    base.put("sheet/a", SHEET.format("60 días"), title="Limón", language="es")
    base.put("sheet/b", SHEET.format("45 días"), title="Limón", language="es", level=2)
    assert base.ask(asked("shelf_life")).abstained is None
    assert base.ask(asked("shelf_life"), level=2).abstained is Abstention.UNRESOLVED_CONFLICT


def test_a_conflict_on_another_thing_does_not_matter(base: Any) -> None:
    base.put("sheet/a", SHEET.format("60 días"), title="Limón", language="es")
    base.put("sheet/b", SHEET.format("45 días"), title="Limón", language="es")
    base.put("sheet/c", "# Naranja\n\n- Vida útil: 30 días\n", title="Naranja", language="es")
    packet = base.ask(asked("shelf_life", "¿Cuál es la vida útil de la naranja?", "es"))
    assert (packet.abstained, packet.evidence[0].uri) == (None, "sheet/c")


def test_what_the_words_only_suggest_is_shown_on_both_sides(base: Any) -> None:
    base.put("sheet/a", SHEET.format("60 días"), title="Limón", language="es")
    base.put("sheet/b", SHEET.format("45 días"), title="Limón", language="es")
    question = Question("¿Qué vida tiene el limón?", "es", ("vid", "tien", "limon"))
    packet = base.ask(question)
    assert (packet.abstained, packet.behavior) == (None, Behavior.SHOW_BOTH)
    assert {item.uri for item in packet.evidence} == {"sheet/a", "sheet/b"}


def test_below_the_threshold_nothing_is_answered(base: Any) -> None:
    base.put("manual/a", "# Packing\n\nBoxes are stacked on pallets.\n", source_type="manual")
    question = Question("Who packs boxes?", "en", ("box", "pallet"))
    assert base.ask(question, answerability=0.29).abstained is Abstention.BELOW_THRESHOLD
    assert base.ask(question, answerability=0.31).abstained is None


def test_nothing_found_is_no_evidence(base: Any) -> None:
    assert base.ask(Question("Anything?", "en", ("anyth",))).abstained is Abstention.NO_EVIDENCE


def test_what_is_asked_by_name_is_relevant_whatever_the_score(base: Any) -> None:
    base.put("sheet/a", SHEET.format("60 días"), title="Limón", language="es")
    assert base.ask(asked("shelf_life"), answerability=0.0).abstained is None


def test_the_same_words_twice_are_one_piece(base: Any) -> None:
    text = "# Packing\n\nBoxes are stacked on pallets of 192 boxes, never higher than the door of the container.\n"
    base.put("manual/a", text, source_type="manual")
    base.put("policy/a", text.replace("never higher", "and never higher"), source_type="policy")
    base.put("manual/b", text.replace("192", "180"), source_type="manual")
    packet = base.ask(Question("How are boxes stacked?", "en", ("box", "stack", "pallet")))
    assert {item.uri for item in packet.evidence} == {"policy/a", "manual/b"}


def test_ten_low_pieces_never_push_out_one_that_governs(base: Any) -> None:
    for n in range(10):
        base.put(f"forum/{n}", f"# Forum {n}\n\nStacked boxes, boxes stacked {n} and boxes.\n", source_type="forum")
    base.put(
        "policy/boxes", "# Boxes\n\nThey are stacked by the foreman only, whatever the rest of the crew may say.\n"
    )
    question = Question("How are boxes stacked?", "en", ("box", "stack"))
    assert "policy/boxes" in {item.uri for item in base.ask(question, budget=30).evidence}


def test_a_predicate_that_must_be_read_live_declines_without_its_read(base: Any, read: Any) -> None:
    question = Question("purchase date of 1042", "en", ("purchas",), predicates=("purchased_on",), subject="1042")
    failed = (FailedRead("orders", "1042", "timeout"),)
    assert base.ask(question, failed=failed).abstained is Abstention.LIVE_READ_FAILED
    packet = base.ask(question, reads=(read,))
    assert [(item.source_type, item.authority.name) for item in packet.evidence] == [("live_system", "LIVE")]


def test_what_has_expired_or_is_to_come_is_told(base: Any) -> None:
    base.put(
        "sheet/old",
        SHEET.format("60 días"),
        title="Limón",
        language="es",
        valid_from="2025-01-01",
        valid_to="2026-01-01",
    )
    base.put("sheet/next", SHEET.format("45 días"), title="Limón", language="es", valid_from="2027-01-01")
    packet = base.ask(asked("shelf_life"))
    assert packet.abstained is Abstention.NO_EVIDENCE
    assert {(item.uri, item.reason, item.valid_to) for item in packet.held_back} == {
        ("sheet/old", Reason.EXPIRED, parse("2026-01-01")),
        ("sheet/next", Reason.NOT_YET, None),
    }


def test_every_stage_is_recorded_in_order(base: Any) -> None:
    base.put("manual/a", "# Packing\n\nBoxes are stacked on pallets.\n", source_type="manual")
    packet = base.ask(Question("How are boxes stacked?", "en", ("box", "stack")))
    assert [record.name for record in packet.stages] == [
        "gather",
        "eligibility",
        "freshness",
        "authority",
        "live",
        "conflicts",
        "contradictions",
        "relevance",
        "deduplicate",
        "budget",
        "order",
    ]
