"""Open extraction: the facts that the product draws from single sentences, against gold tuples (``evals.tuples``).

Kinds are the files, and within one each of the product's extractors alone: its precision over what it gave, its recall over
all gold tuples. Tables, ``key: value`` lines and plain statements are taken as the facts they become; of ``clauses``, which
reads prose, every predication counts, also those that become no fact (a pronoun as subject, a clause as object). A model that the
settings let state facts (``VIGENTE_LLM_EXTRACTION``) is one more extractor, by what of its triples the sentences say.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from contract.ids import content_id
from contract.policy import PredicateRule
from contract.ports import Generator
from contract.records import Fact, Metadata, RevisionDraft
from evals.datasets.reading import drawn
from evals.datasets.tuples import TupleSet, read
from evals.product import Timer, versions
from evals.records import Options, Result
from evals.tuples import Extracted, Matched, matched, scores
from extraction.clauses import CLAUSES, said
from extraction.documents import read_bytes
from extraction.extract import extract
from extraction.modelled import MODEL, ask, checked
from language.words import words
from service.policy.reader import SHIPPED, load_policy
from service.settings import Settings, load
from service.wiring import extracting_of, generator_of

_LIMIT = 512  # tokens a passage may have; here a word is one
_MOST_BYTES = 1_000_000
_EVERY = 20


def run(data: Path, options: Options) -> Result:
    """Each sentence is a document of its own. ``limit`` counts sentences of each file."""
    predicates = load_policy(SHIPPED, {}).predicates
    settings = load()
    model = _model(settings)
    timer = Timer()
    whole: list[Matched] = []
    kinds: dict[str, list[Matched]] = {}
    given: dict[str, str] = {}
    for each in read(data):
        sentences = drawn(each.sentences, options)
        stated = _stated([sentence for sentence, _ in sentences], each, model, settings.llm_extraction_together)
        found: list[Mapping[str, list[Extracted]]] = []
        for at, (sentence, _) in enumerate(sentences):
            if at % _EVERY == 0:
                options.progress(f"{each.name}: drawing", at / len(sentences))
            with timer():
                found.append(_facts(sentence, each, predicates) | _predications(sentence, each.language) | stated[at])
        golds = [gold for _, gold in sentences]
        joined = [_distinct(by) for by in found]
        kinds[each.name] = [matched(gold, all_) for gold, all_ in zip(golds, joined, strict=True)]
        whole += kinds[each.name]
        for extractor in sorted({name for by in found for name in by}):
            alone = [by.get(extractor, []) for by in found]
            kinds[f"{each.name}.{extractor}"] = [matched(gold, own) for gold, own in zip(golds, alone, strict=True)]
        given[each.name] = f"{len(sentences)} sentences, {sum(map(len, golds))} gold, {sum(map(len, joined))} drawn"
    return Result(
        suite="openie",
        dataset=data.resolve().name,
        n=len(whole),
        measures=scores(whole),
        by_kind={kind: scores(each) for kind, each in kinds.items()},
        latency_ms=timer.latency_ms,
        settings={"seed": str(options.seed)} | given | ({"model": model.name} if model else {}),
        versions=versions(),
    )


def _facts(sentence: str, each: TupleSet, predicates: Mapping[str, PredicateRule]) -> dict[str, list[Extracted]]:
    """What each extractor says of one sentence. A fact about the document has its title, which no gold tuple has."""
    content = _draft(sentence, each, predicates).content
    facts = {fact.id: fact for fact in content.facts}
    found: dict[str, list[Extracted]] = defaultdict(list)
    for assertion in content.assertions:
        if assertion.extractor != CLAUSES:
            found[assertion.extractor].append(_tuple(facts[assertion.fact_id]))
    return found


def _draft(sentence: str, each: TupleSet, predicates: Mapping[str, PredicateRule]) -> RevisionDraft:
    uri = content_id(sentence)
    document = read_bytes(sentence.encode("utf-8"), f"{uri}.txt", max_bytes=_MOST_BYTES)
    return extract(
        document,
        Metadata(uri=uri, title=uri, language=each.language),
        tenant="evals",
        embedder_count=lambda text: len(words(text)),
        limit=_LIMIT,
        predicates=predicates,
    )


def _tuple(fact: Fact) -> Extracted:
    qualifiers = (value for _, value in fact.qualifiers)
    return Extracted(
        fact.predicate.replace("_", " "), (fact.subject, fact.object.raw or fact.object.value, *qualifiers)
    )


def _model(settings: Settings) -> Generator | None:
    asked = extracting_of(settings, generator_of(settings))
    return asked() if asked else None


def _stated(
    sentences: Sequence[str], each: TupleSet, model: Generator | None, together: int
) -> list[dict[str, list[Extracted]]]:
    """What of a model's triples each sentence says; nothing without a model."""
    if model is None:
        return [{} for _ in sentences]
    with ThreadPoolExecutor(together) as pool:
        return list(pool.map(partial(_by_model, each, model), sentences))


def _by_model(each: TupleSet, model: Generator, sentence: str) -> dict[str, list[Extracted]]:
    found: list[Extracted] = []
    for passage in _draft(sentence, each, {}).content.passages:
        said = checked(
            ask(model, passage, ()), passage, tenant="evals", language=each.language, predicates={}, extractor=MODEL
        )
        found += map(_tuple, said.facts)
    return {MODEL: found} if found else {}


def _predications(sentence: str, language: str) -> dict[str, list[Extracted]]:
    found = [
        Extracted(each.relation.text, (each.subject.text, *(argument.phrase.text for argument in each.arguments)))
        for each in next(iter(said([sentence], language)), ())
    ]
    return {CLAUSES: list(dict.fromkeys(found))} if found else {}


def _distinct(by: Mapping[str, list[Extracted]]) -> list[Extracted]:
    return list(dict.fromkeys(each for found in by.values() for each in found))
