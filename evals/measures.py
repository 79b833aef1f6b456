"""Every measure as a pure function over records, layer by layer; the Ragas triad is in ``evals.triad``.

A measure of one item gives None where it is not defined (a recall with nothing to find); ``mean`` leaves those out. What is
missing counts as wrong: an empty ranking has recall 0, no answer has no supported claim.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from language.words import stems, words

Ref = tuple[str, str | None]
"""A source by its URI, and the label of its revision."""

DUPLICATE = 0.9
"""From this share of an item's words in an earlier one on it repeats that one, if their numbers are equal."""

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def mean(values: Iterable[float | bool | None]) -> float | None:
    """The mean of what is defined; None where nothing is."""
    defined = [float(value) for value in values if value is not None]
    return sum(defined) / len(defined) if defined else None


def table(measures: Mapping[str, float | None]) -> dict[str, float]:
    """Measures as a result keeps them: those that are not defined left out, four digits."""
    return {name: round(value, 4) for name, value in measures.items() if value is not None}


# -- retrieval ------------------------------------------------------------------------------------------------------
def recall_at_k(gold: Collection[str], found: Sequence[str], k: int) -> float | None:
    """|gold ∩ first k| / |gold| (Manning, Raghavan and Schütze 2008, ch. 8). None without gold."""
    wanted = set(gold)
    return len(wanted & set(found[:k])) / len(wanted) if wanted else None


def all_at_k(gold: Collection[str], found: Sequence[str], k: int) -> float | None:
    """1 if all gold is among the first k, else 0 (the "all-recall" of HippoRAG, Gutiérrez et al. 2024)."""
    return float(set(gold) <= set(found[:k])) if gold else None


def mrr(gold: Collection[str], found: Sequence[str]) -> float | None:
    """1 / rank of the first gold; 0 if none is found. Its mean is the MRR (Voorhees 1999, TREC-8)."""
    if not gold:
        return None
    return next((1.0 / rank for rank, item in enumerate(found, start=1) if item in gold), 0.0)


def ndcg_at_k(gains: Mapping[str, float], found: Sequence[str], k: int) -> float | None:
    """DCG of the first k ÷ that of the best order, DCG = Σ gain / log2(rank + 1) (Järvelin and Kekäläinen 2002).

    An item found twice counts once, where it stands first.
    """
    best = _dcg(sorted(gains.values(), reverse=True)[:k])
    order = list(dict.fromkeys(found[:k]))
    return _dcg(gains.get(item, 0.0) for item in order) / best if best else None


def _dcg(gains: Iterable[float]) -> float:
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, start=1))


def identifier_coverage(identifiers: Collection[str], texts: Iterable[str]) -> float | None:
    """Share of the question's exact identifiers (codes, names of parameters) that stand whole in a retrieved text.

    Case and accents are folded; a part of a longer word does not count. None where the question has none.
    """
    if not identifiers:
        return None
    held = [f" {' '.join(word.folded for word in words(text))} " for text in texts]
    forms = [" ".join(word.folded for word in words(identifier)) for identifier in identifiers]
    return sum(any(f" {form} " in text for text in held) for form in forms) / len(forms)


def blocked_share(proposed: Sequence[Ref], readable: AbstractSet[Ref]) -> float | None:
    """Share of what retrieval proposed that the scope blocks later: work for nothing, and a risk."""
    return mean(ref not in readable for ref in proposed)


# -- assembly -------------------------------------------------------------------------------------------------------
def stale_admission(admitted: Sequence[Ref], stale: AbstractSet[Ref]) -> float | None:
    """Share of the admitted evidence that was not in force at the question's time. None where nothing was admitted."""
    return mean(ref in stale for ref in admitted)


def authority_error(decisive: Sequence[Ref], governing: AbstractSet[Ref]) -> float | None:
    """Share of the evidence that decides a proposition although another source governs it.

    ``decisive`` is what stands for the proposition (what the claims cite), ``governing`` the sources that may decide it. None
    where no governor is named, or nothing decides.
    """
    return mean(ref not in governing for ref in decisive) if governing else None


def conflict_recall(expected: Collection[AbstractSet[Ref]], found: Collection[AbstractSet[Ref]]) -> float | None:
    """Share of the true conflicts that were seen: all members of one are among the members of a found one."""
    return mean(any(members <= other for other in found) for members in expected)


def resolution_accuracy(expected: Mapping[str, str], found: Mapping[str, str]) -> float | None:
    """Share of the true conflicts settled as they should be: by proposition, the outcome. A missing one is wrong."""
    return mean(found.get(proposition) == outcome for proposition, outcome in expected.items())


