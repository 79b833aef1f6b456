"""Names and acts: who is meant, as a function of what is known."""

from __future__ import annotations

from itertools import permutations

from contract.history import Act, ActKind, Polarity, Put, Supersession, SupersessionKind
from graph.rows import acts, acts_json
from graph.timeline import affected, derive, in_force

OLD = Put("old#1", "old", "a", 1, 10, acts=(Act(ActKind.KNOWN_AS, "name:law:7"),))
NEW = Put("new#1", "new", "b", 2, 20, acts=(Act(ActKind.REPEAL, "name:law:7", cue=(3, 30)),))
TWIN = Put("twin#1", "twin", "c", 3, 10, acts=(Act(ActKind.KNOWN_AS, "name:law:7"),))
LIKELY = Put("like#1", "like", "d", 4, 10, acts=(Act(ActKind.KNOWN_AS, "name:law:7", polarity=Polarity.CONDITIONAL),))


def test_an_act_binds_to_the_one_that_bears_the_name_in_any_order() -> None:
    for log in permutations((OLD, NEW)):
        derived = derive(log, 100)
        assert derived.supersessions == (Supersession("new#1", "old#1", SupersessionKind.STATED, 20, "repeal"),)
        assert not in_force(derived, "old", 50)
        assert not derived.dangling


def test_a_name_that_nobody_or_two_bear_dangles() -> None:
    assert derive([NEW], 100).dangling == {"name:law:7"}
    shared = derive([OLD, NEW, TWIN], 100)
    assert shared.dangling == {"name:law:7"}
    assert in_force(shared, "old", 50)
    assert not in_force(derive([OLD, NEW, TWIN], 2), "old", 50)  # as known before the second one came


def test_a_likely_name_counts_where_nobody_surely_bears_it() -> None:
    assert not in_force(derive([NEW, LIKELY], 100), "like", 50)
    both = derive([NEW, LIKELY, OLD], 100)
    assert in_force(both, "like", 50)
    assert not in_force(both, "old", 50)


def test_a_source_that_bears_the_name_too_means_the_other_one() -> None:
    own = Put("new#1", "new", "b", 2, 20, acts=(*NEW.acts, *OLD.acts))
    assert not in_force(derive([OLD, own], 100), "old", 50)


def test_a_uri_comes_before_a_name() -> None:
    called = Put("other#1", "other", "e", 5, 10, acts=(Act(ActKind.KNOWN_AS, "old"),))
    act = Put("new#1", "new", "b", 2, 20, acts=(Act(ActKind.REPLACE, "old"),))
    derived = derive([OLD, called, act], 100)
    assert in_force(derived, "other", 50)
    assert not in_force(derived, "old", 50)
    assert not in_force(derive([called, act], 100), "other", 50)


def test_a_name_ties_those_that_bear_it_to_those_that_use_it() -> None:
    assert affected([OLD, NEW], "old") >= {"old", "new"}
    assert affected([LIKELY, NEW], "new") >= {"like", "new"}


def test_acts_are_kept_whole_and_as_before_where_they_have_no_cue() -> None:
    kept = (*NEW.acts, *LIKELY.acts, Act(ActKind.REPLACE, "old", by="new"))
    assert acts(acts_json(kept)) == kept
    assert acts_json([Act(ActKind.REPLACE, "old")]) == '[["replace","old",null,null,"asserted",null]]'
