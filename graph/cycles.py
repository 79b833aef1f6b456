"""Who can be reached from whom and back: the cycles of a directed graph of names (Kosaraju's algorithm)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

Edges = Mapping[str, set[str]]


def edges(pairs: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    """Every name with those it points at."""
    pointed: dict[str, set[str]] = {}
    for start, end in pairs:
        pointed.setdefault(start, set()).add(end)
        pointed.setdefault(end, set())
    return pointed


def reverse(graph: Edges) -> dict[str, set[str]]:
    """Every name with those that point at it."""
    pointing: dict[str, set[str]] = {name: set() for name in graph}
    for start, ends in graph.items():
        for end in ends:
            pointing[end].add(start)
    return pointing


def cycles(graph: Edges) -> list[frozenset[str]]:
    """The groups of two or more names that each can be reached from all the others."""
    pointing = reverse(graph)
    unplaced = set(graph)
    found: list[frozenset[str]] = []
    for name in reversed(_by_end_of_visit(graph)):
        if name not in unplaced:
            continue
        group = reachable(name, pointing, unplaced)
        unplaced -= group
        if len(group) > 1:
            found.append(group)
    return found


def reachable(name: str, graph: Edges, within: set[str] | None = None) -> frozenset[str]:
    """The name and all that its edges lead to, staying within the given names."""
    seen, waiting = {name}, [name]
    while waiting:
        fresh = graph.get(waiting.pop(), set()) - seen
        if within is not None:
            fresh &= within
        seen |= fresh
        waiting.extend(fresh)
    return frozenset(seen)


def _by_end_of_visit(graph: Edges) -> list[str]:
    """The names in the order in which a depth-first visit leaves them."""
    left: list[str] = []
    seen: set[str] = set()
    for root in graph:
        if root in seen:
            continue
        seen.add(root)
        path = [(root, iter(graph[root]))]
        while path:
            name, ahead = path[-1]
            following = next((each for each in ahead if each not in seen), None)
            if following is None:
                left.append(name)
                path.pop()
            else:
                seen.add(following)
                path.append((following, iter(graph[following])))
    return left
