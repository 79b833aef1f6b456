"""Any history, told to two stores, reads the same from both: ids, order, and scores to 1e-6, at many scopes.

VIGENTE_EXAMPLES says how many histories are tried; few are without it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from itertools import count

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from contract.access import Holding, Principal, Scope
from contract.communities import Community, Summary, SummarySentence
from contract.ids import content_id
from contract.ports import GraphView
from contract.records import Span
from contract.store import Store
from contract.time import DAY, Instant
from tests.store.conftest import OPENERS
from tests.store.drafts import vector
from tests.store.told import DAYS, FIRST, URIS, Step, days, steps, tell

EXAMPLES = int(os.environ.get("VIGENTE_EXAMPLES", "6"))
_READERS = ((0, ()), (3, ()), (0, ("board",)), (3, ("board",)))
_TENANTS = count()

scopes = st.tuples(
    st.sampled_from(_READERS), days, days, st.sampled_from((*Holding, Holding.IN_FORCE)), st.integers(0, 3)
)


@dataclass(frozen=True)
class Stores:
    embedded: Store
    neo4j: Store


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stores]:
    opened = Stores(*(OPENERS[name](tmp_path_factory.mktemp(name)) for name in ("embedded", "neo4j")))
    yield opened
    assert (opened.embedded.check(), opened.neo4j.check()) == ((), ())
    opened.embedded.close()
    opened.neo4j.close()


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize="VIGENTE_EXAMPLES" not in os.environ,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # a history read from a server is not made small in time
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(history=steps, asked=st.lists(scopes, min_size=3, max_size=6, unique=True))
def test_any_history_reads_the_same_from_both(
    stores: Stores, history: tuple[Step, ...], asked: list[tuple[tuple[int, tuple[str, ...]], int, int, Holding, int]]
) -> None:
    tenant = f"conformance-{next(_TENANTS)}"
    both = (stores.embedded, stores.neo4j)
    outcomes = [list(tell(store, tenant, history)) for store in both]
    assert outcomes[0] == outcomes[1]
    for store in both:
        _summarise(store, tenant)
    assert both[0].history(tenant) == both[1].history(tenant)
    assert dict(both[0].families(tenant)) == dict(both[1].families(tenant))
    for reader, valid_at, known_at, holding, pick in asked:
        views = [_view(store, tenant, reader, valid_at, known_at, holding, pick) for store in both]
        found = [_everything(view) for view in views]
        for name, value in found[0].items():
            difference = _difference(value, found[1][name])
            assert not difference, f"{name} differs at {views[0].scope}: {difference}"


def _summarise(store: Store, tenant: str) -> None:
    """One community a source, summed up by the first passage that anyone reads of it."""
    if not store.families(tenant):
        return
    view = _view(store, tenant, _READERS[3], DAYS, DAYS, Holding.IN_FORCE, 0)
    communities, summaries = [], []
    for located in view.located(view.passage_ids()):
        identity = content_id(tenant, located.passage.id)
        communities.append(Community(identity, len(communities) % 2, None, located.revision.uri, (identity,)))
        sentence = SummarySentence(located.passage.id, Span(0, 4), located.passage.text[:4])
        summaries.append(Summary(identity, located.revision.metadata.audience, "en", (sentence,), identity, FIRST))
    store.replace_communities(tenant, communities, summaries, FIRST + DAYS * DAY)


def _view(
    store: Store,
    tenant: str,
    reader: tuple[int, tuple[str, ...]],
    valid_at: int,
    known_at: int,
    holding: Holding,
    pick: int,
) -> GraphView:
    who = Principal(tenant, level=reader[0], groups=frozenset(reader[1]))
    at = (FIRST + valid_at * DAY, _late(known_at))
    scope = Scope(tenant, who.readable(store.audiences()), *at)
    picked = [revision.id for revision in store.view(scope).revisions()][pick : pick + 2]
    if holding is Holding.ANY:
        return store.view(scope.pinned(picked))
    if holding is Holding.LAPSED:
        return store.view(scope.lapsed())
    return store.view(scope.leaving_out(picked[:1]) if pick == 1 else scope)


def _late(day: int) -> Instant:
    """Later than what happened on that day."""
    return FIRST + day * DAY + DAY // 2


def _everything(view: GraphView) -> Mapping[str, object]:
    """Every read of a view."""
    ids = view.passage_ids()
    half = [*ids[::2], "unknown"]
    located = view.located([*reversed(ids), "unknown"])
    words = sorted({stem for each in located for stem in each.passage.stems.split()})
    revisions = view.revisions()
    definitions = view.definitions(ids)
    entities = sorted({each.entity_id for each in definitions})
    question = vector("a question")
    subjects = sorted({each.fact.subject_id for each in view.stated()})
    objects = sorted({each.fact.object_id for each in view.stated() if each.fact.object_id})
    return {
        "size": view.size(),
        "passage_ids": ids,
        "located": located,
        "section": [view.section(each) for each in half],
        "siblings": [view.siblings(each) for each in half],
        "lexical": [view.lexical(words, 100), view.lexical(words[:3], 2), view.lexical(["nowhere"], 2)],
        "bm25": view.bm25(words[1:4], half),
        "idf": view.idf([*words, "nowhere", ""]),
        "nearest": [view.nearest(question, limit) for limit in (0, 1, 100)],
        "cosines": view.cosines(question, half),
        "mean_cosine": view.mean_cosine(question),
        "named": view.named([*(each.key for each in definitions), "nobody"]),
        "definitions": definitions,
        "defining": view.defining([*entities, "nobody"]),
        "mentions": [view.mentions(ids), view.mentions(half)],
        "mentioning": [view.mentioning(entities, limit) for limit in (0, 2, 100)],
        "entities": view.entities([*reversed(entities), "nobody"]),
        "stated": [
            view.stated(),
            view.stated(limit=1),
            view.stated(fact_ids=[each.fact.id for each in view.stated(limit=1)]),
            view.stated(subject_ids=subjects[:1], predicates=["window"]),
            view.stated(passage_ids=half),
            view.stated(predicates=["unknown"]),
        ],
        "linked": [
            view.linked([*subjects, "nobody"]),
            view.linked(subjects, limit=1),
            view.linked([*objects, "nobody"], towards=True),
            view.linked(subjects[:1], towards=True),
        ],
        "revisions": [revisions, *(view.revisions(uri) for uri in (*URIS, "unknown"))],
        "in_force": [view.in_force(uri) for uri in (*URIS, "unknown")],
        "below_heads": view.below_heads(),
        "supersessions": view.supersessions([*(each.id for each in revisions), "unknown"]),
        "holds": [view.holds(uri) for uri in (*URIS, "unknown")],
        "themes": [view.themes(), view.themes(1)],
    }


def _difference(one: object, other: object) -> str:
    """Where two results differ first; empty where they do not. Numbers may differ by 1e-6."""
    if isinstance(one, float) and isinstance(other, float):
        return "" if one == pytest.approx(other, abs=1e-6) else f"{one} and {other}"
    if type(one) is not type(other):
        return f"{one!r} and {other!r}"
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return _difference(sorted(one.items()), sorted(other.items()))
    if isinstance(one, (tuple, list)) and isinstance(other, (tuple, list)):
        if len(one) != len(other):
            return f"{len(one)} and {len(other)} items: {one!r} and {other!r}"
        return next((found for pair in zip(one, other, strict=True) if (found := _difference(*pair))), "")
    if is_dataclass(one) and not isinstance(one, type) and not isinstance(one, Enum):
        names = [field.name for field in fields(one)]
        pairs = ((getattr(one, name), getattr(other, name)) for name in names)
        return next((found for pair in pairs if (found := _difference(*pair))), "")
    return "" if one == other else f"{one!r} and {other!r}"
