"""Documents that replace one another in a ring: found before anything of the one that closes it is written."""

from __future__ import annotations

from collections.abc import Sequence

from contract.history import ActKind, Event, Put
from contract.records import RevisionDraft
from contract.time import Instant
from graph.acts import asserted
from graph.called import called
from graph.cycles import cycles, edges
from graph.revisions import live
from graph.timeline import derive

_ENDING = (ActKind.REPLACE, ActKind.REPEAL)


def closed_by(draft: RevisionDraft, history: Sequence[Event], at: Instant) -> frozenset[str]:
    """The sources of the ring of replacements that a draft would close at ``at``; empty if it closes none.

    What has been declared counts, whether all of the sources are here or not; a ring that words of a text make is told of
    after the fact and refuses nothing. A source that has an earlier start here may
    replace what replaced it: it is issued again, and they follow one another in time.
    """
    if not declares_an_end(draft):
        return frozenset()
    uri = draft.metadata.uri
    put = _put(draft, at)
    start = live((put,))[0].start
    if any(known.source == uri and known.start < start for known in live(history)):
        return frozenset()
    before = _rings(history, at)
    return next((ring for ring in _rings((*history, put), at) if ring not in before), frozenset())


def declares_an_end(draft: RevisionDraft) -> bool:
    """Whether the metadata of a draft says that one source ends another."""
    return any(act.kind in _ENDING and act.cue is None for act in draft.acts)


def _rings(history: Sequence[Event], at: Instant) -> list[frozenset[str]]:
    """The groups of sources that end one another whole, by the words of the revisions that are left."""
    left = {revision_id for line in derive(history, at).left.values() for revision_id in line}
    names = called(known.put for known in live(history))
    return cycles(
        edges(
            (act.by or event.source, act.target)
            for event in history
            if isinstance(event, Put) and event.revision_id in left
            for act in asserted(event.acts, event.source, names)
            if act.kind in _ENDING and act.section is None and act.cue is None
        )
    )


def _put(draft: RevisionDraft, at: Instant) -> Put:
    metadata = draft.metadata
    return Put(
        revision_id="draft",
        source=metadata.uri,
        content=draft.content.sha256,
        known_at=at,
        valid_from=metadata.valid_from,
        valid_to=metadata.valid_to,
        observed_at=metadata.observed_at,
        label=metadata.revision,
        acts=draft.acts,
    )
