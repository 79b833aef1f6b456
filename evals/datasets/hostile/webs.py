"""Hostile HTML, XML and reStructuredText."""

from __future__ import annotations

from evals.datasets.hostile.making import Making, entities, kind


# -- HTML and XML -----------------------------------------------------------------------------------------------------
@kind("html")
def _html_deep(make: Making) -> str:
    tag = make.random.choice(
        ["div", "ul><li", "table><tr><td", "b", "blockquote", "font", "dl><dd", "section", "a href=x"]
    )
    return f"<{tag}>" * make.number(50, 5_000) + make.words(9)


@kind("html")
def _html_spans(make: Making) -> str:
    big = make.random.choice([100, 65_534, 10**9])
    row = "<tr>" + f"<td rowspan={big} colspan={big}>x" * make.number(2, 60) + "</tr>"
    return "<table>" + row * make.number(2, 60) + "</table>" + make.words(9)


@kind("html")
def _html_fetching(make: Making) -> str:
    return (
        f"<html><head><base href='{make.bait}/'><link rel=stylesheet href='{make.bait}/a.css'><meta http-equiv=refresh "
        f"content='0;url={make.bait}'><style>@import '{make.bait}';</style><script src='{make.bait}'></script></head><body>"
        f"<iframe src='{make.bait}'></iframe><img src='{make.bait}' onerror='fetch(1)'><object data='{make.bait}'></object>"
        f"<video src='{make.bait}'></video><svg onload='x()'><use href='{make.bait}'/></svg><p>{make.words(9)}</p></body></html>"
    )


@kind("html")
def _html_attributes(make: Making) -> str:
    return "<p " + " ".join(f"a{at}='{at}'" for at in range(make.number(100, 30_000))) + f">{make.words(9)}</p>"


@kind("html")
def _html_broken(make: Making) -> str:
    parts = [
        "<p",
        "</div>",
        "<![CDATA[",
        "<!--",
        "&#xFFFFFFFF;",
        "&amp",
        "<td>",
        "</table>",
        "<a href='",
        "<?php",
        "<!x",
        "\x00",
        "<tr>",
    ]
    return "".join(make.random.choice(parts) + make.words(1) for _ in range(make.number(50, 5_000)))


@kind("html")
def _html_hidden(make: Making) -> str:
    return f"<div style='display:none'>{make.words(99)}</div>" * make.number(10, 1_000) + f"<p>{make.words(9)}</p>"


@kind("xhtml")
def _xml_laughs(make: Making) -> str:
    return entities(make) + f"<html><body><p>&l9; &x; {make.words(9)}</p></body></html>"


# -- reStructuredText -------------------------------------------------------------------------------------------------
@kind("rst")
def _rst_reading(make: Making) -> str:
    return (
        f"Title\n=====\n\n.. include:: /etc/passwd\n\n.. raw:: html\n   :url: {make.bait}\n\n.. csv-table:: t\n   :url: "
        f"{make.bait}\n\n.. image:: {make.bait}\n\n.. literalinclude:: /etc/passwd\n\n{make.words(9)}\n"
    )


@kind("rst")
def _rst_substitutions(make: Making) -> str:
    chain = "".join(f".. |s{at}| replace:: {f'|s{at + 1}| ' * 8}\n" for at in range(make.number(3, 30)))
    return f"{chain}.. |s99| replace:: |s0|\n\n|s0| {make.words(9)}\n"


@kind("rst")
def _rst_deep(make: Making) -> str:
    return "".join("  " * depth + "* x\n\n" for depth in range(make.number(20, 300))) + make.words(9)


@kind("rst")
def _rst_broken(make: Making) -> str:
    parts = ["`", "``", "|", "*", "**", ":role:`", "_", ".. x::", "+---+", "===", "::\n", "[#]_", "\n\n   "]
    return "".join(make.random.choice(parts) + make.words(1) for _ in range(make.number(50, 2_000)))
