"""What follows from the log, kept as edges: derived again at each commit for the sources that it touches."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from contract.time import BEGINNING, END
from graph.bolt.database import Database
from graph.bolt.keys import keyed
from graph.bolt.turn import Turn, side_by_side
from graph.plan import Component, Open, Plan, assembled, planned
from graph.rows import Row

WHOLE = -1  # the section of a state that is of a whole revision


def read_history(database: Database, tenant: str) -> Component:
    """The whole log of a tenant, as of the last commit that readers see."""
    commit = database.rows("store/published")[0][0]
    sources = {uri: row for row, uri in database.rows("store/sources_of_tenant", {"tenant": tenant})}
    log = database.rows("store/log_of_tenant", {"tenant": tenant, "commit": commit})
    return assembled(sources, log, lambda contents: database.rows("store/sections_of_contents", {"contents": contents}))


def plan(turn: Turn, key: str) -> Plan:
    """Derive again what holds for a source and all that acts tie to it, as known now. ``key`` is the source's."""
    ((sources, log, sections, states, edges, seen),) = turn.rows("write/tied", {"key": key})
    tied = assembled({uri: row for row, uri in sources}, log, lambda _contents: sections)
    now = Open(
        {
            (revision, None if section == WHOLE else section, start, end): row
            for row, revision, section, start, end in states
        },
        {tuple(edge): row for row, *edge in edges},
        {tuple(pair): row for row, *pair in seen},
    )
    return planned(tied, now, turn.at)


def apply(turn: Turn, wanted: Plan, bare: Collection[int] = ()) -> None:
    """Close the edges that no longer follow, open those that now do, and draw the hulls of passages anew.

    ``bare`` are sections whose passages are not written yet.
    """
    now = wanted.now
    sources = list(wanted.component.sources.values())
    _close(turn, "write/close_states", sources, now.states, wanted.states)
    _close(turn, "write/close_supersessions", sources, now.edges, wanted.edges)
    _close(turn, "write/close_sightings", sources, now.seen, wanted.seen)
    _hold(turn, wanted)
    _supersede(turn, wanted)
    _repeat(turn, wanted)
    changed = {state[1] for state in now.states.keys() ^ wanted.states.keys() if state[1] is not None}
    changed.difference_update(bare)
    for section in (sorted(changed)[at : at + 500] for at in range(0, len(changed), 500)):
        turn.do("write/set_hulls", {"sections": section, "beginning": BEGINNING, "end": END})
    set_current(turn, wanted)


def current(wanted: Plan) -> dict[int, int | None]:
    """By source the revision that stands for it: of those that hold at some time the highest label's latest start."""
    rows = wanted.component.revisions
    holding = {revision for revision, section, *_ in wanted.states if section is None}
    return {
        source: next((rows[each] for each in wanted.derived.left.get(uri, ()) if rows[each] in holding), None)
        for uri, source in wanted.component.sources.items()
    }


def _close(turn: Turn, name: str, sources: Sequence[int], opened: Mapping[Row, int], wanted: Iterable[Row]) -> None:
    kept = frozenset(wanted)
    rows = [row for key, row in opened.items() if key not in kept]
    if rows:
        turn.do(name, {"sources": sources, "rows": rows, "at": turn.at, "number": turn.number})


def _edge(turn: Turn, kind: str, source: int) -> dict[str, object]:
    """What every edge of a derivation has while it is open."""
    return {
        "row": turn.numbers.next(kind),
        "tenant": turn.tenant,
        "source": source,
        "open_of": source,
        "known_from": turn.at,
        "known_to": END,
        "opened": turn.number,
    }


def _hold(turn: Turn, wanted: Plan) -> None:
    whole: list[dict[str, object]] = []
    parts: list[dict[str, object]] = []
    for held, source in wanted.states.items():
        if held in wanted.now.states:
            continue
        revision, section, start, end = held
        state = _edge(turn, "states", source) | {
            "revision": revision,
            "section": WHOLE if section is None else section,
            "valid_from": start,
            "valid_to": end,
        }
        ends: dict[str, object] = {"source": source, "revision": revision, "section": section, "state": state}
        (whole if section is None else parts).append(ends)
    for some in side_by_side(whole=whole, parts=parts):
        turn.do("write/hold", some)


def _supersede(turn: Turn, wanted: Plan) -> None:
    """The edges between revisions, and those drawn from them between sections."""
    edges: list[dict[str, object]] = []
    on_sections: list[dict[str, object]] = []
    following: list[dict[str, object]] = []
    for found, source in wanted.edges.items():
        if found in wanted.now.edges:
            continue
        newer, older, section, kind, effective, rule = found
        why = {"kind": kind, "effective": effective, "rule": rule}
        edge = _edge(turn, "supersessions", source) | why | {"newer": newer, "older": older, "section": section}
        drawn = {"of": edge["row"], "effective": effective, "rule": rule, "known_to": END}
        ends = {"newer": newer, "older": older}
        edges.append({**ends, "edge": edge})
        if section is not None:
            on_sections.append({**ends, "section": section, "drawn": drawn})
        elif rule == "revision":
            following.append({**ends, "drawn": drawn})
    turn.batches("write/supersede", edges)
    turn.batches("write/draw_acts_on_sections", on_sections)
    turn.batches("write/draw_sections", following)


def _repeat(turn: Turn, wanted: Plan) -> None:
    edges = [
        {
            "revision": again,
            "original": first,
            "edge": _edge(turn, "sightings", source) | {"revision": again, "original": first},
        }
        for (again, first), source in wanted.seen.items()
        if (again, first) not in wanted.now.seen
    ]
    turn.batches("write/repeat", edges)


def set_current(turn: Turn, wanted: Plan) -> None:
    keys = {row: keyed(turn.tenant, uri) for uri, row in wanted.component.sources.items()}
    stands = [{"key": keys[source], "revision": revision} for source, revision in current(wanted).items()]
    turn.batches("write/set_current", stands)
