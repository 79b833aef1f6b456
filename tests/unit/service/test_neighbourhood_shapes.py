"""Text for Mermaid and Graphviz: whatever stands in a name stays inside its label."""

from __future__ import annotations

import re

import pytest

from contract.records import Entity
from service.neighbourhood import Linked, Neighbour, Neighbourhood, Tie
from service.neighbourhood_shapes import graphviz, mermaid


def of(name: str, value: str) -> Neighbourhood:
    one, other = Entity("a" * 32, name, name), Entity("b" * 32, "plain", "plain")
    ties = [
        Tie(False, False, one.id, "ships_to", other.id, ""),
        Tie(False, True, one.id, "days", "", value),
        Tie(True, False, other.id, "", one.id, ""),
    ]
    near = (Neighbour(one, 0), Neighbour(other, 1))
    return Neighbourhood((one.id,), 1, near, tuple(Linked(tie, 1, ()) for tie in ties), cut=False)


def test_arrows_go_the_way_of_the_links() -> None:
    assert mermaid(of("Acme", "14"), "names").splitlines() == [
        "flowchart LR",
        '  e0["Acme"]',
        '  e1["plain"]',
        '  e0 -->|"ships_to"| e1',
        '  v1(["14"])',
        '  e0 -->|"days"| v1',
        '  e1 -.->|"names"| e0',
    ]
    assert 'e0 -> e1 [label="ships_to"];' in graphviz(of("Acme", "14"), "names")
    assert 'e1 -> e0 [label="names", style=dashed];' in graphviz(of("Acme", "14"), "names")


@pytest.mark.parametrize("odd", ['a"]; x --> y', "a\nb", "`code`", "<b>&amp;#35;", "back\\", 'back\\"'])
def test_no_name_breaks_out_of_its_label(odd: str) -> None:
    found, plain = of(odd, odd), of("x", "x")
    label = re.compile(r'"(?:[^"\\]|\\.)*"')
    for draw in (mermaid, graphviz):
        bare, expected = (label.sub('""', draw(each, "names")) for each in (found, plain))
        assert bare == expected
    assert not re.search(r"[`<>\\]", mermaid(found, "names").replace("-->", "").replace("-.->", ""))
