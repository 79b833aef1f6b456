"""Where facts lead, read for a walk: exactly what the facts themselves say, in any scope and whatever is one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contract.access import Audience, Holding, Principal
from contract.ids import content_id
from contract.merges import MergeEntry, MergeKind, MergeRule
from contract.ports import GraphView
from contract.records import Link
from contract.store import Store
from contract.time import DAY, parse
from language.words import key
from tests.store.conftest import Opener
from tests.store.drafts import TENANT, draft, put, view
from tests.store.test_random_histories import READERS, daily, randomly
from tests.store.told import DAYS, FIRST, Step, days, steps, tell_timed

ALL = 10_000
_TENANTS = count()


@pytest.fixture(scope="module")
def shared(opener: Opener, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    opened = opener(tmp_path_factory.mktemp("linked"))
    yield opened
    assert opened.check() == ()
    opened.close()


def entity_id(name: str, tenant: str = TENANT) -> str:
    return content_id(tenant, key(name))


def said(seen: GraphView, entity_ids: Iterable[str], *, towards: bool = False) -> list[Link]:
    """The same by way of the facts, each with its passages and all that stands there."""
    wanted = set(entity_ids)
    wanted |= {identity.entity.id for identity in seen.identities(wanted)}
    found: dict[tuple[str, str, str], set[str]] = {}
    for each in seen.stated(limit=ALL):
        other = each.fact.object_id
        if other is not None and (other if towards else each.fact.subject_id) in wanted:
            found.setdefault((each.fact.subject_id, each.fact.predicate, other), set()).add(each.at.passage.id)
    return [Link(*link, tuple(sorted(found[link]))) for link in sorted(found)]


def names(store: Store, links: Iterable[Link]) -> list[tuple[str, str, str]]:
    seen = view(store)

    def name(identity: str) -> str:
        return next((each.name for each in seen.entities([identity])), "")

    return [(name(each.subject_id), each.predicate, name(each.object_id)) for each in links]


def test_a_link_is_told_once_with_all_that_states_it(store: Store) -> None:
    buys = ("Andes Fruit", "buys_from", "Northern Berry")
    put(store, draft("a", ["It buys from Northern Berry."], leads=[buys], valid_from="2025-01-01"))
    put(store, draft("b", ["Also Northern Berry, or Halifax."], leads=[buys, ("Andes Fruit", "ships_to", "Halifax")],
                     facts=[("Andes Fruit", "said", "Also")], valid_from="2025-01-01"))  # fmt: skip
    seen = view(store)
    andes, berry = entity_id("Andes Fruit"), entity_id("Northern Berry")
    links = seen.linked([andes])
    assert names(store, links) == [buys, ("Andes Fruit", "ships_to", "Halifax")]
    assert [len(each.passage_ids) for each in links] == [2, 1]
    assert seen.linked([andes], limit=1) == links[:1]
    assert seen.linked([berry]) == seen.linked([andes], towards=True) == seen.linked([andes], limit=0) == ()
    assert seen.linked([berry], towards=True) == links[:1]
    assert seen.linked([]) == seen.linked(["nobody"]) == seen.linked([], towards=True) == ()


def test_what_is_hidden_not_in_force_or_not_known_leads_nowhere(store: Store) -> None:
    put(store, draft("a", "Old ties to Halifax.", leads=[("Andes Fruit", "ships_to", "Halifax")],
                     valid_from="2024-01-01", valid_to="2025-01-01"), "2026-01-01")  # fmt: skip
    put(store, draft("b", "Secret ties to Boston.", leads=[("Andes Fruit", "ships_to", "Boston")],
                     valid_from="2024-01-01", audience=Audience(2)), "2026-01-02")  # fmt: skip
    put(
        store,
        draft("c", "Other ties to Lima.", leads=[("Andes Fruit", "ships_to", "Lima")], tenant="other"),
        "2026-01-03",
    )
    andes, halifax, boston = (entity_id(name) for name in ("Andes Fruit", "Halifax", "Boston"))

    def led(seen: GraphView) -> list[str]:
        return [each.object_id for each in seen.linked([andes])]

    staff = Principal(TENANT, level=2)
    assert led(view(store)) == []
    assert led(view(store, "2024-06-01")) == [halifax]
    assert led(view(store, holding=Holding.LAPSED)) == [halifax]
    assert led(view(store, reader=staff)) == [boston]
    assert led(view(store, known_at="2026-01-01", reader=staff)) == []
    assert view(store).linked([boston], towards=True) == ()


def test_what_is_one_leads_as_one(store: Store) -> None:
    put(
        store,
        draft("a", "Acme SA ships to Halifax.", leads=[("Acme SA", "ships_to", "Halifax")], valid_from="2025-01-01"),
    )
    put(store, draft("b", "Acme S.A. ships to Puerto Norte.", leads=[("Acme S.A.", "ships_to", "Puerto Norte")],
                     valid_from="2025-01-01"))  # fmt: skip
    before = view(store, known_at="2026-02-01")
    said_so = MergeEntry(entity_id("Puerto Norte"), entity_id("Halifax"), MergeKind.SAME, MergeRule.HUMAN, by="ana")
    store.record_merges(TENANT, [said_so], parse("2026-03-01"))
    seen = view(store)
    for one in ("Acme SA", "Acme S.A."):
        (link,) = seen.linked([entity_id(one)])
        assert (link.object_id, len(link.passage_ids)) == (entity_id("Halifax"), 2)
        assert len(before.linked([entity_id(one)])) == 2, "as known then, the ports were two"
    assert seen.linked([entity_id("Puerto Norte")], towards=True) == (link,)


@randomly
@given(
    history=steps,
    reader=st.sampled_from(READERS),
    asked=st.lists(st.tuples(days, days, st.sampled_from((Holding.IN_FORCE, Holding.LAPSED))), min_size=2, max_size=4),
)
def test_what_leads_where_is_what_the_facts_say(
    shared: Store,
    history: tuple[Step, ...],
    reader: tuple[int, tuple[str, ...]],
    asked: list[tuple[int, int, Holding]],
) -> None:
    tenant = f"linked-{next(_TENANTS)}"
    tell_timed(shared, tenant, daily(history))
    ends = [
        entity_id(name, tenant)
        for name in ("Refund Policy", "New York", "New York Times", "Order", "Acme SA", "Acme S.A.")
    ]
    who = Principal(tenant, level=reader[0], groups=frozenset(reader[1]))
    for valid_at, known_at, holding in [*asked, (DAYS, DAYS, Holding.IN_FORCE)]:
        known = FIRST + known_at * DAY + DAY // 2
        seen = view(shared, FIRST + valid_at * DAY, known, reader=who, holding=holding)
        for some in (ends, ends[:1], ends[4:5], ends[5:]):
            for towards in (False, True):
                links = list(seen.linked(some, towards=towards))
                assert links == said(seen, some, towards=towards)
                assert list(seen.linked(some, limit=1, towards=towards)) == links[:1]
