"""Ids that stay: a cluster keeps the id of the earlier community it shares most of its members with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from communities.leiden import Partition
from contract.communities import Community
from contract.ids import content_id

KEEPS = 0.5  # the least Jaccard likeness for the id to stay


def identified(level: int, clusters: Partition, before: Iterable[Community]) -> dict[tuple[str, ...], str]:
    """An id for each cluster. Pairs are matched greedily by likeness; each earlier id is given once."""
    earlier = {community.id: frozenset(community.entity_ids) for community in before if community.level == level}
    holder = {entity: key for key, members in earlier.items() for entity in members}
    pairs = []
    for cluster in clusters:
        shared = Counter(holder[entity] for entity in cluster if entity in holder)
        for key, common in shared.items():
            likeness = common / (len(cluster) + len(earlier[key]) - common)
            if likeness >= KEEPS:
                pairs.append((-likeness, key, cluster))
    ids: dict[tuple[str, ...], str] = {}
    given: set[str] = set()
    for _, key, cluster in sorted(pairs):
        if key not in given and cluster not in ids:
            ids[cluster] = key
            given.add(key)
    for cluster in clusters:
        ids.setdefault(cluster, content_id("community", level, cluster))
    return ids
