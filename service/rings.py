"""Documents that replace one another in a ring: found before anything of the one that closes it is written."""

from __future__ import annotations

from collections.abc import Sequence

from contract.history import Event, Put
from contract.records import RevisionDraft
from contract.time import Instant
from graph.revisions import live
from graph.timeline import derive


def closed_by(draft: RevisionDraft, history: Sequence[Event], at: Instant) -> tuple[str, ...]:
    """The sources of the ring of replacements that a draft would close at ``at``; empty if it closes none.

    A source that has an earlier start here may replace what replaced it: it is issued again, and they follow one another
    in time.
    """
    if not draft.acts:
        return ()
    uri = draft.metadata.uri
    put = _put(draft, at)
    start = live((put,))[0].start
    if any(known.source == uri and known.start < start for known in live(history)):
        return ()
    before = derive(history, at, (uri,)).cycles
    after = derive((*history, put), at, (uri,)).cycles
    return next((ring for ring in after if ring not in before), ())


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
