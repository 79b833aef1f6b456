"""Two numbers for one thing in prose: seen where the sentences can mean nothing else, and never where they can."""

from __future__ import annotations

from typing import Any

import pytest

from contract.evidence import Behavior, Question, Reason, Resolution

ASKED = Question("How many tonnes may cross the Iron Bridge?", "en", ("tonn", "cross", "iron", "bridg"))
SAYS = "Lorries of up to {} tonnes may cross the Iron Bridge of Alder.\n"


def put(base: Any, uri: str, text: str, **more: str) -> None:
    base.put(uri, f"# Roads\n\n{text}", title="Roads", **{"source_type": "manual", **more})


def test_two_numbers_for_one_thing_are_a_conflict_that_is_shown(base: Any) -> None:
    put(base, "guide/a", SAYS.format(20))
    put(base, "guide/b", SAYS.format(30))
    packet = base.ask(ASKED)
    (found,) = packet.conflicts
    assert found.aligned
    assert (found.resolution, found.behavior, packet.behavior) == (
        Resolution.UNRESOLVED,
        Behavior.SHOW_BOTH,
        Behavior.SHOW_BOTH,
    )
    assert found.subject == "Lorries of up to … may cross the Iron Bridge of Alder."
    assert {item.uri for item in packet.evidence} == {"guide/a", "guide/b"}


def test_a_source_that_governs_decides_there_too(base: Any) -> None:
    put(base, "policy/a", SAYS.format(20), source_type="policy")
    put(base, "forum/b", SAYS.format(30), source_type="forum")
    packet = base.ask(ASKED)
    assert [(each.resolution, each.aligned) for each in packet.conflicts] == [(Resolution.GOVERNS, True)]
    assert [item.uri for item in packet.evidence] == ["policy/a"]
    assert [(each.uri, each.reason, each.by_uri) for each in packet.held_back] == [
        ("forum/b", Reason.NOT_AUTHORISED, "policy/a")
    ]


@pytest.mark.parametrize(
    "other",
    [
        "Lorries of up to 20,000 kg may cross the Iron Bridge of Alder.",  # the same weight
        "Lorries of up to 30 tonnes may cross the Stone Bridge of Alder.",  # another bridge
        "Lorries of up to 30 tonnes may cross the Iron Bridge of Alder by night, with leave of the road works office.",
        "Lorries of up to 30 metres may cross the Iron Bridge of Alder.",  # another measure
        "Lorries of up to 30 tonnes and 2 axles may cross the Iron Bridge of Alder.",
    ],
)
def test_what_may_mean_something_else_is_none(base: Any, other: str) -> None:
    put(base, "guide/a", SAYS.format(20))
    put(base, "guide/b", f"{other}\n")
    assert base.ask(ASKED).conflicts == ()


def test_a_date_is_no_value_and_a_sentence_alone_does_not_say_of_what(base: Any) -> None:
    put(base, "guide/a", "The toll of the Iron Bridge was raised again in March 2024.\n")
    put(base, "guide/b", "The toll of the Iron Bridge was raised again in March 2025.\n")
    base.put("sheet/c", "# Almonds\n\nThe shelf life is 300 days after packing.\n", title="Almonds")
    base.put("sheet/d", "# Walnuts\n\nThe shelf life is 360 days after packing.\n", title="Walnuts")
    assert (
        base.ask(
            Question("When was the toll of the Iron Bridge raised?", "en", ("toll", "iron", "bridg", "rais"))
        ).conflicts
        == ()
    )
    assert base.ask(Question("How long after packing?", "en", ("long", "pack"))).conflicts == ()


WHEN = Question("When was the Old Mill of Alder built?", "en", ("old", "mill", "alder", "built"))
MILL = "The Old Mill of Alder was built in {} by the guild of millers. It has two wheels, and grinds rye on Fridays.\n"
CENSUS = (
    "Alder is a town on the river Ash. The last count found {} people in the town. Half of them work in the mills.\n"
)


@pytest.mark.parametrize(
    ("one", "other"), [("March 1821", "June 1871"), ("1821", "1871"), ("2 May 1821", "3 May 1821")]
)
def test_when_it_is_asked_when_copies_of_a_text_may_differ_in_a_date(base: Any, one: str, other: str) -> None:
    put(base, "guide/a", MILL.format(one))
    put(base, "guide/b", MILL.format(other))
    (found,) = base.ask(WHEN).conflicts
    assert (found.resolution, found.aligned) == (Resolution.UNRESOLVED, True)
    how_many = Question("How many wheels has the Old Mill of Alder?", "en", ("wheel", "old", "mill", "alder"))
    assert base.ask(how_many).conflicts == (), "the date is not what is asked"


@pytest.mark.parametrize(
    "other",
    [
        MILL.format("June 1871").replace("Old Mill", "New Mill"),  # another mill
        "The Old Mill of Alder was built in June 1871 by the guild of millers. A flood took the first one in its third year.\n",
        MILL.format("1821"),  # the month is in that year
    ],
)
def test_a_date_of_what_may_be_another_thing_is_none(base: Any, other: str) -> None:
    put(base, "guide/a", MILL.format("March 1821"))
    put(base, "guide/b", other)
    assert base.ask(WHEN).conflicts == ()


def test_copies_of_a_text_say_together_what_they_are_about(base: Any) -> None:
    put(base, "guide/a", CENSUS.format("3,171"))
    put(base, "guide/b", CENSUS.format("12,456"))
    asked = Question("How many people live in Alder?", "en", ("mani", "peopl", "live", "alder"))
    (found,) = base.ask(asked).conflicts
    assert (found.subject, found.behavior) == ("The last count found … people in the town.", Behavior.SHOW_BOTH)


def test_one_number_said_twice_is_one_number(base: Any) -> None:
    put(base, "guide/a", SAYS.format(20) + "Of 20 tonnes, that is: 20 tonnes may cross the Iron Bridge.\n")
    put(base, "guide/b", SAYS.format(30) + "Of 30 tonnes, that is: 30 tonnes may cross the Iron Bridge.\n")
    assert base.ask(ASKED).conflicts
