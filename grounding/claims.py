"""Claims from what is quoted: each with citations that carry it, verified, and dropped where its support is too small."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from contract.evidence import Citation, Claim, Evidence, Verdict
from contract.ids import content_id
from contract.ports import Entailment
from contract.records import Span
from grounding.quotes import Quote, clean, read_out
from grounding.verify import Judgement, ask, verify


def claim(text: str, citations: Sequence[Citation], judged: Judgement, derived_by: str | None = None) -> Claim:
    """A claim with its id, which is made from its words and what it cites."""
    named = content_id("claim", text, [(each.evidence_id, each.start, each.end) for each in citations], derived_by)
    return Claim(named, text, tuple(citations), judged.verdict, judged.support, derived_by)


def cite(item: Evidence, span: Span) -> Citation:
    """A span of one piece of evidence as a citation."""
    return Citation(item.evidence_id, item.doc, span.start, span.end)


def cited(citations: Iterable[Citation], evidence: Iterable[Evidence]) -> list[str]:
    """The words that citations point to."""
    texts = {item.evidence_id: item.text for item in evidence}
    return [texts[each.evidence_id][each.start : each.end] for each in citations]


def stated(found: Quote, entailment: Entailment | None = None) -> Claim:
    """The claim that a quote makes, judged against the spans it cites."""
    citations = [cite(found.evidence, span) for span in found.spans]
    if found.slots:
        return claim(found.text, citations, _slots(found))
    carried = cited(citations, [found.evidence])
    if found.text == clean(" ".join(carried)):
        judged = Judgement(Verdict.SUPPORTED, 1.0, "verbatim")
    else:
        judged = verify(found.text, carried, found.evidence.language)
    if entailment is not None and judged.verdict is Verdict.SUPPORTED:
        judged = ask(found.text, carried, entailment, judged)
    return claim(found.text, citations, judged)


def _slots(found: Quote) -> Judgement:
    """A row read out holds if each cell still stands in a cited span, under its column, as it was read."""
    text, key, cells = found.evidence.text, found.slots[0], found.slots[1:]
    for cell in found.slots:
        for words, at in ((cell.value, cell.at), (cell.column, cell.column_at)):
            inside = any(span.start <= at.start and at.end <= span.end for span in found.spans)
            if not inside or text[at.start : at.end] != words:
                return Judgement(Verdict.UNSUPPORTED, 0.0, "slot")
    if found.text != read_out(key, cells):
        return Judgement(Verdict.UNSUPPORTED, 0.0, "slot")
    return Judgement(Verdict.SUPPORTED, 1.0, "slot")
