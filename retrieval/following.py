"""What goes on where a good candidate was cut: a list that its passage leads into and the next one of its section ends."""

from __future__ import annotations

import re
from collections.abc import Sequence

from contract.ports import GraphView

LEADERS = 3  # best candidates that are looked at
_ITEM = re.compile(r"\s*(?:[-*+•]|\d+[.)]|[a-z]\))\s")
_BESIDE = 1.0 - 1e-6  # of its leader's score: what follows comes right after it


def with_what_follows(view: GraphView, scores: Sequence[tuple[str, float]]) -> list[tuple[str, float]]:
    """Ids with scores, best first, each list that a leader begins brought up to it."""
    raised: dict[str, float] = {}
    next_to = {passage_id: _next(view, passage_id) for passage_id, _ in scores[:LEADERS]}
    read = view.located(each for pair in next_to.items() for each in pair if each is not None)
    texts = {each.passage.id: each.passage.text for each in read}
    for passage_id, score in scores[:LEADERS]:
        after = next_to[passage_id]
        if after in texts and passage_id in texts and _goes_on(texts[passage_id], texts[after]):
            raised.setdefault(after, score * _BESIDE)
    best = dict(scores)
    merged = best | {id_: max(score, best.get(id_, score)) for id_, score in raised.items()}
    return sorted(merged.items(), key=lambda item: (-item[1], item[0])) if raised else list(scores)


def _next(view: GraphView, passage_id: str) -> str | None:
    """The passage after this one in its section."""
    found = view.siblings(passage_id)
    after = found[found.index(passage_id) + 1 :] if passage_id in found else ()
    return after[0] if after else None


def _goes_on(text: str, after: str) -> bool:
    """Whether a text ends in a list, or leads into one, and the next begins with an item."""
    last = text.rstrip().rpartition("\n\n")[2]
    in_list = any(_ITEM.match(line) for line in last.split("\n")) or text.rstrip().endswith(":")
    return in_list and _ITEM.match(after) is not None
