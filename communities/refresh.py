"""One refresh: cluster what is in force, keep ids, and make again only the summaries whose passages changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from communities.identity import identified
from communities.leiden import COARSE, FINE, Partition, partition, repaired, within
from communities.projection import Projection, changed, project
from communities.summaries import audiences, readable, signature, summarise
from contract.communities import Community, Summary
from contract.evidence import Located
from contract.ports import GraphView
from contract.time import Instant
from contract.watching import UNWATCHED, Watch

LOCAL = 0.25  # up to this share of changed entities, the earlier clusters are repaired instead of made anew
_LABEL_NAMES = 3
Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Refreshed:
    """The communities and summaries that now hold, and which summaries (community ids) were made, kept or dropped."""

    communities: tuple[Community, ...]
    summaries: tuple[Summary, ...]
    made: tuple[str, ...]
    kept: tuple[str, ...]
    dropped: tuple[str, ...]


def refresh(
    view: GraphView,
    before: GraphView | None,
    communities: Sequence[Community],
    summaries: Sequence[Summary],
    at: Instant,
    progress: Progress,
    watch: Watch = UNWATCHED,
) -> Refreshed:
    """``view`` sees every audience now; ``before`` as it was at the last refresh (None if there was none)."""
    with watch.stage("communities.projection") as note:
        projection = project(view)
        earlier = project(before) if before and communities else None
        dirty = changed(earlier, projection) if earlier else frozenset(projection.nodes)
        note({"entities": len(projection.nodes), "edges": len(projection.edges), "changed": len(dirty)})
    progress(0.2)
    with watch.stage("communities.clustering"):
        found = _clustered(projection, communities, dirty, earlier is not None)
        named = _labelled(found, projection, view)
    progress(0.4)
    with watch.stage("communities.summaries"):
        made, kept = _summarised(named, projection, view, summaries, at, progress)
    living = {community.id for community in named}
    dropped = {community.id for community in communities} - living
    return Refreshed(
        communities=named,
        summaries=tuple(made + kept),
        made=tuple(sorted({summary.community_id for summary in made})),
        kept=tuple(sorted({summary.community_id for summary in kept} - {one.community_id for one in made})),
        dropped=tuple(sorted(dropped)),
    )


def _clustered(
    projection: Projection, before: Sequence[Community], dirty: frozenset[str], known: bool
) -> tuple[Community, ...]:
    """Both levels. Where little changed, only changed entities move, and unchanged coarse clusters keep their parts."""
    if known and not dirty and {entity for one in before for entity in one.entity_ids} == set(projection.nodes):
        return tuple(before)
    local = known and len(dirty) <= LOCAL * max(1, len(projection.nodes))
    coarse = _level(projection.nodes, projection.edges, COARSE, [one for one in before if one.level == 0], dirty, local)
    ids = identified(0, coarse, before)
    parts = {one.entity_ids: one for one in before if one.level == 1}
    found: list[Community] = []
    fine: list[tuple[tuple[str, ...], str]] = []
    earlier = {one.id: one for one in before}
    for cluster in coarse:
        found.append(Community(ids[cluster], 0, None, "", cluster))
        same = earlier.get(ids[cluster])
        if local and same and same.entity_ids == cluster and not dirty & set(cluster):
            found.extend(one for one in parts.values() if one.parent == same.id)
        else:
            inner = partition(cluster, within(cluster, projection.edges), FINE)
            fine.extend((part, ids[cluster]) for part in inner)
    taken = {one.id for one in found}
    fine_ids = identified(1, tuple(part for part, _ in fine), [one for one in before if one.id not in taken])
    found.extend(Community(fine_ids[part], 1, parent, "", part) for part, parent in fine)
    return tuple(sorted(found, key=lambda one: (one.level, -len(one.entity_ids), one.id)))


def _level(
    nodes: Iterable[str],
    edges: Mapping[tuple[str, str], float],
    resolution: float,
    before: Sequence[Community],
    dirty: frozenset[str],
    local: bool,
) -> Partition:
    membership = {entity: number for number, one in enumerate(before) for entity in one.entity_ids}
    if local:
        return repaired(nodes, edges, resolution, membership, dirty)
    return partition(nodes, edges, resolution, membership or None)


def _labelled(found: Sequence[Community], projection: Projection, view: GraphView) -> tuple[Community, ...]:
    """Each community under the names of its most tied entities."""
    degree: dict[str, float] = dict.fromkeys(projection.nodes, 0.0)
    for (one, other), weight in projection.edges.items():
        degree[one] += weight
        degree[other] += weight
    names = {entity.id: entity.name for entity in view.entities(projection.nodes)}

    def label(community: Community) -> str:
        leading = sorted(community.entity_ids, key=lambda entity: (-degree.get(entity, 0.0), entity))[:_LABEL_NAMES]
        return " · ".join(names.get(entity, entity) for entity in leading)

    return tuple(replace(community, label=label(community)) for community in found)


def _summarised(
    communities: Sequence[Community],
    projection: Projection,
    view: GraphView,
    summaries: Sequence[Summary],
    at: Instant,
    progress: Progress,
) -> tuple[list[Summary], list[Summary]]:
    before = {(one.community_id, one.audience, one.language): one for one in summaries}
    located: dict[str, Located] = {one.passage.id: one for one in view.located(view.passage_ids())}
    made: list[Summary] = []
    kept: list[Summary] = []
    for number, community in enumerate(communities):
        ids = sorted({passage for entity in community.entity_ids for passage in projection.passages.get(entity, ())})
        pool = [located[passage] for passage in ids if passage in located]
        for audience, language in audiences(pool):
            own = readable(pool, audience, language)
            same = before.get((community.id, audience, language))
            if same and same.signature == signature(community.id, own):
                kept.append(same)
            elif summary := summarise(community.id, own, audience, language, at):
                made.append(summary)
        progress(0.4 + 0.6 * (number + 1) / len(communities))
    return made, kept
