"""Questions about versions and changes, answered from the graph."""

from __future__ import annotations

from collections.abc import Sequence

from contract.evidence import Aspect, Intent, Question
from contract.ports import GraphView
from retrieval.thing import thing
from service.composed import Composed
from service.versions.changed import changed
from service.versions.families import family
from service.versions.listing import versions
from service.versions.named import Versioned, asked_of, called, versioned
from service.versions.since import since
from service.wiring import Product

_COMPARED = 4  # sources whose texts are compared for one question, at most


def answered_by_graph(product: Product, whole: GraphView, question: Question) -> Composed | None:
    """The answer to a question about versions or changes; None where it asks for something else, or the graph has none."""
    if question.aspect is None:
        return None
    sources = versioned(whole, product.store.families(whole.scope.tenant))
    if question.intent is Intent.VERSIONS:
        return versions(sources, question)
    named = asked_of(sources, question)
    looked_in: Sequence[Versioned] = named or sources
    if len(looked_in) > _COMPARED:
        return None
    names = frozenset[str]().union(*(source.names for source in named))
    what = thing(question, names)
    found = [
        (one, called([source], question, alone=len(looked_in) == 1))
        for source in looked_in
        if len(source.revisions) > 1 and (one := family(product, whole, source.uri))
    ]
    if question.aspect is Aspect.CHANGED:
        return changed(found, what, question)
    return None if what.empty else since(found, what, question)
