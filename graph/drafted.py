"""What a draft is to a store before anything is written: who it is, what it ties together, whether its vectors fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from contract.errors import StoreMismatch
from contract.history import Act
from contract.ids import content_id
from contract.records import Commit, Content, Embedded, Passage, RevisionDraft
from graph.acts import tied_by
from graph.cosine import unpacked
from graph.rows import acts_json
from language.words import key

_UNIT = 1e-3  # how far from 1 the length of a unit vector may be


class NothingToKeep(Exception):
    """The draft repeats what stands, word for word and date for date: nothing is logged."""

    def __init__(self, commit: Commit) -> None:
        super().__init__()
        self.commit = commit


def identity(draft: RevisionDraft, *more: object) -> str:
    """What makes a revision the same when it comes again; with ``more``, its id."""
    meta = draft.metadata
    dates = (meta.valid_from, meta.valid_to, meta.observed_at, meta.revision)
    parts = (draft.tenant, meta.uri, draft.content.id, draft.sha256, *dates, acts_json(draft.acts), meta.audience.key)
    return content_id(*parts, *more)


def ties(uri: str, acts: Iterable[Act]) -> Iterator[str]:
    """The other sources, and the names, that these acts of a source tie it to."""
    return tied_by(acts, uri)


def passage_columns(passage: Passage) -> dict[str, object]:
    """What a store keeps of a passage itself; where it stands and which vector it has, each store adds by its own numbers."""
    return {
        "id": passage.id,
        "ordinal": passage.ordinal,
        "span_start": passage.span.start,
        "span_end": passage.span.end,
        "text": passage.text,
        "kind": passage.kind.value,
        "tokens": passage.tokens,
        "lead": passage.lead,
        "header": passage.header,
        "stems": passage.stems,
        "words": key(passage.text),
        "length": len(passage.stems.split()),
    }


def vector_keys(content: Content, embedded: Embedded) -> list[str]:
    """The different embedding keys of a content's passages, sorted. ``StoreMismatch`` for a passage that has none."""
    lacking = [passage.id for passage in content.passages if passage.id not in embedded.keys]
    if lacking:
        raise StoreMismatch(f"passage {lacking[0]} has no embedding key: embed the draft again")
    return sorted({embedded.keys[passage.id] for passage in content.passages})


def vector_of(embedded: Embedded, name: str) -> bytes:
    """A vector that the store lacks. ``StoreMismatch`` where the draft lacks it too."""
    if name not in embedded.vectors:
        raise StoreMismatch(f"the vector {name} is neither in the store nor in the draft: embed the draft again")
    return embedded.vectors[name]


def refuse_other_vectors(embedded: Embedded, model: str, dimension: int) -> None:
    """``StoreMismatch`` for vectors of another embedder than the store's, or of another form."""
    if (embedded.model, embedded.dimension) != (model, dimension):
        raise StoreMismatch(
            f"the draft was embedded by {embedded.model} with {embedded.dimension} dimensions and the store is of "
            f"{model} with {dimension}: set the embedder back, or ingest into a new store"
        )
    for name, vector in embedded.vectors.items():
        if len(vector) != 4 * dimension or abs(float(np.linalg.norm(unpacked(vector))) - 1) > _UNIT:
            raise StoreMismatch(
                f"the vector {name} is not of unit length with {dimension} dimensions: check the embedder"
            )
