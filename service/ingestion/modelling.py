"""A language model as one more extractor: its facts are added to drafts before they are committed, and block none of them.

What was asked of a text stays asked: where the source has this text with the model's facts, nobody is asked again; where the
model cannot be asked for all of it, what stands is kept. A text that went in without is filled in when it comes again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from contract.errors import ModelUnavailable
from contract.ports import Generator, GraphView
from contract.records import Passage, Revision, RevisionDraft, Warn
from extraction.modelled import MODEL, Checked, ask, checked, is_asked, marked, told, with_facts
from service.scoping import everyone
from service.wiring import Product, latest


@dataclass(frozen=True, slots=True)
class Modelled:
    """What a model added to one document: facts that rules did not state, triples refused, and passages left to ask."""

    facts: int = 0
    refused: int = 0
    left: int = 0


@dataclass(frozen=True, slots=True)
class _Asked:
    """One passage's outcome; ``reason`` says why there is none."""

    found: Checked = Checked()
    reason: str | None = None


def modelled(
    product: Product, model: Generator, drafts: Sequence[RevisionDraft]
) -> list[tuple[RevisionDraft, Modelled]]:
    """Each draft with what the model adds to it. All passages of the drafts are asked side by side."""
    view = _whole_view(product, drafts)
    before = [_standing(view, draft) for draft in drafts]
    fresh = [draft for draft, known in zip(drafts, before, strict=True) if not _is_done(known, model)]
    work = [(draft, passage) for draft in fresh for passage in draft.content.passages if is_asked(passage)]
    with ThreadPoolExecutor(product.settings.llm_extraction_together) as pool:
        asked = list(pool.map(lambda one: _asked(product, model, *one), work))
    by_draft: dict[int, list[_Asked]] = {id(draft): [] for draft in fresh}
    for (draft, _), found in zip(work, asked, strict=True):
        by_draft[id(draft)].append(found)
    return [
        _finished(draft, known, by_draft.get(id(draft)), model, view)
        for draft, known in zip(drafts, before, strict=True)
    ]


def _asked(product: Product, model: Generator, draft: RevisionDraft, passage: Passage) -> _Asked:
    path = next(section.path for section in draft.content.sections if section.name == passage.section)
    try:
        triples = ask(model, passage, path)
    except ModelUnavailable as error:
        return _Asked(reason=str(error))
    return _Asked(
        checked(
            triples,
            passage,
            tenant=draft.tenant,
            language=draft.content.language,
            predicates=product.policy.predicates,
            extractor=f"{MODEL}:{model.name}",
        )
    )


def _finished(
    draft: RevisionDraft, known: Revision | None, asked: Sequence[_Asked] | None, model: Generator, view: GraphView
) -> tuple[RevisionDraft, Modelled]:
    if known is not None and asked is None:
        return _again(draft, known, view), Modelled()
    found = [one.found for one in asked or () if one.reason is None]
    left = [one.reason for one in asked or () if one.reason is not None]
    warned = replace(draft, warnings=(*draft.warnings, *_unasked(draft, left)))
    refused = sum(each.refused for each in found)
    if left and known is not None:
        return _again(warned, known, view), Modelled(0, refused, len(left))
    if left and not found:
        return warned, Modelled(0, refused, len(left))
    added = with_facts(warned, found, model.name, whole=not left)
    facts = len(added.content.facts) - len(draft.content.facts)
    return _at_its_start(added, view), Modelled(facts, refused, len(left))


def _unasked(draft: RevisionDraft, reasons: Sequence[str]) -> Iterator[Warn]:
    if reasons:
        message = (
            f"the model was not asked for {len(reasons):,} passages of {draft.metadata.uri}, which are in without its facts "
            f"({reasons[-1]}); ingest it again to fill them in"
        )
        yield Warn("model", message)


# -- what the source has already ------------------------------------------------------------------------------------
def _whole_view(product: Product, drafts: Sequence[RevisionDraft]) -> GraphView:
    """What the service itself knows of the drafts' tenant."""
    now = latest(product)
    return product.store.view(everyone(product, drafts[0].tenant if drafts else product.settings.tenant, now, now))


def _standing(view: GraphView, draft: RevisionDraft) -> Revision | None:
    """The last revision of the source that has this very text with a model's facts."""
    found = [
        revision
        for revision in view.revisions(draft.metadata.uri)
        if (mark := marked(revision.content_id)).base == draft.content.id and mark.by
    ]
    return max(found, key=lambda revision: (marked(revision.content_id).whole, revision.indexed_at), default=None)


def _is_done(known: Revision | None, model: Generator) -> bool:
    """Whether this model was asked for all of the text."""
    if known is None:
        return False
    mark = marked(known.content_id)
    return mark.whole and mark.by == told(model.name)


def _again(draft: RevisionDraft, known: Revision, view: GraphView) -> RevisionDraft:
    """The draft over the content that stands."""
    return _at_its_start(replace(draft, content=replace(draft.content, id=known.content_id)), view)


def _at_its_start(draft: RevisionDraft, view: GraphView) -> RevisionDraft:
    """An undated text that is in force already was first seen then: with other facts it corrects that, and starts nothing."""
    meta = draft.metadata
    if meta.valid_from is not None or meta.observed_at is not None:
        return draft
    base = marked(draft.content.id).base
    for standing in view.in_force(meta.uri):
        before = standing.metadata
        same = (
            marked(standing.content_id).base == base and before.valid_from is None and before.revision == meta.revision
        )
        if same and standing.content_id != draft.content.id:
            seen = standing.indexed_at if before.observed_at is None else before.observed_at
            return replace(draft, metadata=replace(meta, observed_at=seen))
    return draft
