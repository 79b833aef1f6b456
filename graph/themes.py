"""Which summaries of communities a scope may show: those made only of what it holds. The same for every store."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Protocol

from contract.communities import Community, Summary, Theme
from graph.sight import Sight


class CommunityReader(Protocol):
    """How a store reads communities."""

    def communities(self) -> tuple[tuple[Community, ...], Sequence[tuple[int, Summary]]]:
        """The tenant's communities by level, then id, and summaries with the ids of their audiences; both at one instant."""
        ...


def themes(sight: Sight, read: CommunityReader, level: int | None) -> tuple[Theme, ...]:
    """Communities with the widest readable summary, all of whose passages are in the scope: by level, then id."""
    known, summaries = read.communities()
    about = _readable(sight, summaries)
    return tuple(
        Theme(community, _widest(about[community.id]))
        for community in known
        if about.get(community.id) and level in (None, community.level)
    )


def _readable(sight: Sight, summaries: Sequence[tuple[int, Summary]]) -> Mapping[str, Sequence[Summary]]:
    found: dict[str, list[Summary]] = defaultdict(list)
    for audience_id, summary in summaries:
        passages = {sentence.passage_id for sentence in summary.sentences}
        if audience_id in sight.scope.audience_ids and passages and len(sight.places(passages)) == len(passages):
            found[summary.community_id].append(summary)
    return found


def _widest(found: Sequence[Summary]) -> Summary:
    """That of the audience which may read the most; among equals the longest."""

    def width(summary: Summary) -> tuple[int, int, str, str]:
        covers = sum(summary.audience.includes(other.audience) for other in found)
        return covers, len(summary.sentences), summary.language, summary.audience.key

    return max(found, key=width)
