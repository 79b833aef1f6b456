"""What follows from the log, kept as rows: derived again at each commit for the sources that it touches."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from contract.time import END, Instant
from graph.embedded.database import Database
from graph.embedded.statements import statements
from graph.plan import Component, Open, Plan, assembled, planned
from graph.rows import Row, listed

_LOG = statements("log")
_SQL = statements("states")


def read_history(database: Database, tenant: str) -> Component:
    """The whole log of a tenant."""
    with database.snapshot():
        sources = {uri: row for row, uri in database.rows(_LOG["sources"], (tenant,))}
        log = database.rows(_LOG["events_of_tenant"], (tenant,))
        return assembled(
            sources, log, lambda contents: database.rows(_LOG["sections_of_contents"], (listed(contents),))
        )


def plan(tx: sqlite3.Connection, tenant: int, uri: str, at: Instant) -> Plan:
    """Derive again what holds for a source and all that acts tie to it, as known at ``at``."""
    sources = {name: row for row, name in tx.execute(_LOG["component"], {"tenant": tenant, "uri": uri})}
    wanted = (listed(sources.values()),)
    log = tx.execute(_LOG["events_of_sources"], wanted).fetchall()
    tied = assembled(
        sources, log, lambda contents: tx.execute(_LOG["sections_of_contents"], (listed(contents),)).fetchall()
    )
    now = Open(
        {tuple(row): key for key, *row in tx.execute(_SQL["open_states"], wanted)},
        {tuple(row): key for key, *row in tx.execute(_SQL["open_supersessions"], wanted)},
        {tuple(row): key for key, *row in tx.execute(_SQL["open_sightings"], wanted)},
    )
    return planned(tied, now, at)


def apply(tx: sqlite3.Connection, tenant: int, wanted: Plan, at: Instant, number: int) -> None:
    """Close the rows that no longer follow, open those that now do."""
    opening = {"tenant": tenant, "known_from": at, "known_to": END, "opened": number}
    closing = {"at": at, "number": number}
    now = wanted.now
    _close(tx, "close_state", now.states, wanted.states, closing)
    _close(tx, "close_supersession", now.edges, wanted.edges, closing)
    _close(tx, "close_sighting", now.seen, wanted.seen, closing)
    for state, source in wanted.states.items():
        if state not in now.states:
            revision, section, start, end = state
            held = {"revision": revision, "section": section, "valid_from": start, "valid_to": end}
            tx.execute(_SQL["insert_state"], {**opening, **held, "source": source})
    for edge, source in wanted.edges.items():
        if edge not in now.edges:
            newer, older, name, kind, effective, rule = edge
            ends = {"newer": newer, "older": older, "section": name}
            why = {"kind": kind, "effective": effective, "rule": rule}
            tx.execute(_SQL["insert_supersession"], {**opening, **ends, **why, "source": source})
    for seen, source in wanted.seen.items():
        if seen not in now.seen:
            again = {"revision": seen[0], "original": seen[1]}
            tx.execute(_SQL["insert_sighting"], {**opening, **again, "source": source})


def _close(
    tx: sqlite3.Connection, name: str, opened: Mapping[Row, int], wanted: Mapping[Row, int], closing: dict[str, int]
) -> None:
    tx.executemany(_SQL[name], [{**closing, "row": row} for key, row in opened.items() if key not in wanted])
