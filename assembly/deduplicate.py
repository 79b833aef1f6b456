"""De-duplication: one piece for the same words, and for the same value of the same asked proposition."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from assembly.authority import held
from assembly.conflicts import contrary
from assembly.state import AssemblyRequest, Item, State, passed
from contract.evidence import Reason
from language.values import more_precise, same
from language.words import folded

CONTAINED = 0.9  # share of one piece's words that stand in the other
_DIGITS = re.compile(r"\d+")


def without_duplicates(request: AssemblyRequest, state: State) -> State:
    """Keep the better of two pieces that say the same: the higher authority, then the question's language, then the better
    place. Of two with one authority whose values agree the more precise one answers. Pieces on two sides of a conflict are
    both kept."""
    sides = contrary(state)
    worded = {item.id: _wording(item.text) for item in state.items}
    kept: list[Item] = []
    lost: dict[str, Item] = {}
    for item in sorted(state.items, key=lambda item: _preference(request, item)):
        twin = None if item.id in sides else next((one for one in kept if _same(request, worded, item, one)), None)
        if twin is None:
            vaguer = [one for one in kept if one.id not in sides and _answers_for(request, worded, item, one)]
            lost = {id_: item if one in vaguer else one for id_, one in lost.items()} | {one.id: item for one in vaguer}
            kept = [*(one for one in kept if one not in vaguer), item]
        else:
            lost[item.id] = twin
    dropped = [item for item in state.items if item.id in lost]
    return passed(
        state,
        "deduplicate",
        {item.id: Reason.DUPLICATE.value for item in dropped},
        tuple(held(item, "deduplicate", Reason.DUPLICATE, lost[item.id]) for item in dropped if item.needed),
        twins={item.id: lost[item.id].id for item in dropped},
    )


def _preference(request: AssemblyRequest, item: Item) -> tuple[int, bool, int, str]:
    return -item.authority, item.language not in (None, request.question.language), item.order, item.id


@dataclass(frozen=True, slots=True)
class _Wording:
    """The words of a piece, folded, and its numbers. ``different`` are the words without how often each stands there.

    ``telling`` are the longest words, just so many that a piece without any of them lacks more than it may: most pairs
    are told apart by these few (prefix filtering: Chaudhuri et al., A primitive operator for similarity joins, 2006).
    """

    bag: Counter[str]
    total: int
    different: frozenset[str]
    telling: tuple[str, ...]
    numbers: tuple[str, ...]


def _same(request: AssemblyRequest, worded: Mapping[str, _Wording], item: Item, other: Item) -> bool:
    if item.needed and other.needed and item.at and other.at:
        return _says_no_more(request, item, other)
    return not item.needed and _contained(worded[item.id], worded[other.id])


def _answers_for(request: AssemblyRequest, worded: Mapping[str, _Wording], item: Item, other: Item) -> bool:
    """Whether a piece that came later says as much as one that is kept, and more precisely."""
    return item.needed and other.needed and item.authority >= other.authority and _same(request, worded, other, item)


def _says_no_more(request: AssemblyRequest, item: Item, other: Item) -> bool:
    """Whether every declared fact of a needed piece is stated, as precisely, by the other."""
    for said in item.facts:
        rule, mine = request.policy.predicates.get(said.fact.predicate), said.fact.object
        if rule is None:
            continue
        theirs = [
            each.fact.object
            for each in other.facts
            if (each.fact.subject_id, each.fact.predicate) == (said.fact.subject_id, said.fact.predicate)
        ]
        if not any(same(mine, value, rule.datatype) and not more_precise(mine, value) for value in theirs):
            return False
    return True


def _contained(one: _Wording, other: _Wording) -> bool:
    """Whether one text holds nearly all the words of the other, with equal numbers."""
    shorter, longer = (one, other) if one.total <= other.total else (other, one)
    if not shorter.total or one.numbers != other.numbers or longer.different.isdisjoint(shorter.telling):
        return False
    most = shorter.total - len(shorter.different - longer.different)  # found at once, and nearly always too few
    if most / shorter.total < CONTAINED:
        return False
    return (one.bag & other.bag).total() / shorter.total >= CONTAINED


@lru_cache(maxsize=512)
def _wording(text: str) -> _Wording:
    bag = Counter(folded(text))
    total, longest = bag.total(), sorted(bag, key=len, reverse=True)
    return _Wording(bag, total, frozenset(bag), tuple(longest[: _missing(total)]), tuple(sorted(_DIGITS.findall(text))))


def _missing(total: int) -> int:
    """The least number of absent words that leaves less than ``CONTAINED`` of ``total``."""
    return next(count for count in range(total + 1) if (total - count) / total < CONTAINED) if total else 0
