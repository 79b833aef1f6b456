"""How an answer from documents that do not agree is judged, by the data's own answers.

The rule is that of RAMDocs (Wang et al. 2025, "Retrieval-Augmented Generation with Conflicting Evidence", arXiv:2504.13079):
an answer is an exact match if every right answer stands in it and no wrong one does. An answer stands in a text as whole
words in their order, case, accents and punctuation folded, articles left out. A wrong answer inside a right one ("football"
in "American football") is only shown where it stands outside of it too.

The texts have no dates and no authority, so nothing settles which of them is right: what is right of a conflict here is that
it is seen and left open.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from contract.evidence import Answer, Claim, ConflictSet, Evidence, Resolution
from evals import measures
from evals.datasets.disputed import CORRECT, MISINFO, NOISE, Disputed, Paper
from evals.keyfacts import marks_left_out
from evals.measures import Judged
from language.words import words

_ARTICLES = frozenset(("a", "an", "the"))
_LEFT_OPEN = frozenset((Resolution.UNRESOLVED, Resolution.SCOPE))
_GAP = " | "

Scores = Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class Shown:
    """Which answers of the data stand in what was said."""

    gold: tuple[str, ...]
    wrong: tuple[str, ...]


def shown(text: str, disputed: Disputed) -> Shown:
    """The right answers that stand in a text, and the wrong ones that stand outside of them."""
    held = _flat(text)
    gold = tuple(each for each in disputed.gold if _flat(each) in held)
    for form in sorted(map(_flat, gold), key=len, reverse=True):
        held = held.replace(form, _GAP)
    return Shown(gold, tuple(each for each in disputed.wrong if _flat(each) in held))


def scores(disputed: Disputed, answer: Answer, ranking: Sequence[str]) -> Scores:
    """The measures of one question, by layer. ``ranking`` are the documents that retrieval found, best first."""
    papers = {paper.uri: paper for paper in disputed.documents}
    said = shown(_text(answer), disputed)
    correct = {uri for uri, paper in papers.items() if paper.type == CORRECT}
    types = [papers[item.uri].type for item in answer.evidence]
    claims = [_judged(claim, disputed, papers, answer.evidence) for claim in answer.claims]
    return {
        "exact_match": float(set(said.gold) == set(disputed.gold) and not said.wrong),
        "gold_shown": len(said.gold) / len(disputed.gold),
        "wrong_shown": len(said.wrong) / len(disputed.wrong) if disputed.wrong else None,
        "answered": float(answer.abstained is None),
        "retrieval.recall@5": measures.recall_at_k(correct, ranking, 5),
        "assembly.misinformation_admitted": measures.mean(type_ == MISINFO for type_ in types),
        "assembly.noise_admitted": measures.mean(type_ == NOISE for type_ in types),
        "assembly.answers_kept": _kept(disputed, {item.uri for item in answer.evidence}),
        "assembly.redundancy": measures.redundancy([item.text for item in answer.evidence], "en"),
        "assembly.conflict_recall": _seen(disputed, answer),
        "assembly.resolution_accuracy": _left_open(disputed, answer.conflicts),
        "grounding.supported": measures.supported_share(claims),
        "grounding.contradicted": measures.contradicted_share(claims),
        "grounding.unsupported": measures.unsupported_share(claims),
        "grounding.citation_precision": measures.citation_precision(claims),
        "grounding.citation_completeness": measures.citation_completeness(claims),
        "grounding.refusal_accuracy": measures.refusal_accuracy([(False, answer.abstained is not None)]),
    }


def means(of: Sequence[Scores]) -> dict[str, float]:
    """The mean of each measure over the questions for which it is defined."""
    names = dict.fromkeys(name for each in of for name in each)
    return measures.table({name: measures.mean(each.get(name) for each in of) for name in names})


def cause(disputed: Disputed, answer: Answer, ranking: Sequence[str]) -> str:
    """What keeps an answer from being an exact match, the earliest layer first; empty if nothing does."""
    if answer.abstained is not None:
        return f"declined: {answer.abstained}"
    said, admitted = shown(_text(answer), disputed), {item.uri for item in answer.evidence}
    lacking = [
        f"{each} ({_where(each, disputed, ranking, admitted)})" for each in disputed.gold if each not in said.gold
    ]
    reasons = [f"lacks {each}" for each in lacking] + [f"shows {each}" for each in said.wrong]
    return "; ".join(reasons)


def _where(gold: str, disputed: Disputed, ranking: Collection[str], admitted: Collection[str]) -> str:
    carrying = {paper.uri for paper in disputed.documents if paper.type == CORRECT and _same(paper.answer, gold)}
    if not carrying & set(ranking):
        return "not retrieved"
    if not carrying & set(admitted):
        return "not admitted"
    held = any(
        _flat(gold) in _flat(paper.text) for paper in disputed.documents if paper.uri in carrying & set(admitted)
    )
    return "admitted, not said" if held else "admitted, and not in these words"


def _kept(disputed: Disputed, admitted: Collection[str]) -> float | None:
    """Share of the right answers of which a document that gives them was admitted."""
    by_answer = {
        each: {paper.uri for paper in disputed.documents if paper.type == CORRECT and _same(paper.answer, each)}
        for each in disputed.gold
    }
    return measures.mean(bool(uris & set(admitted)) for uris in by_answer.values() if uris)


def _seen(disputed: Disputed, answer: Answer) -> float | None:
    """1 if a conflict was found whose members give different answers; None where all documents agree."""
    given = {paper.uri: _flat(paper.answer) for paper in disputed.documents if paper.answer}
    if len(set(given.values())) < 2:
        return None
    uris = {item.evidence_id: item.uri for item in answer.evidence}
    found = ({given.get(uris.get(member, ""), "") for member in each.members} - {""} for each in answer.conflicts)
    return float(any(len(answers) > 1 for answers in found))


def _left_open(disputed: Disputed, conflicts: Iterable[ConflictSet]) -> float | None:
    """1 if what contradicts one another is left open, 0 if a side wins or nothing is seen; None without a wrong answer."""
    if not disputed.wrong:
        return None
    resolutions = [each.resolution for each in conflicts]
    return float(bool(resolutions) and all(each in _LEFT_OPEN for each in resolutions))


def _judged(claim: Claim, disputed: Disputed, papers: Mapping[str, Paper], evidence: Sequence[Evidence]) -> Judged:
    """A claim by the data: carried if it rests on a document that gives a right answer and states no wrong one, against
    the evidence if it states a wrong one and no right one; a claim that rests on noise alone is neither."""
    uris = {item.evidence_id: item.uri for item in evidence}
    cited = tuple(papers[uris[link.evidence_id]].type == CORRECT for link in claim.citations)
    said = shown(claim.text, disputed)
    against = bool(said.wrong) and not said.gold
    return Judged(any(cited) and not against, against, cited)


def _text(answer: Answer) -> str:
    """What was said; a refusal says nothing of the matter."""
    if answer.abstained is not None:
        return ""
    return marks_left_out(answer.text, [item.doc for item in answer.evidence])


def _same(one: str, other: str) -> bool:
    return _flat(one) == _flat(other)


def _flat(text: str) -> str:
    return f" {' '.join(word.folded for word in words(text) if word.folded not in _ARTICLES)} "
