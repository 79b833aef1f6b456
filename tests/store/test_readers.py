"""Nothing of one reader or tenant shows for another: neither text nor count, score, edge or end."""

from __future__ import annotations

from contract.access import Audience, Holding, Principal
from contract.history import Act, ActKind
from contract.ports import GraphStore
from tests.store.drafts import TENANT, draft, everything, put, texts, vector, view

STAFF = Audience(2)
BOARD = Audience(1, frozenset({"board"}))
REFUND = "policy/refund"


def test_levels_and_groups(store: GraphStore) -> None:
    put(store, draft("a", "for everyone", valid_from="2025-01-01"))
    put(store, draft("b", "for staff", valid_from="2025-01-01", audience=STAFF))
    put(store, draft("c", "for the board", valid_from="2025-01-01", audience=BOARD))

    def read(level: int, *groups: str) -> list[str]:
        return texts(view(store, reader=Principal(TENANT, level=level, groups=frozenset(groups))))

    assert read(0) == ["for everyone"]
    assert read(0, "board") == ["for everyone"]
    assert read(1, "board") == ["for everyone", "for the board"]
    assert read(3) == ["for everyone", "for staff"]
    assert read(3, "board") == ["for everyone", "for staff", "for the board"]


def test_a_hidden_superseder_shows_nothing_of_the_old_or_the_new(store: GraphStore) -> None:
    first = put(store, draft(REFUND, "refunds within 30 days", valid_from="2025-01-01"))
    put(store, draft(REFUND, "refunds within 14 days", valid_from="2026-01-01", audience=STAFF))
    open_reader, staff = Principal(TENANT), Principal(TENANT, level=2)

    assert texts(view(store, "2026-06-01", reader=open_reader)) == []
    assert texts(view(store, "2026-06-01", reader=open_reader, holding=Holding.LAPSED)) == []
    assert view(store, "2026-06-01", reader=open_reader).holds(REFUND) == ()
    assert view(store, "2026-06-01", reader=open_reader).supersessions([first.revision_id]) == ()
    assert texts(view(store, "2026-06-01", reader=staff)) == ["refunds within 14 days"]
    assert texts(view(store, "2026-06-01", reader=staff, holding=Holding.LAPSED)) == ["refunds within 30 days"]

    before = view(store, "2025-06-01", reader=open_reader)
    assert texts(before) == ["refunds within 30 days"]
    (shown,) = before.located(before.passage_ids())
    untold = view(store, "2025-06-01", "2026-01-01", reader=open_reader).scope
    assert shown.valid.end > untold.known_at, "the end that only the hidden revision explains is not told"


def test_what_a_hidden_revision_ends_in_turn_is_left_out_too(store: GraphStore) -> None:
    put(store, draft(REFUND, "60 days", valid_from="2024-01-01"))
    put(store, draft(REFUND, "30 days", valid_from="2025-01-01"))
    put(store, draft(REFUND, "14 days", valid_from="2026-01-01", audience=STAFF))
    assert texts(view(store, holding=Holding.LAPSED)) == []
    assert texts(view(store, "2025-06-01", holding=Holding.LAPSED)) == ["60 days"]


def test_a_hidden_correction_or_act_leaves_the_old_out(store: GraphStore) -> None:
    put(store, draft("a", "corrected", valid_from="2028-01-01"))
    put(store, draft("a", "the correction", valid_from="2028-01-01", audience=STAFF))
    put(store, draft("law/1", "repealed", valid_from="2020-01-01"))
    repeal = Act(ActKind.REPEAL, "law/1")
    put(store, draft("law/2", "the repealer", valid_from="2025-01-01", acts=[repeal], audience=STAFF))
    put(store, draft("law/3", {"art-1": "first", "art-2": "second"}, valid_from="2020-01-01"))
    partial = Act(ActKind.REPEAL, "law/3", section="art-2")
    put(store, draft("law/4", "partial repealer", valid_from="2025-01-01", acts=[partial], audience=STAFF))

    assert texts(view(store)) == ["first"]
    assert texts(view(store, holding=Holding.LAPSED)) == []
    staff = Principal(TENANT, level=2)
    assert texts(view(store, reader=staff, holding=Holding.LAPSED)) == [
        "corrected",
        "repealed",
        "second",
        "the correction",
    ]


def test_lapsed_for_reasons_that_a_reader_may_know(store: GraphStore) -> None:
    put(store, draft("ended", "by its own end", valid_from="2024-01-01", valid_to="2025-01-01"))
    put(store, draft("coming", "not begun", valid_from="2030-01-01"))
    put(store, draft("law/1", {"art-1": "stays", "art-2": "goes"}, valid_from="2020-01-01"))
    put(store, draft("law/2", "repeals", valid_from="2025-01-01", acts=[Act(ActKind.REPEAL, "law/1", section="art-2")]))
    lapsed = view(store, holding=Holding.LAPSED)
    assert texts(lapsed) == ["by its own end", "goes", "not begun"]
    assert texts(view(store)) == ["repeals", "stays"]
    valid = {each.passage.text: each.valid for each in lapsed.located(lapsed.passage_ids())}
    at = lapsed.scope.valid_at
    assert valid["by its own end"].end <= at
    assert valid["goes"].end <= at
    assert valid["not begun"].start > at


