"""The constants of retrieval, each with what it is. No clock, no environment: wiring passes one of these in."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class WalkSettings:
    """Constants of the scored two-hop walk (see ``retrieval.walk``)."""

    seeds: int = 8  # best passages by base that start a walk, beside those the question names
    anchor: float = 0.7  # what being named in the question adds to a passage's score
    weak_anchor: float = 0.85  # an anchor by a name below full strength, against 1
    told_whole: float = 0.5  # from this strength on the whole section of a named passage starts the walk
    relevance: float = 0.8  # one hop carries relevance × this …
    floor: float = 0.24  # … + this
    backward: float = 0.7  # against an edge's direction: from a definition to where it is named
    namesakes: int = 40  # passages that define one name, at most: a name of more leads nowhere
    backward_read: int = 120  # mentions of what one seed defines that are looked at
    backward_limit: int = 40  # passages that name one seed's entities, at most
    second_from: int = 3  # best targets of a seed that are walked from again
    second: float = 0.3  # what a second hop keeps
    weight: float = 2.0  # of the walk against base and anchor
    picks: int = 20  # passages picked one by one, where two or more are named; the rest follow by score
    fade: float = 0.6  # an anchor's share of the walk after each pick that it gave, where two or more are named
    before: int = 60  # characters before a mention that tell whether it leads on
    after: int = 25  # characters after it
    decay: float = 60.0  # characters over which a window's word loses 1 − 1/e
    after_distance: float = 1.5  # characters after count as so many
    prefix: int = 5  # letters alike at the beginning that make words alike
    prefix_match: float = 0.8  # what such a likeness is worth, against 1 for the same stem


@dataclass(frozen=True, slots=True)
class RetrievalSettings:
    """Constants of retrieval."""

    limit: int = 50  # candidates handed on
    per_method: int = 100  # passages asked of each method
    rrf_k: int = 60
    lexical_share: float = 0.5  # of the base, at most; the rest is dense
    worded: float = 0.9  # the best BM25 ÷ Σ idf of the question's words from which on words weigh their whole share
    exact: float = 0.5  # what holding every identifier of the question adds
    stated: float = 0.3  # what being the first to state what is asked adds; later ones by rank
    thematic: float = 1.0  # the same for what the summaries of a thematic question cite
    themes: int = 5  # communities that answer a thematic question
    walk: bool = True  # the walk over name links; False: reciprocal rank fusion alone
    steps: WalkSettings = field(default_factory=WalkSettings)
