"""What is around an entity: by the same calls as the command and the service."""

from __future__ import annotations

import pytest

from contract.access import Principal
from contract.errors import NotFound
from service.neighbourhood import Neighbourhood, around
from service.neighbourhood_shapes import graphviz, mermaid, neighbourhood, words
from tests.flows.conftest import OpenDesk, Shell
from tests.flows.desk import Desk

FACTORY = "# Halden Foods\n\nHalden Foods acquired Norvik Mills.\n\n| Company | Employees |\n|---|---|\n| Halden Foods | 300 |\n"
SECRET = "---\nlevel: 2\n---\n# Norvik Mills\n\nNorvik Mills acquired Tarn Bakery.\n"


def opened(small: OpenDesk) -> Desk:
    here = small()
    here.write("factory.md", FACTORY)
    here.write("mills.md", '---\nvalid_from: 2026-01-01\n---\n# Norvik Mills\n\nThe "mill" is near.\n')
    here.write("secret.md", SECRET)
    here.write(
        "port.md", "# Port of Orla\n\nGrain is unloaded here every week, and most of it goes to Norvik Mills by rail.\n"
    )
    assert not here.ingest().failed
    return here


def seen(here: Desk, what: str, level: int = 0, **more: int) -> Neighbourhood:
    return around(here.product, Principal(here.tenant, "ana", level), what, **more)


def told(found: Neighbourhood) -> set[tuple[str, str, str]]:
    names = {each.entity.id: each.entity.name for each in found.entities}
    ties = [each.tie for each in found.links]
    return {(names[tie.subject_id], tie.predicate, names.get(tie.object_id, tie.value)) for tie in ties}


def test_facts_values_and_mentions_lead_on_and_back_under_the_readers_scope(small: OpenDesk) -> None:
    here = opened(small)
    near = seen(here, "Halden Foods", hops=1)
    assert {("Halden Foods", "employees", "300")} <= told(near)
    assert {each.entity.name for each in near.entities} >= {"Halden Foods", "Norvik Mills"}
    assert ("Port of Orla", "", "Norvik Mills") not in told(near)
    far = seen(here, "Halden Foods")
    assert told(near) < told(far)
    assert ("Port of Orla", "", "Norvik Mills") in told(far), "from the port to the mills is a way back"
    assert {each.entity.name: each.hops for each in far.entities}["Port of Orla"] == 2
    assert not any("Tarn Bakery" in link for link in told(far))
    assert any("Tarn Bakery" in link for link in told(seen(here, "Halden Foods", 2)))
    for link in far.links:
        assert link.passages >= len(link.places) > 0
        for place in link.places:
            assert words(place)
            assert place.at.revision.uri in ("factory.md", "mills.md", "port.md")
    mills = seen(here, "Norvik Mills", hops=1)
    (port,) = [each.entity.id for each in mills.entities if each.entity.name == "Port of Orla"]
    (back,) = [each for each in mills.links if each.tie.subject_id == port]
    assert (back.tie.is_mention, back.tie.object_id, words(back.places[0])) == (True, mills.centre[0], "Norvik Mills")
    with pytest.raises(NotFound, match="Tarn Bakery"):
        seen(here, "Tarn Bakery")


def test_a_large_one_is_cut_and_says_so(small: OpenDesk) -> None:
    here = opened(small)
    whole = seen(here, "Norvik Mills")
    assert not whole.cut
    part = seen(here, "Norvik Mills", limit=1)
    assert part.cut
    assert len(part.links) == 1
    ends = {end for each in part.links for end in (each.tie.subject_id, each.tie.object_id) if end}
    assert {each.entity.id for each in part.entities} == ends | set(part.centre)
    assert seen(here, "Norvik Mills", limit=len(whole.links)).links == whole.links


def test_the_command_draws_the_same(small: OpenDesk, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    here = opened(small)
    monkeypatch.setenv("VIGENTE_STORE", here.product.settings.store)
    monkeypatch.setenv("VIGENTE_TENANT", here.tenant)
    found = seen(here, "Norvik Mills")
    assert shell("graph", "Norvik Mills", "--json").json == neighbourhood(found)
    tree = shell("graph", "Norvik Mills")
    assert tree.code == 0
    assert all(each.entity.name in tree.out for each in found.entities)
    assert "names" in tree.out
    spanish = shell("graph", "Norvik Mills", "--limit", 1, LANG="es_ES.UTF-8")
    assert "Hay más" in spanish.out
    assert "There is more" in shell("graph", "Norvik Mills", "--limit", 1).out
    assert shell("graph", "Norvik Mills", "--format", "mermaid").out == mermaid(found, "names") + "\n"
    drawn = shell("graph", "Norvik Mills", "--format", "graphviz", LANG="es_ES.UTF-8").out
    assert drawn == graphviz(found, "nombra") + "\n"
    assert drawn.startswith("digraph")
    shell("graph", "nobody").refused(2)
    assert shell("graph", "Norvik Mills", "--hops", 9).code == 2
