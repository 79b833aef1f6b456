"""What commits, deletions and undos do, on both axes of time."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contract.access import Audience, Holding, Principal
from contract.errors import NotFound, StoreMismatch, UnreadableDocument
from contract.history import Act, ActKind, Delete, Put, Undo
from contract.ports import GraphStore
from contract.records import CommitOutcome, Embedded
from contract.time import END, parse
from tests.store.drafts import DIMENSION, MODEL, TENANT, draft, embedded, everything, put, texts, vector, view

REFUND = "policy/refund"


def test_both_axes_of_time(store: GraphStore) -> None:
    put(store, draft(REFUND, "30 days", valid_from="2025-01-01"), "2025-02-01")
    put(store, draft(REFUND, "14 days", valid_from="2026-01-01"), "2026-03-01")
    assert texts(view(store, "2024-12-31")) == []
    assert texts(view(store, "2025-06-01")) == ["30 days"]
    assert texts(view(store, "2026-01-01")) == ["14 days"]
    assert texts(view(store, "2026-02-01", known_at="2026-02-01")) == ["30 days"], "the new one was not known yet"
    assert texts(view(store, "2026-02-01", known_at="2025-01-31")) == []


def test_what_a_commit_says(store: GraphStore) -> None:
    first = put(store, draft(REFUND, "30 days", valid_from="2025-01-01"))
    second = put(store, draft(REFUND, ["14 days", "in writing"], valid_from="2026-01-01"))
    assert (first.outcome, first.embedded, first.superseded) == (CommitOutcome.NEW, 1, ())
    assert (second.outcome, second.embedded, second.superseded) == (CommitOutcome.REVISED, 2, (first.revision_id,))
    assert second.number == first.number + 1 == store.state().commit
    act = Act(ActKind.REPLACE, "not/here")
    assert put(store, draft("b", "b", valid_from="2026-01-01", acts=[act])).dangling == ("not/here",)
    ring = [put(store, draft(a, a, valid_from="2026-01-01", acts=[Act(ActKind.REPEAL, b)])) for a, b in ("xy", "yx")]
    assert ring[-1].cycles == (("x", "y"),)


def test_known_time_never_goes_back(store: GraphStore) -> None:
    put(store, draft("a", "a", valid_from="2025-01-01"), "2026-05-01")
    late = put(store, draft("b", "b", valid_from="2025-01-01"), "2026-01-01")
    assert late.known_at == parse("2026-05-01")
    other = put(store, draft("b", "b", tenant="other", valid_from="2025-01-01"), "2026-01-01")
    assert other.known_at == parse("2026-01-01"), "each tenant has its own log"


def test_the_same_again_writes_no_text(store: GraphStore) -> None:
    dated = draft("a", ["one", "two"], valid_from="2025-01-01")
    first = put(store, dated, "2026-01-01")
    ids = view(store).passage_ids()
    again = put(store, dated, "2026-02-01")
    assert (again.outcome, again.revision_id, again.embedded) == (CommitOutcome.UNCHANGED, first.revision_id, 0)
    assert again.number == first.number, "an exact repeat is not logged"
    reissued = put(store, draft("a", ["one", "two"], valid_from="2026-06-01"), "2026-03-01")
    assert (reissued.outcome, reissued.embedded) == (CommitOutcome.REVISED, 0)
    assert view(store).passage_ids() == ids


def test_an_undated_copy_is_a_sighting(store: GraphStore) -> None:
    first = put(store, draft("a", "A"), "2026-01-01")
    again = put(store, draft("a", "A"), "2026-03-01")
    assert (again.outcome, again.revision_id) == (CommitOutcome.UNCHANGED, first.revision_id)
    assert len(store.history(TENANT)) == 2, "it is kept: what comes between makes it a start"
    assert [revision.id for revision in view(store).revisions()] == [first.revision_id]
    put(store, draft("a", "B", valid_from="2026-02-01"), "2026-04-01")
    assert texts(view(store, "2026-02-15")) == ["B"]
    assert texts(view(store, "2026-03-15")) == ["A"]


def test_a_copy_that_corrects_is_told_as_what_was_seen_again(store: GraphStore) -> None:
    first = put(store, draft("a", "A", valid_from="2026-01-01"), "2026-01-01")
    mistaken = put(store, draft("a", "B", observed_at="2026-03-01"), "2026-03-01")
    put(store, draft("a", "A", observed_at="2026-03-01"), "2026-03-02")
    seen = view(store, "2026-04-01")
    assert texts(seen) == ["A"]
    (edge,) = seen.supersessions([mistaken.revision_id])
    assert (edge.newer, edge.rule) == (first.revision_id, "correction")
    assert {edge.newer, edge.older} == {revision.id for revision in seen.revisions()}
    assert texts(view(store, "2026-04-01", holding=Holding.LAPSED)) == ["B"], "why it does not hold is known"


def test_a_copy_carries_newer_metadata(store: GraphStore) -> None:
    put(store, draft("a", "A", title="old title"), "2026-01-01")
    again = put(store, draft("a", "A", title="new title"), "2026-03-01")
    assert (again.outcome, again.embedded) == (CommitOutcome.REVISED, 0)
    (revision,) = view(store).in_force("a")
    assert revision.metadata.title == "new title"
    (earlier,) = view(store, known_at="2026-02-01").in_force("a")
    assert earlier.metadata.title == "old title"


def test_standing_labels_hold_side_by_side(store: GraphStore) -> None:
    for label in ("1.9", "1.10", "1.10-rc1"):
        put(store, draft("manual", f"text of {label}", valid_from="2025-01-01", label=label, standing=True))
    put(store, draft("manual", "text of 1.9", valid_from="2025-01-01", label="1.8", standing=True))
    seen = view(store)
    assert [revision.metadata.revision for revision in seen.in_force("manual")] == ["1.10", "1.10-rc1", "1.9", "1.8"]
    carried = {each.passage.text: each.revision.metadata.revision for each in seen.located(seen.passage_ids())}
    assert carried["text of 1.9"] == "1.9", "of two revisions that carry one text the head stands for it"
    assert seen.below_heads() == {revision.id for revision in seen.in_force("manual")[1:]}
    assert store.families(TENANT) == {"manual": True}


def test_a_part_and_what_it_holds_fall_together(store: GraphStore) -> None:
    sections = {"title-1": "t", "art-1": "one", "art-1~2": "one, second part", "art-2": "two"}
    put(store, draft("law", sections, valid_from="2020-01-01", parents={"art-1": "title-1", "art-1~2": "title-1"}))
    put(store, draft("x", "x", valid_from="2024-01-01", acts=[Act(ActKind.REPEAL, "law", section="art-1")]))
    assert texts(view(store)) == ["t", "two", "x"]
    put(store, draft("y", "y", valid_from="2025-01-01", acts=[Act(ActKind.REINSTATES, "law", section="art-1")]))
    assert texts(view(store)) == ["one", "one, second part", "t", "two", "x", "y"]
    put(store, draft("z", "z", valid_from="2026-01-01", acts=[Act(ActKind.REPEAL, "law", section="title-1")]))
    assert texts(view(store)) == ["two", "x", "y", "z"]


def test_a_tombstone_and_what_it_brings_back(store: GraphStore) -> None:
    put(store, draft("law/1", "old law", valid_from="2020-01-01"), "2026-01-01")
    put(store, draft("law/2", "new law", valid_from="2025-01-01", acts=[Act(ActKind.REPLACE, "law/1")]), "2026-02-01")
    assert texts(view(store)) == ["new law"]
    gone = store.delete(TENANT, "law/2", parse("2026-03-01"))
    assert gone.outcome is CommitOutcome.REVISED
    assert texts(view(store)) == ["old law"]
    assert texts(view(store, holding=Holding.LAPSED)) == []
    assert texts(view(store, known_at="2026-02-15")) == ["new law"]
    assert isinstance(store.history(TENANT)[-1], Delete)
    with pytest.raises(NotFound, match="law/2"):
        store.delete(TENANT, "law/2", parse("2026-04-01"))
    with pytest.raises(NotFound, match="nowhere"):
        store.delete(TENANT, "nowhere", parse("2026-04-01"))
    with pytest.raises(NotFound, match="nobody"):
        store.delete("nobody", "law/1", parse("2026-04-01"))


def test_purge_leaves_no_word(store: GraphStore, tmp_path: Path) -> None:
    secret = draft(
        "a",
        ["Xylophonic secrets of Zebulon", "shared words"],
        names={"Zebulon": "Zebulon"},
        facts=[("Zebulon", "is", "Xylophonic")],
        title="Xylophonic",
        valid_from="2025-01-01",
    )
    put(store, draft("b", ["shared words", "a note on Zebulon"], valid_from="2025-01-01"))
    told = put(store, secret)
    store.delete(TENANT, "a", parse("2026-02-01"), purge=True)

    assert texts(view(store)) == ["a note on Zebulon", "shared words"]
    assert texts(view(store, known_at="2026-01-15")) == ["a note on Zebulon", "shared words"], "not even of then"
    assert view(store).named(["zebulon"]) == ()
    keys = embedded(secret).keys
    assert store.missing(keys.values()) == {keys[secret.content.passages[0].id]}, "the other is still used"
    put_events = [event for event in store.history(TENANT) if isinstance(event, Put)]
    assert told.revision_id in {event.revision_id for event in put_events}, "ids and hashes stay"
    held = b"".join(file.read_bytes() for file in tmp_path.glob("store.db*"))
    assert b"ylophonic" not in held

    again = put(store, secret, "2026-03-01")
    assert again.embedded == 1
    assert texts(view(store)) == ["Xylophonic secrets of Zebulon", "a note on Zebulon", "shared words", "shared words"]
    assert len(view(store).mentioning([secret.content.entities[0].id], 10)) == 2


def test_undo_restores_every_read(store: GraphStore) -> None:
    put(store, draft("law/1", {"art-1": "one", "art-2": "about Gadir"}, valid_from="2020-01-01"))
    put(
        store,
        draft(REFUND, "30 days", names={"Refund": "Refund"}, facts=[("Refund", "days", "30")], valid_from="2025-01-01"),
    )
    views = [("2024-06-01", holding) for holding in (Holding.IN_FORCE, Holding.LAPSED)]
    views += [("2026-06-01", holding) for holding in (Holding.IN_FORCE, Holding.LAPSED)]
    before = [everything(view(store, day, holding=holding)) for day, holding in views]
    acts = [Act(ActKind.REPEAL, "law/1", section="art-2"), Act(ActKind.NULLITY, REFUND)]
    done = put(store, draft("x", "Gadir and Refund", names={"Gadir": "Gadir"}, valid_from="2024-01-01", acts=acts))
    assert [everything(view(store, day, holding=holding)) for day, holding in views] != before
    undone = store.undo(TENANT, done.revision_id, parse("2026-02-01"))
    assert undone.revision_id == done.revision_id
    assert [everything(view(store, day, holding=holding)) for day, holding in views] == before
    assert isinstance(store.history(TENANT)[-1], Undo)


def test_undo_of_what_is_not_there(store: GraphStore) -> None:
    done = put(store, draft("a", "a", valid_from="2025-01-01"))
    store.undo(TENANT, done.revision_id, parse("2026-02-01"))
    with pytest.raises(NotFound):
        store.undo(TENANT, done.revision_id, parse("2026-02-01"))
    with pytest.raises(NotFound):
        store.undo(TENANT, "unknown", parse("2026-02-01"))
    with pytest.raises(NotFound):
        store.undo("other", done.revision_id, parse("2026-02-01"))
    again = put(store, draft("a", "a", valid_from="2025-01-01"), "2026-03-01")
    assert again.revision_id != done.revision_id
    assert texts(view(store)) == ["a"]


def test_a_view_keeps_to_its_commit(store: GraphStore) -> None:
    put(store, draft("a", "old", valid_from="2025-01-01"))
    pinned = view(store, known_at=END - 1)
    before = everything(pinned)
    put(store, draft("a", "new", valid_from="2026-01-01"), "2026-02-01")
    store.delete(TENANT, "a", parse("2026-03-01"))
    assert everything(pinned) == before
    assert texts(view(store, known_at=END - 1)) == []


def test_vectors_that_do_not_fit_are_refused(store: GraphStore) -> None:
    made = draft("a", "a text")
    good = embedded(made)
    key = next(iter(good.keys.values()))
    for wrong in (
        Embedded("another", DIMENSION, good.keys, good.vectors),
        Embedded(MODEL, DIMENSION * 2, good.keys, good.vectors),
        Embedded(MODEL, DIMENSION, good.keys, {key: vector("x")[:-4]}),
        Embedded(MODEL, DIMENSION, good.keys, {key: bytes(4 * DIMENSION)}),
        Embedded(MODEL, DIMENSION, good.keys, {}),
        Embedded(MODEL, DIMENSION, {}, good.vectors),
    ):
        with pytest.raises(StoreMismatch):
            store.commit(made, wrong, parse("2026-01-01"))
    with pytest.raises(StoreMismatch):
        view(store).nearest(vector("x")[:-4], 5)
    assert store.history(TENANT) == ()
    assert store.families(TENANT) == {}


def test_half_a_character_is_the_documents_fault(store: GraphStore) -> None:
    made = draft("a", "fine")
    broken = draft("b", "fine", title="half \ud800 a character")
    with pytest.raises(UnreadableDocument, match="b holds half a character"):
        put(store, broken)
    put(store, made)
    assert texts(view(store)) == ["fine"]


def test_odd_text_comes_back_as_it_went_in(store: GraphStore) -> None:
    odd = ['C++ (beta) AND "x', "a\0b\x01c", "  ", "ñandú — «Íñigo» 東京 ß", 'NEAR(a b, 2) * ^ - : {x} "']
    put(store, draft("a", odd, valid_from="2025-01-01", names={'C++ (beta) AND "x': "c"}))
    seen = view(store)
    assert texts(seen) == sorted(odd)
    assert [
        text for identity in seen.passage_ids()[:1] if (section := seen.section(identity)) for text in section[1:]
    ] == ["\n\n".join(odd)]


_STEPS = st.lists(
    st.tuples(
        st.sampled_from(["put", "put", "put", "delete", "undo"]),
        st.sampled_from("ab"),
        st.sampled_from("ABC"),
        st.sampled_from([None, "2024-01-01", "2025-01-01", "2026-01-01"]),
        st.sampled_from([0, 2]),
        st.integers(0, 3),
    ),
    max_size=7,
)


_SLOW = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None)
Steps = list[tuple[str, str, str, str | None, int, int]]


@pytest.mark.parametrize("opener", ["embedded"], indirect=True)
@settings(_SLOW, max_examples=25)
@given(steps=_STEPS, number=st.integers(0, 10**9))
def test_any_put_can_be_undone(store: GraphStore, steps: Steps, number: int) -> None:
    _undone(store, steps, number)


@pytest.mark.parametrize("opener", ["neo4j"], indirect=True)
@settings(_SLOW, max_examples=int(os.environ.get("VIGENTE_EXAMPLES", "4")))
@given(steps=_STEPS, number=st.integers(0, 10**9))
def test_any_put_can_be_undone_on_a_server(store: GraphStore, steps: Steps, number: int) -> None:
    """A thousand reads an example, each a turn over the network: few of them, more by VIGENTE_EXAMPLES."""
    _undone(store, steps, number)


def _undone(store: GraphStore, steps: Steps, number: int) -> None:
    tenant = f"{number}-{len(store.families('*'))}-{store.state().commit}"
    for place, (kind, uri, content, valid_from, level, which) in enumerate(steps):
        at = parse("2026-01-01") + place
        puts = [event.revision_id for event in store.history(tenant) if isinstance(event, Put)]
        try:
            if kind == "put":
                put(store, draft(uri, content, tenant=tenant, valid_from=valid_from, audience=Audience(level)), at)
            elif kind == "delete":
                store.delete(tenant, uri, at)
            elif puts:
                store.undo(tenant, puts[which % len(puts)], at)
        except NotFound:
            continue
    at = parse("2026-06-01")

    def reads() -> list[tuple[object, ...]]:
        readers = [Principal(tenant, level=level) for level in (0, 3)]
        days = ["2024-06-01", "2025-06-01", "2026-06-02"]
        return [
            everything(view(store, day, at + 1, reader=reader, holding=holding))
            for reader in readers
            for day in days
            for holding in (Holding.IN_FORCE, Holding.LAPSED)
        ]

    before = reads()
    act = Act(ActKind.REPEAL, "b")
    done = put(store, draft("a", "Z", tenant=tenant, valid_from="2025-03-01", acts=[act], audience=Audience(2)), at)
    store.undo(tenant, done.revision_id, at)
    assert reads() == before


def test_the_file_is_one_database(store: GraphStore, tmp_path: Path) -> None:
    put(store, draft("a", "a", valid_from="2025-01-01"))
    with sqlite3.connect(tmp_path / "store.db") as plain:
        assert plain.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        loose = plain.execute(
            "SELECT name FROM pragma_table_list WHERE type = 'table' AND NOT strict AND schema = 'main'"
        )
        assert {name for (name,) in loose if not name.startswith(("sqlite_", "lexical", "wording"))} == set()