def acl_violations(shown: Iterable[Ref], hidden: AbstractSet[Ref]) -> float:
    """1 if anything the reader may not see was shown (evidence, citation, what is held back), else 0; to be 0 always."""
    return float(any(ref in hidden for ref in shown))


def redundancy(texts: Sequence[str], language: str) -> float | None:
    """Share of the admitted items that repeat an earlier one: ``DUPLICATE`` of their stems, and all their numbers, in it."""
    bags = [Counter(stems(text, language)) for text in texts]
    numbers = [Counter(_NUMBER.findall(text)) for text in texts]
    repeated = [
        any(_inside(bags[at], bags[before]) and numbers[at] == numbers[before] for before in range(at))
        for at in range(len(texts))
    ]
    return mean(repeated)


def _inside(bag: Counter[str], other: Counter[str]) -> bool:
    return bool(bag) and (bag & other).total() >= DUPLICATE * bag.total()


def required_kept(required: AbstractSet[Ref], admitted: Collection[Ref]) -> float | None:
    """Share of the evidence that the answer needs which was admitted."""
    return len(required & set(admitted)) / len(required) if required else None


# -- grounding ------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Judged:
    """A claim of an answer as the judge sees it, who is not the product: gold, a person, or another rule.

    ``citations`` says of each citation whether what it points to carries the claim.
    """

    supported: bool
    contradicted: bool = False
    citations: tuple[bool, ...] = ()


def supported_share(claims: Sequence[Judged]) -> float | None:
    """Claims that the evidence carries ÷ all claims. None for a refusal, which claims nothing."""
    return mean(claim.supported for claim in claims)


def citation_precision(claims: Sequence[Judged]) -> float | None:
    """Citations that carry their claim ÷ all citations (ALCE, Gao et al. 2023)."""
    return mean(right for claim in claims for right in claim.citations)


def citation_completeness(claims: Sequence[Judged]) -> float | None:
    """Claims with a citation that carries them ÷ all claims (citation recall of ALCE, Gao et al. 2023)."""
    return mean(any(claim.citations) for claim in claims)


def unsupported_share(claims: Sequence[Judged]) -> float | None:
    """Claims that the evidence neither carries nor contradicts ÷ all claims."""
    return mean(not claim.supported and not claim.contradicted for claim in claims)


def contradicted_share(claims: Sequence[Judged]) -> float | None:
    """Claims against which the evidence speaks ÷ all claims."""
    return mean(claim.contradicted for claim in claims)


def refusal_accuracy(pairs: Iterable[tuple[bool, bool]]) -> float | None:
    """Share of questions rightly answered or rightly declined; a pair is (should be declined, was declined)."""
    return mean(should == was for should, was in pairs)


# -- sets and scores ------------------------------------------------------------------------------------------------
def precision(found: Collection[object], gold: Collection[object]) -> float | None:
    """|found ∩ gold| / |found|. None where nothing was found."""
    return len(set(found) & set(gold)) / len(set(found)) if found else None


def recall(found: Collection[object], gold: Collection[object]) -> float | None:
    """|found ∩ gold| / |gold|. None without gold."""
    return len(set(found) & set(gold)) / len(set(gold)) if gold else None


def f1(precision: float | None, recall: float | None) -> float | None:
    """The harmonic mean of both; 0 where one of them is 0 or, with gold there, nothing was found."""
    if recall is None:
        return None
    total = (precision or 0.0) + recall
    return 2 * (precision or 0.0) * recall / total if total else 0.0


def auc(positive: Sequence[float], negative: Sequence[float]) -> float | None:
    """P(a positive scores above a negative), ties half: the area under the ROC curve (Hanley and McNeil 1982)."""
    if not positive or not negative:
        return None
    every = sorted(positive) + sorted(negative)
    ranks = _ranks(every)
    above = sum(ranks[value] for value in positive) - len(positive) * (len(positive) + 1) / 2
    return above / (len(positive) * len(negative))


def _ranks(values: Iterable[float]) -> dict[float, float]:
    """The rank of each value from 1, the mean rank for equal ones."""
    ranks: dict[float, float] = {}
    before = 0
    for value, count in sorted(Counter(values).items()):
        ranks[value] = before + (count + 1) / 2
        before += count
    return ranks


def contains_answer(text: str, answers: Iterable[str]) -> bool:
    """Whether one of the answers stands in the text as whole words, case and accents folded."""
    held = f" {' '.join(word.folded for word in words(text))} "
    forms = (" ".join(word.folded for word in words(answer)) for answer in answers)
    return any(f" {form} " in held for form in forms if form)
