"""A draft with a model's facts: another content of the same text, which tells by its id what was added to what."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from contract.ids import content_id as id_of
from contract.records import Content, Entity, Fact, RevisionDraft
from extraction.modelled.asking import PROMPT_VERSION
from extraction.modelled.checking import Checked

_SIGNS = 12  # of each part of a content's id


@dataclass(frozen=True, slots=True)
class Mark:
    """What a content's id says: ``base`` is that of the rules' content; ``by`` the model and its prompt, empty for rules alone;
    ``whole`` that the model was asked for all of it."""

    base: str
    by: str = ""
    whole: bool = True


def told(model: str) -> str:
    """How a model with the prompt of this version is named in a content's id."""
    return id_of(model, PROMPT_VERSION)[:_SIGNS]


def marked(content_id: str) -> Mark:
    """An id taken apart: ``BASE``, or ``BASE.MODEL.FACTS``, with ``.part`` where passages are left to ask."""
    base, *rest = content_id.split(".")
    return Mark(base, rest[0], rest[-1] != "part") if rest else Mark(base)


def with_facts(draft: RevisionDraft, found: Iterable[Checked], model: str, *, whole: bool) -> RevisionDraft:
    """The draft with the facts that a model added. What the rules state too is theirs."""
    checked = list(found)
    content = draft.content
    facts: dict[str, Fact] = {fact.id: fact for fact in content.facts}
    facts |= {fact.id: fact for each in checked for fact in each.facts if fact.id not in facts}
    said = {(one.fact_id, one.passage_id): one for one in content.assertions}
    added = {(one.fact_id, one.passage_id): one for each in checked for one in each.assertions}
    entities: dict[str, Entity] = {entity.id: entity for each in checked for entity in each.entities}
    entities |= {entity.id: entity for entity in content.entities}
    signature = id_of(sorted((*pair, one.span.start, one.span.end) for pair, one in added.items()))[:_SIGNS]
    name = ".".join((content.id, told(model), signature, *(() if whole else ("part",))))
    content = replace(
        content,
        entities=tuple(entities.values()),
        facts=tuple(facts.values()),
        assertions=tuple((added | said).values()),
    )
    return replace(draft, content=_renamed(content, name))


def _renamed(content: Content, name: str) -> Content:
    """A content under another id, with the ids of all that it holds."""
    sections = tuple(replace(each, id=id_of(name, each.name)) for each in content.sections)
    passages = tuple(replace(each, id=id_of(name, each.ordinal, each.text)) for each in content.passages)
    ids = {old.id: new.id for old, new in zip(content.passages, passages, strict=True)}
    return replace(
        content,
        id=name,
        sections=sections,
        passages=passages,
        definitions=tuple(replace(each, passage_id=ids[each.passage_id]) for each in content.definitions),
        mentions=tuple(replace(each, passage_id=ids[each.passage_id]) for each in content.mentions),
        assertions=tuple(replace(each, passage_id=ids[each.passage_id]) for each in content.assertions),
    )
