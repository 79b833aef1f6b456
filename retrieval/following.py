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
    for passage_id, score in scores[:LEADERS]:
        found = view.siblings(passage_id)
        at = found.index(passage_id) if passage_id in found else len(found)
        pair = view.located(found[at : at + 2])
        if len(pair) == 2 and _goes_on(pair[0].passage.text, pair[1].passage.text):
            raised.setdefault(pair[1].passage.id, score * _BESIDE)
    best = dict(scores)
    merged = best | {id_: max(score, best.get(id_, score)) for id_, score in raised.items()}
    return sorted(merged.items(), key=lambda item: (-item[1], item[0])) if raised else list(scores)


def _goes_on(text: str, after: str) -> bool:
    """Whether a text ends in a list, or leads into one, and the next begins with an item."""
    last = text.rstrip().rpartition("\n\n")[2]
    in_list = any(_ITEM.match(line) for line in last.split("\n")) or text.rstrip().endswith(":")
    return in_list and _ITEM.match(after) is not None
