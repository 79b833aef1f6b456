"""The order of the packet: the strongest first and last, the rest between, since the middle is read least."""

from __future__ import annotations

from collections.abc import Sequence

from assembly.state import AssemblyRequest, Item, Proposition, State, passed


def ranked(request: AssemblyRequest, state: State) -> tuple[Item, ...]:
    """By strength: what states an asked proposition, in the order asked and by authority; then the rest by place, of two in
    one place the one in the question's language."""
    language = request.question.language
    return tuple(sorted(state.items, key=lambda item: _strength(item, state.propositions, language)))


def ordered(request: AssemblyRequest, state: State) -> State:
    """Write down the order in which the pieces stand in the packet."""
    arranged = arrange(ranked(request, state))
    return passed(state, "order", {}, order=[item.id for item in arranged], asked=request.question.intent.value)


def arrange(items: Sequence[Item]) -> tuple[Item, ...]:
    """Ranks 1, 3, 5 … from the front and 2, 4 … from the back."""
    return (*items[::2], *reversed(items[1::2]))


def _strength(item: Item, asked: Sequence[Proposition], language: str) -> tuple[bool, int, int, int, bool, str]:
    stated = {each.fact.predicate for each in item.facts} | set(item.observation.values if item.observation else ())
    place = next((n for n, each in enumerate(asked) if item.needed and each.rule.name in stated), len(asked))
    weight = -item.authority if item.needed else 0
    return not item.needed, place, weight, item.order, item.language not in (None, language), item.id