def test_a_suspended_text_lapses_only_while_suspended(store: GraphStore) -> None:
    put(store, draft(REFUND, "all year", valid_from="2025-01-01"))
    put(store, draft(REFUND, "in summer", valid_from="2026-07-01", valid_to="2026-09-01"))
    put(store, draft(REFUND, "hidden", valid_from="2026-11-01", audience=STAFF))

    def shown(day: str) -> tuple[list[str], list[str]]:
        return texts(view(store, day)), texts(view(store, day, holding=Holding.LAPSED))

    assert shown("2026-08-01") == (["in summer"], ["all year"])
    assert shown("2026-10-01") == (["all year"], ["in summer"])
    assert shown("2026-12-01") == ([], ["in summer"])


def test_hidden_lapsed_and_foreign_documents_move_nothing(store: GraphStore) -> None:
    put(
        store,
        draft(
            "a", ["the alpha export rule", "the beta import rule"], names={"Alpha": "Alpha"}, valid_from="2025-01-01"
        ),
    )
    before = everything(view(store))
    put(
        store,
        draft("b", ["alpha alpha Alpha rule", "rule"], names={"Beta": "Beta"}, valid_from="2025-01-01", audience=STAFF),
    )
    put(store, draft("c", "alpha rule of old", valid_from="2024-01-01", valid_to="2025-01-01", audience=STAFF))
    put(
        store, draft("a", "alpha for another tenant", tenant="other", names={"Alpha": "Alpha"}, valid_from="2025-01-01")
    )
    assert everything(view(store)) == before


def test_pins_show_readable_live_revisions_whatever_their_validity(store: GraphStore) -> None:
    old = put(store, draft(REFUND, "30 days", valid_from="2025-01-01"))
    new = put(store, draft(REFUND, "14 days", valid_from="2026-01-01", audience=STAFF))
    undone = put(store, draft("b", "undone", valid_from="2026-01-01"))
    store.undo(TENANT, undone.revision_id, view(store).scope.known_at - 1)
    pins = [old.revision_id, new.revision_id, undone.revision_id, "unknown"]
    pinned = view(store, holding=Holding.ANY, pins=pins)
    assert texts(pinned) == ["30 days"]
    assert texts(view(store, holding=Holding.ANY, pins=pins, reader=Principal(TENANT, level=3))) == [
        "14 days",
        "30 days",
    ]
    assert texts(view(store, holding=Holding.ANY)) == []
    (located,) = pinned.located(pinned.passage_ids())
    assert located.revision.id == old.revision_id


def test_a_standing_family_can_be_asked_without_the_labels_below_its_head(store: GraphStore) -> None:
    for label in ("1.0", "2.0", "1.5"):
        put(store, draft("manual", f"the text of {label}", label=label, standing=True, valid_from="2025-01-01"))
    put(store, draft("policy", "another text", valid_from="2025-01-01"))
    whole = view(store)
    head, *lower = whole.in_force("manual")
    assert head.metadata.revision == "2.0"
    narrow = store.view(whole.scope.leaving_out(revision.id for revision in lower))
    assert texts(narrow) == ["another text", "the text of 2.0"]
    assert narrow.size() == 2
    assert {scored.passage_id for scored in narrow.lexical(["text"], 10)} == set(narrow.passage_ids())
    assert narrow.in_force("manual") == whole.in_force("manual")


def test_tenants_are_walls(store: GraphStore) -> None:
    put(store, draft("same/uri", "of acme", valid_from="2025-01-01"))
    put(store, draft("same/uri", "of another", tenant="other", valid_from="2026-01-01"))
    other = Principal("other")
    assert texts(view(store)) == ["of acme"]
    assert texts(view(store, reader=other)) == ["of another"]
    assert texts(view(store, reader=Principal("nobody"))) == []
    (foreign,) = view(store, reader=other).passage_ids()
    here = view(store)
    assert here.located([foreign]) == ()
    assert here.section(foreign) is None
    assert here.siblings(foreign) == ()
    assert here.cosines(vector("x"), [foreign]) == {}
    assert here.bm25(["another"], [foreign]) == {}
    assert store.families("other") == {"same/uri": False}


def test_a_stricter_audience_of_a_copy_counts_at_every_known_time(store: GraphStore) -> None:
    put(store, draft("a", "a text", observed_at="2025-01-01"), "2025-01-01")
    again = put(store, draft("a", "a text", observed_at="2026-01-01", audience=STAFF), "2026-01-01")
    assert texts(view(store)) == []
    assert texts(view(store, known_at="2025-06-01")) == []
    assert texts(view(store, reader=Principal(TENANT, level=2))) == ["a text"]
    store.undo(TENANT, [event.revision_id for event in store.history(TENANT)][-1], view(store).scope.known_at - 1)  # type: ignore[union-attr]
    assert again.embedded == 0
    assert texts(view(store)) == ["a text"]
