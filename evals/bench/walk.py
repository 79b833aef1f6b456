"""Two hops from ten seeds over generated facts, under a scope: what the store reads beside a dictionary that knows no scope.

Every entity has a page that tells of it with four facts, each a link to another entity; one page in ten is hidden from the
reader. A hop is one read of the facts about all entities that the last one reached. ``to_dictionary`` = the store's median ÷
that of the same two hops over a dictionary in memory.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from contract.access import Audience, Principal, Scope
from contract.ports import GraphView
from evals import generated
from evals.generated import KNOWN, TENANT, Page
from evals.memory import peak_mb
from evals.product import Timer, versions
from evals.records import DataError, Options, Result

ENTITIES = 50_000
LEAST = 100
_FACTS = 4  # of each entity
_SEEDS = 10
_WALKS = 200
_MOST = 1000  # facts of one hop
_ON_A_PAGE = 500
_HIDDEN = 10  # one page in so many is not for the reader
_DIMENSION = 8

Links = Mapping[int, Sequence[int]]


def run(options: Options) -> Result:
    """``limit`` is how many entities there are, 50,000 without one; four facts each."""
    count = options.limit or ENTITIES
    if count < LEAST:
        raise DataError(f"{count} entities are too few to walk: set --limit to {LEAST} or more")
    links = linked(count, options.seed)
    ids = [generated.entity_id(_name(number)) for number in range(count)]
    by_id = {ids[one]: [ids[other] for other in others] for one, others in links.items() if not _hidden(one)}
    ours, dictionary = Timer(), Timer()
    draw = random.Random(f"{options.seed}:walks")
    reached, walks = 0, min(_WALKS, count // _SEEDS)
    made_from = ("walk", ids[0], count, options.seed)
    with generated.kept(options, f"walk-{count}", made_from, _DIMENSION, lambda: pages(links, options.seed)) as store:
        at = KNOWN + count
        readable = Principal(TENANT, "evals").readable(store.audiences())
        view = store.view(Scope(TENANT, readable, at, at))
        two_hops(view, ids[:_SEEDS])  # the first reads the columns into memory
        for number in range(walks):
            options.progress("walking", number / walks)
            seeds = [ids[place] for place in draw.sample(range(count), _SEEDS)]
            with ours():
                found = two_hops(view, seeds)
            with dictionary():
                expected = _plain(by_id, seeds)
            if found != expected:
                raise DataError("the store's two hops are not those of the links: clear the work folder and run again")
            reached += len(found)
    return Result(
        suite="bench-walk",
        dataset="generated",
        n=walks,
        measures={
            "p50_ms": ours.latency_ms["p50"],
            "to_dictionary": round(ours.latency_ms["p50"] / max(dictionary.latency_ms["p50"], 1e-3), 1),
            "reached": round(reached / walks, 1),
            "peak_mb": peak_mb(),
        },
        latency_ms=ours.latency_ms,
        settings={
            "entities": str(count),
            "facts": str(_FACTS * count),
            "seeds": str(_SEEDS),
            "seed": str(options.seed),
        },
        versions=versions(),
    )


def linked(count: int, seed: int) -> Links:
    """To which others each entity has a link."""
    draw = random.Random(seed)
    return {
        one: [other for other in draw.sample(range(count), _FACTS + 1) if other != one][:_FACTS] for one in range(count)
    }


def two_hops(view: GraphView, seeds: Sequence[str]) -> set[str]:
    """The entities that two links lead to, and those between."""
    first = _hop(view, seeds)
    return first | _hop(view, sorted(first))


def _hop(view: GraphView, entities: Iterable[str]) -> set[str]:
    return {each.object_id for each in view.linked(entities, _MOST)}


def _plain(by_id: Mapping[str, Sequence[str]], seeds: Iterable[str]) -> set[str]:
    first = {other for one in seeds for other in by_id.get(one, ())}
    return first | {other for one in first for other in by_id.get(one, ())}


def pages(links: Links, seed: int, on_a_page: int = _ON_A_PAGE) -> Iterator[Page]:
    """So many entities a page, a passage each; hidden ones stand together."""
    by_page: dict[tuple[int, bool], list[int]] = defaultdict(list)
    for one in links:
        by_page[one // on_a_page, _hidden(one)].append(one)
    draw = np.random.default_rng(seed)
    for (number, hidden), entities in by_page.items():
        texts = [f"{_name(one)} goes to {', '.join(_name(other) for other in links[one])}." for one in entities]
        stated = [(at, _name(one), "goes_to", _name(other)) for at, one in enumerate(entities) for other in links[one]]
        vectors = generated.units(draw.standard_normal((len(entities), _DIMENSION)))
        uri = f"page/{number}/{'hidden' if hidden else 'open'}"
        yield Page(uri, uri, texts, vectors, Audience(level=3 if hidden else 0), stated)


def _hidden(one: int) -> bool:
    return one % _HIDDEN == 0


def _name(number: int) -> str:
    return f"Entity {number:06d}"
