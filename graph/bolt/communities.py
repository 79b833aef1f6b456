"""Communities and their summaries: written all at once."""

from __future__ import annotations

from collections.abc import Iterable

from contract.communities import Community, Summary
from contract.ids import content_id
from graph.bolt.commits import intern
from graph.bolt.keys import identified, keyed
from graph.bolt.turn import Turn, batched, end
from graph.rows import as_json


def replace_all(turn: Turn, new: Iterable[Community], about: Iterable[Summary]) -> None:
    """Put these in the place of all that the tenant had."""
    turn.do("write/forget_communities", {"tenant": turn.tenant})
    by_level = sorted(new, key=lambda each: each.level)
    for some in batched(by_level):
        turn.do("write/communities", {"rows": [community_row(turn, each) for each in some]})
    turn.batches("write/summaries", [summary_row(turn, each) for each in about])
    end(turn)


def community_row(turn: Turn, community: Community) -> dict[str, object]:
    return {
        "parent": None if community.parent is None else keyed(turn.tenant, community.parent),
        "members": [identified(turn.tenant, identity) for identity in community.entity_ids],
        "community": {
            "key": keyed(turn.tenant, community.id),
            "id": community.id,
            "tenant": turn.tenant,
            "level": community.level,
            "parent": community.parent,
            "label": community.label,
            "entities": list(community.entity_ids),
            "made_at": turn.at,
        },
    }


def summary_row(turn: Turn, summary: Summary) -> dict[str, object]:
    audience = intern(turn, summary.audience)
    sentences = [[each.passage_id, each.span.start, each.span.end, each.text] for each in summary.sentences]
    return {
        "community": keyed(turn.tenant, summary.community_id),
        "cited": [
            {
                "passage": keyed(turn.tenant, each.passage_id),
                "ordinal": ordinal,
                "start": each.span.start,
                "end": each.span.end,
            }
            for ordinal, each in enumerate(summary.sentences)
        ],
        "summary": {
            "row": turn.numbers.next("summaries"),
            "key": keyed(turn.tenant, content_id(summary.community_id, audience, summary.language)),
            "tenant": turn.tenant,
            "community": summary.community_id,
            "audience": audience,
            "language": summary.language,
            "signature": summary.signature,
            "made_at": summary.made_at,
            "text": summary.text,
            "sentences": as_json(sentences),
            "passages": list(dict.fromkeys(each.passage_id for each in summary.sentences)),
        },
    }
