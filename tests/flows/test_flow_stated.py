"""What a law says in its words that it ends: whichever of the two came first, whole or by article, and back again."""

from __future__ import annotations

from itertools import permutations

import pytest

from contract.access import Principal, Scope
from contract.history import SupersessionKind
from service.wiring import latest
from tests.flows.conftest import OpenDesk
from tests.flows.desk import Desk


def law(number: int, year: int, *articles: str) -> str:
    written = "".join(f"\n## Artículo {at}\n\n{text}\n" for at, text in enumerate(articles, start=1))
    return f"---\nsource_type: law\nlanguage: es\nvalid_from: {year}-01-01\n---\n# Ley Nº {number}\n{written}"


LAWS = {
    "riego.md": law(10100, 1990, "Se riega los lunes.", "Se poda en mayo."),
    "poda.md": law(10200, 1995, "La poda se hace en junio.", "La poda la paga el dueño."),
    "nueva.md": law(
        20200, 2000, "Se riega los martes.", "Deróganse la Ley Nº 10.100 y el artículo 2 de la Ley N° 10.200."
    ),
}


def in_force(desk: Desk, uri: str) -> dict[str, bool]:
    """Of each section that is listed, whether it holds now."""
    holds = desk.product.store.view(_scope(desk)).holds(uri)
    now = desk.clock.now
    names = {section or "": False for _, section, _, _ in holds}
    return names | {section or "": True for _, section, start, end in holds if start <= now < end}


def _scope(desk: Desk) -> Scope:
    readable = Principal(desk.tenant, "test", level=3).readable(desk.product.store.audiences())
    return Scope(desk.tenant, readable, desk.clock.now, latest(desk.product))


@pytest.mark.parametrize("order", list(permutations(LAWS)), ids="-".join)
def test_the_order_of_arrival_does_not_matter(small: OpenDesk, order: tuple[str, ...]) -> None:
    here = small()
    for at, name in enumerate(order, start=1):
        here.clock.go(f"2026-09-{at:02d}")
        assert not here.ingest(here.write(name, LAWS[name])).failed
    assert in_force(here, "nueva.md")[""]
    assert not in_force(here, "riego.md")[""]
    kept = in_force(here, "poda.md")
    assert (kept[""], kept["articulo-1"], kept["articulo-2"]) == (True, True, False)


def test_a_cue_dangles_until_its_law_arrives(small: OpenDesk) -> None:
    here = small()
    (first,) = here.ingest(here.write("nueva.md", LAWS["nueva.md"])).documents
    assert [
        words.endswith(law) for words, law in zip(first.dangling, ("Ley Nº 10.100", "Ley N° 10.200"), strict=True)
    ] == [True, True]
    here.clock.go("2026-09-02")
    (second,) = here.ingest(here.write("riego.md", LAWS["riego.md"])).documents
    assert not second.error
    view = here.product.store.view(_scope(here))
    (old,) = view.revisions("riego.md")
    (edge,) = view.supersessions([old.id])
    assert (edge.kind, edge.rule, edge.section) == (SupersessionKind.STATED, "repeal", None)


def test_a_name_that_two_bear_stays_open_and_what_ends_a_law_can_be_taken_back(small: OpenDesk) -> None:
    here = small()
    for name in ("riego.md", "nueva.md"):
        here.ingest(here.write(name, LAWS[name]))
    assert not in_force(here, "riego.md")[""]
    here.clock.go("2026-09-02")
    other = here.ingest(here.write("otra.md", law(10100, 1991, "Otra ley del mismo número."))).documents[0]
    assert in_force(here, "riego.md")[""]
    here.clock.go("2026-09-03")
    assert other.revision_id is not None
    here.product.store.undo(here.tenant, other.revision_id, here.clock.now)
    assert not in_force(here, "riego.md")[""]
    here.clock.go("2026-09-04")
    here.product.store.delete(here.tenant, "nueva.md", here.clock.now)
    assert in_force(here, "riego.md")[""]


def test_what_is_partial_is_told_and_ends_nothing(small: OpenDesk) -> None:
    here = small()
    here.ingest(here.write("riego.md", LAWS["riego.md"]))
    text = law(30300, 2010, "Derógase la Ley N° 10.100 en lo que se oponga a la presente.")
    (report,) = here.ingest(here.write("parcial.md", text)).documents
    assert [warning.code for warning in report.warnings] == ["cue_without_effect"]
    assert in_force(here, "riego.md")[""]


def test_labels_that_nobody_can_order_are_told(small: OpenDesk) -> None:
    here = small()
    reports = [
        here.ingest(here.write(f"{label}.md", f"---\nuri: manual\nrevision: {label}\n---\nManual de riego {label}."))
        for label in ("1.2", "otoño")
    ]
    first, second = [[warning.code for warning in report.documents[0].warnings] for report in reports]
    assert "label_order" not in first
    assert "label_order" in second
