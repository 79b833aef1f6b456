"""What must hold of the ladder and of the chain whatever is put in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assembly.budget import tokens, within_budget
from assembly.deduplicate import without_duplicates
from assembly.ladder import Edge, Member, Outcome, governs, resolve
from assembly.order import arrange, ordered, ranked
from assembly.relevance import relevant
from assembly.state import AssemblyRequest, Item, State
from contract.access import Scope
from contract.evidence import Behavior, Located, Question, Resolution
from contract.policy import Policy, PredicateRule
from contract.records import Authority, Datatype, Metadata, Passage, PassageKind, Revision, Span
from contract.time import Interval
from graph.embedded.store import open_store
from language.values import parse, same

WINDOW = PredicateRule("window", Datatype.QUANTITY, "one", governed_by=frozenset({"policy"}))
TYPES = {
    "policy": Authority.GOVERNING,
    "law": Authority.GOVERNING,
    "erp": Authority.LIVE,
    "manual": Authority.SUPPORTING,
    "forum": Authority.INFORMAL,
}

few = settings(max_examples=40)  # many small properties: together they try thousands of cases
values = st.sampled_from(["14 days", "2 weeks", "30 days", "1 month", "10-20 days", "14", "14 working days"])
rules = st.sampled_from(
    [WINDOW, PredicateRule("open", Datatype.QUANTITY, "one"), PredicateRule("window", Datatype.QUANTITY, "many")]
)
scopes = st.sampled_from([{}, {}, {}, {"country": "CA"}, {"country": "ES"}, {"plan": "premium"}])


@st.composite
def some_members(draw: st.DrawFn, most: int = 6) -> list[Member]:
    found = []
    for n in range(draw(st.integers(0, most))):
        kind = draw(st.sampled_from(sorted(TYPES)))
        interval = draw(st.sampled_from([Interval(), Interval(0, 10), Interval(10, 20), Interval(5)]))
        value = parse(draw(values), "en")
        found.append(Member(f"m{n}", value, kind, TYPES[kind], interval, draw(scopes), draw(st.integers(0, 4)) > 0))
    return found


@st.composite
def situations(draw: st.DrawFn) -> tuple[list[Member], PredicateRule, dict[str, object]]:
    members = draw(some_members())
    ids = [member.id for member in members]
    edges: list[Edge] = []
    if len(ids) > 1:
        pairs = st.lists(st.tuples(st.sampled_from(ids), st.sampled_from(ids), st.booleans()), max_size=3)
        edges = [Edge(*pair) for pair in draw(pairs) if pair[0] != pair[1]]
    asked = draw(scopes)
    return members, draw(rules), {"edges": edges, "asked": asked, "read_failed": draw(st.booleans())}


def resolved(members: list[Member], rule: PredicateRule, given_: dict[str, object]) -> Outcome:
    return resolve(members, rule, 7, **given_)  # type: ignore[arg-type]


@few
@given(situations())
def test_a_member_stands_or_was_removed_and_never_both(
    situation: tuple[list[Member], PredicateRule, dict[str, object]],
) -> None:
    members, rule, given_ = situation
    outcome = resolved(members, rule, given_)
    stands, removed = [m.id for m in outcome.stands], [each.member for each in outcome.removed]
    assert not set(stands) & set(removed)
    assert len(stands) == len(set(stands))
    assert len(removed) == len(set(removed))
    assert {*stands, *removed} <= {member.id for member in members if member.readable and 7 in member.valid}


@few
@given(situations(), st.randoms(use_true_random=False))
def test_the_order_of_the_members_decides_nothing(
    situation: tuple[list[Member], PredicateRule, dict[str, object]], random: object
) -> None:
    members, rule, given_ = situation
    shuffled = list(members)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    one, other = resolved(members, rule, given_), resolved(shuffled, rule, given_)
    assert {m.id for m in one.stands} == {m.id for m in other.stands}
    assert set(one.removed) == set(other.removed)
    assert (one.resolution, one.behavior, one.abstained) == (other.resolution, other.behavior, other.abstained)


@few
@given(situations())
def test_an_answer_stands_on_values_that_agree(
    situation: tuple[list[Member], PredicateRule, dict[str, object]],
) -> None:
    members, rule, given_ = situation
    outcome = resolved(members, rule, given_)
    if outcome.behavior is Behavior.ANSWER and rule.cardinality == "one":
        assert outcome.stands
        assert all(same(a.value, b.value, rule.datatype) for a in outcome.stands for b in outcome.stands)


@few
@given(some_members(), values, scopes)
def test_an_informal_voice_never_changes_what_governs(members: list[Member], value: str, scope: dict[str, str]) -> None:
    present = [member for member in members if member.readable and 7 in member.valid]
    if not any(governs(member, WINDOW) for member in present):
        return
    rumour = Member("rumour", parse(value, "en"), "forum", Authority.INFORMAL, qualifiers=scope)
    before, after = resolve(members, WINDOW, 7), resolve([*members, rumour], WINDOW, 7)

    def ruling(outcome: Outcome) -> set[str]:
        return {member.id for member in outcome.stands if governs(member, WINDOW)}

    assert ruling(before) == ruling(after)


@few
@given(st.lists(st.sampled_from(["14 days", "2 weeks", "fourteen days", "14 d"]), max_size=5), rules)
def test_equal_values_never_conflict(written: list[str], rule: PredicateRule) -> None:
    members = [Member(f"m{n}", parse(each, "en"), "forum", Authority.INFORMAL) for n, each in enumerate(written)]
    outcome = resolve(members, rule, 7)
    assert outcome.resolution is None
    assert outcome.stands == tuple(members)


@few
@given(some_members())
def test_undeclared_predicates_never_conflict(members: list[Member]) -> None:
    outcome = resolve(members, Policy().predicate("administers"), 7)
    assert outcome.resolution is None
    assert {m.id for m in outcome.stands} == {m.id for m in members if m.readable and 7 in m.valid}


@few
@given(some_members())
def test_a_hidden_member_leaves_no_sign(members: list[Member]) -> None:
    seen = resolve([member for member in members if member.readable], WINDOW, 7)
    assert resolve(members, WINDOW, 7) == seen


@few
@given(some_members(), values)
def test_the_read_settles(members: list[Member], value: str) -> None:
    live = Member("live", parse(value, "en"), "erp", Authority.LIVE)
    outcome = resolve([m for m in members if not m.qualifiers], WINDOW, 7, live=live)
    assert live in outcome.stands
    assert all(each.rule in (Resolution.LIVE, Resolution.SCOPE) for each in outcome.removed)


# -- stages ---------------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def request_(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AssemblyRequest]:
    path: Path = tmp_path_factory.mktemp("store") / "store.db"
    store = open_store(path, model="test", dimension=8, durable=False)
    view = store.view(Scope("default", frozenset(), 7, 7))
    question = Question("What is the window?", "en", ("window",))
    yield AssemblyRequest(question, (), (), view, view, Policy(), None, (), (), 0.5, 0.3, 7)
    store.close()


@st.composite
def some_items(draw: st.DrawFn) -> State:
    items = []
    for n in range(draw(st.integers(0, 12))):
        kind = draw(st.sampled_from(sorted(TYPES)))
        text = draw(
            st.sampled_from(["The window is 14 days.", "The window is 30 days.", "the window is 14 days", f"Text {n}"])
        )
        passage = Passage(f"p{n}", "s", n, Span(0, len(text)), text, PassageKind.PROSE, draw(st.integers(1, 300)))
        metadata = Metadata(f"source/{n}", "t", kind, TYPES[kind], language=draw(st.sampled_from(["en", "es"])))
        at = Located(passage, Revision(f"r{n}", "default", "c", "0", metadata, 0), ("t",), Interval())
        items.append(Item(f"p{n}", n, 1.0, (), at, needed=draw(st.integers(0, 5)) == 0))
    return State(tuple(items))


@few
@given(state=some_items(), budget=st.integers(0, 1500))
def test_the_budget_keeps_what_is_needed_and_its_limit(request_: AssemblyRequest, state: State, budget: int) -> None:
    after = within_budget(_with(request_, budget), state)
    needed = [item for item in state.items if item.needed]
    assert [item for item in after.items if item.needed] == needed
    spent, due = sum(map(tokens, after.items)), sum(map(tokens, needed))
    assert spent <= max(budget, due, *(tokens(item) for item in state.items), 0) if state.items else spent == 0
    assert bool(after.items) == bool(state.items)


@few
@given(state=some_items(), budget=st.integers(300, 1500))
def test_weak_pieces_never_push_out_the_best_that_governs(request_: AssemblyRequest, state: State, budget: int) -> None:
    governing = [item for item in state.items if item.authority >= Authority.GOVERNING]
    if governing and not any(item.needed for item in state.items):
        assert governing[0] in within_budget(_with(request_, budget), state).items


@few
@given(state=some_items())
def test_stages_only_take_away_and_say_what(request_: AssemblyRequest, state: State) -> None:
    for stage in (relevant, without_duplicates, within_budget, ordered):
        after = stage(request_, state)
        gone = {item.id for item in state.items} - {item.id for item in after.items}
        assert {item.id for item in after.items} <= {item.id for item in state.items}
        assert {dropped for dropped, _ in after.stages[-1].dropped} == gone
        assert after.stages[-1].kept == len(after.items)
        state = after


@few
@given(state=some_items())
def test_the_strongest_stand_first_and_last(request_: AssemblyRequest, state: State) -> None:
    strongest = ranked(request_, state)
    packet = arrange(strongest)
    assert sorted(item.id for item in packet) == sorted(item.id for item in strongest)
    if packet:
        assert packet[0] == strongest[0]
        assert packet[-1] == strongest[min(1, len(strongest) - 1)]


def _with(request: AssemblyRequest, budget: int) -> AssemblyRequest:

    return replace(request, budget_tokens=budget)
