"""What must hold of any history, through a store: order, undo, what is hidden, and replay.

Few histories are tried as a rule; VIGENTE_EXAMPLES=1000 tries as many of each on each store.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from contract.access import Audience, Principal
from contract.evidence import Scored
from contract.history import Put
from contract.ports import GraphView
from contract.records import Revision
from contract.store import Store
from contract.time import DAY, Instant
from service.explain.replay import replay
from tests.store.asking import QUESTIONS, answered, product, told
from tests.store.conftest import Opener
from tests.store.drafts import everything, vector, view
from tests.store.told import DAYS, FIRST, Gone, Step, Told, days, steps, tell_timed, tellings

EXAMPLES = int(os.environ.get("VIGENTE_EXAMPLES", "5"))
READERS = ((0, ()), (3, ()), (3, ("board",)))
ALL = READERS[-1]  # may read whatever the histories tell
SECRET = Audience(0, frozenset({"vault"}))
END = FIRST + 4 * DAYS * DAY
_TENANTS = count()

randomly = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize="VIGENTE_EXAMPLES" not in os.environ,
    phases=[Phase.explicit, Phase.reuse, Phase.generate, *([Phase.shrink] if EXAMPLES > 100 else [])],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
readers = st.sampled_from(READERS)


@pytest.fixture(scope="module")
def store(opener: Opener, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    opened = opener(tmp_path_factory.mktemp("random"))
    yield opened
    assert opened.check() == ()
    opened.close()


def fresh() -> str:
    return f"random-{next(_TENANTS)}"


def daily(history: Sequence[Step]) -> list[tuple[Instant, Step]]:
    """A history told one step a day."""
    return [(FIRST + day * DAY, step) for day, step in enumerate(history)]


def dated(uploads: Sequence[Told]) -> list[Told]:
    """Nothing in it asks when it came: dates of its own, one revision a start, nothing taken back."""
    own = [replace(each, observed_at=each.observed_at or 0) for each in uploads]
    starts = {(each.uri, each.observed_at if each.valid_from is None else each.valid_from): each for each in own}
    return list(starts.values())


def read(
    store: Store, tenant: str, reader: tuple[int, tuple[str, ...]], day: int, known_at: Instant = END
) -> GraphView:
    return view(store, FIRST + day * DAY, known_at, reader=_who(tenant, reader))


def _who(tenant: str, reader: tuple[int, tuple[str, ...]]) -> Principal:
    return Principal(tenant, level=reader[0], groups=frozenset(reader[1]))


def seen(of: GraphView) -> Mapping[str, object]:
    """Every read of a view without what tells tenants, or times of arrival, apart: ids and their order."""
    ids = of.passage_ids()
    located = of.located(ids)
    revisions = of.revisions()
    uris = sorted({each.uri for each in revisions})
    name = {each.passage.id: (*_called(each.revision), *each.path, each.passage.text) for each in located}
    title = {each.id: _called(each) for each in revisions}
    words = sorted({stem for each in located for stem in each.passage.stems.split()})
    question = vector("a question")

    def scores(found: Mapping[str, float]) -> list[tuple[object, float]]:
        return sorted((name[identity], round(score, 6)) for identity, score in found.items())

    definitions = of.definitions(ids)
    facts = of.stated()
    return {
        "size": of.size(),
        "located": sorted((name[each.passage.id], each.valid.start, each.valid.end) for each in located),
        "sections": sorted((name[each], found[1] if (found := of.section(each)) else "") for each in ids),
        "siblings": sorted((name[each], [name[other] for other in of.siblings(each)]) for each in ids),
        "lexical": scores({each.passage_id: each.score for each in of.lexical(words, 1000)}),
        "bm25": scores(of.bm25(words[:3], ids)),
        "idf": {word: round(weight, 9) for word, weight in of.idf([*words, "nowhere"]).items()},
        "nearest": scores({each.passage_id: each.score for each in of.nearest(question, 1000)}),
        "mean_cosine": round(of.mean_cosine(question), 6),
        "definitions": sorted((name[each.passage_id], each.key) for each in definitions),
        "named": sorted((name[each.passage_id], each.key) for each in of.named({each.key for each in definitions})),
        "mentions": sorted((name[each.passage_id], each.span.start, each.span.end) for each in of.mentions(ids)),
        "entities": sorted(each.key for each in of.entities(sorted({each.entity_id for each in definitions}))),
        "stated": sorted((name[each.at.passage.id], each.fact.subject, each.span.start) for each in facts),
        "linked": sorted(
            (each.predicate, sorted(name[stating] for stating in each.passage_ids))
            for each in of.linked({each.fact.subject_id for each in facts})
        ),
        "revisions": sorted(title.values()),
        "in_force": [sorted(title[each.id] for each in of.in_force(uri)) for uri in uris],
        "holds": sorted((title[hold[0]], str(hold[1]), hold[2], hold[3]) for uri in uris for hold in of.holds(uri)),
        "edges": sorted(
            (title.get(edge.newer, ()), title[edge.older], edge.kind, edge.effective, str(edge.section))
            for edge in of.supersessions(title)
        ),
    }


def near(reads: object) -> object:
    """Reads whose scores are rounded: sums of vectors depend on the order in which a store keeps them, to some 1e-8."""
    if isinstance(reads, float):
        return round(reads, 6)
    if isinstance(reads, Scored):
        return (reads.passage_id, round(reads.score, 6))
    if isinstance(reads, Mapping):
        return {name: near(value) for name, value in reads.items()}
    return [near(each) for each in reads] if isinstance(reads, tuple | list) else reads


def _called(revision: Revision) -> tuple[str, ...]:
    metadata = revision.metadata
    dates = (metadata.valid_from, metadata.valid_to, metadata.observed_at)
    return (revision.uri, str(metadata.revision), revision.sha256, *map(str, dates))


@randomly
@given(uploads=st.lists(tellings, min_size=2, max_size=7).map(dated), asked=days, reader=readers, data=st.data())
def test_the_order_of_arrival_decides_nothing(
    store: Store, uploads: list[Told], asked: int, reader: tuple[int, tuple[str, ...]], data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(uploads))
    one, other = fresh(), fresh()
    tell_timed(store, one, daily(uploads))
    tell_timed(store, other, daily(shuffled))
    assert seen(read(store, one, reader, asked)) == seen(read(store, other, reader, asked))


@randomly
@given(history=steps, upload=tellings, asked=days, reader=readers)
def test_an_undo_at_the_end_gives_back_every_read(
    store: Store, history: tuple[Step, ...], upload: Told, asked: int, reader: tuple[int, tuple[str, ...]]
) -> None:
    """What was known in between is kept; who may read it is as of now, so that it is asked by who may read everything."""
    tenant = fresh()
    tell_timed(store, tenant, daily(history))
    late = FIRST + (len(history) + 1) * DAY
    before = near(everything(read(store, tenant, reader, asked, late)))
    uploaded = tell_timed(store, tenant, [(late + DAY, upload)])
    assume(uploaded)  # the very same told twice is no revision of its own
    meanwhile = near(everything(read(store, tenant, ALL, asked, late + DAY)))
    store.undo(tenant, uploaded[0], late + 2 * DAY)
    assert near(everything(read(store, tenant, reader, asked, late + 2 * DAY))) == before
    assert near(everything(read(store, tenant, reader, asked, late))) == before
    assert near(everything(read(store, tenant, ALL, asked, late + DAY))) == meanwhile


def test_an_undo_takes_back_the_permission_that_came_with_a_copy(store: Store) -> None:
    """Of what was known then too: a time that is asked for opens nothing that is closed now, and closes nothing that is open."""
    for before, after in ((2, 0), (0, 2)):
        tenant = fresh()
        one = Told("policy", (("art-1", ("refund",)),), None, None, None, None, Audience(before), (), False, None, None)
        tell_timed(store, tenant, [(FIRST, one)])
        (copy,) = tell_timed(store, tenant, [(FIRST + DAY, replace(one, audience=Audience(after)))])
        for undone, level in ((False, after), (True, before)):
            if undone:
                store.undo(tenant, copy, FIRST + 2 * DAY)
            for known in (FIRST, FIRST + DAY, FIRST + 2 * DAY):
                assert bool(read(store, tenant, (0, ()), 0, known).size()) == (level == 0)
                assert read(store, tenant, ALL, 0, known).size()


@randomly
@given(history=steps, upload=tellings, place=st.integers(0, 9), asked=days, reader=readers)
def test_an_upload_undone_later_might_as_well_not_have_come(
    store: Store, history: tuple[Step, ...], upload: Told, place: int, asked: int, reader: tuple[int, tuple[str, ...]]
) -> None:
    assume(upload not in history)  # the very same told again is the same revision, and an undo takes back that
    with_it, without = fresh(), fresh()
    at = min(place, len(history))
    timed = daily(history)
    extra = FIRST + at * DAY - DAY // 2
    uploaded = tell_timed(store, with_it, [*timed[:at], (extra, upload), *timed[at:]], apart={at})
    revisions = {event.revision_id: event.known_at for event in store.history(with_it) if isinstance(event, Put)}
    fresh_one = [each for each in uploaded if revisions[each] == extra]
    assume(fresh_one)
    store.undo(with_it, fresh_one[0], FIRST + 2 * DAYS * DAY)
    tell_timed(store, without, timed)
    assert seen(read(store, with_it, reader, asked)) == seen(read(store, without, reader, asked))


@randomly
@given(
    history=steps,
    hidden=st.lists(tellings, min_size=1, max_size=3),
    other=steps,
    asked=days,
    reader=readers,
    question=st.sampled_from(QUESTIONS),
)
def test_what_is_hidden_might_as_well_be_absent(
    store: Store,
    history: tuple[Step, ...],
    hidden: list[Told],
    other: tuple[Step, ...],
    asked: int,
    reader: tuple[int, tuple[str, ...]],
    question: str,
) -> None:
    """Sources of others' alone, and all of another tenant. (What ends a text ends it for everyone: those here end nothing.)"""
    with_it, without, elsewhere = fresh(), fresh(), fresh()
    secret = [replace(each, uri=f"secret/{at}", audience=SECRET, acts=()) for at, each in enumerate(hidden)]
    timed = daily(history)
    between = [(FIRST + day * DAY + DAY // 4, step) for day, step in enumerate([*secret, Gone("secret/0", False)])]
    merged = sorted([*timed, *between], key=lambda pair: pair[0])
    tell_timed(store, with_it, merged, apart={at for at, (_, step) in enumerate(merged) if step in secret})
    tell_timed(store, without, timed)
    tell_timed(store, elsewhere, daily(other))
    assert seen(read(store, with_it, reader, asked)) == seen(read(store, without, reader, asked))
    before = _all_told(store, without, reader, question, asked)
    after = [(END + (1 + day) * DAY, step) for day, step in enumerate([*secret, Gone("secret/0", False)])]
    tell_timed(store, without, after)
    assert _all_told(store, without, reader, question, asked) == before, "ids and their order too"


def _all_told(store: Store, tenant: str, reader: tuple[int, tuple[str, ...]], question: str, asked: int) -> object:
    """Every read and an answer, as known now."""
    now = END + 10 * DAY
    parts = product(store, tenant, now)
    answer = told(answered(parts, _who(tenant, reader), question, FIRST + asked * DAY))
    return near(everything(read(store, tenant, reader, asked, now))), answer


@randomly
@given(history=steps, asked=days, known=days, reader=readers)
def test_who_ended_a_revision_is_a_revision_that_the_reader_may_list(
    store: Store, history: tuple[Step, ...], asked: int, known: int, reader: tuple[int, tuple[str, ...]]
) -> None:
    """Of each edge told, at any known time: neither end is hidden, taken back, or a copy that was only seen again."""
    tenant = fresh()
    tell_timed(store, tenant, daily(history))
    revisions = [event.revision_id for event in store.history(tenant) if isinstance(event, Put)]
    for known_at in (FIRST + known * DAY, END):
        known_then = read(store, tenant, reader, asked, known_at)
        listed = {revision.id for revision in known_then.revisions()}
        assert {end for edge in known_then.supersessions(revisions) for end in (edge.newer, edge.older)} <= listed


@randomly
@given(history=steps, later=steps, asked=days, reader=readers, question=st.sampled_from(QUESTIONS))
def test_a_trace_replays_whatever_came_since(
    store: Store,
    history: tuple[Step, ...],
    later: tuple[Step, ...],
    asked: int,
    reader: tuple[int, tuple[str, ...]],
    question: str,
) -> None:
    """All but a purge, which removes for real what an answer may have rested on."""
    tenant = fresh()
    who = _who(tenant, reader)
    tell_timed(store, tenant, daily(history))
    parts = product(store, tenant, FIRST + DAYS * DAY)
    answer = answered(parts, who, question, FIRST + asked * DAY)
    since = [replace(step, purge=False) if isinstance(step, Gone) else step for step in later]
    tell_timed(store, tenant, [(FIRST + (DAYS + 1 + day) * DAY, step) for day, step in enumerate(since)])
    again = replay(replace(parts, clock=lambda: END), who, answer.trace_id, question)
    assert again.changed == ()
    assert {each.what for each in again.moved} <= {"versions.commit"}
