"""What a question asks for as subject and predicate, who states it, and which live reads that takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from assembly.state import AssemblyRequest, Proposition
from contract.evidence import Question, Stated
from contract.ids import content_id
from contract.policy import LiveSourceRule, Needed, Policy, PredicateRule
from contract.ports import GraphView
from language.words import key, stem, words

_NAME_WORDS = 6  # a name of more words is not looked for
_LIKE = 5  # letters of a like beginning
_CLOSE = 5  # the best candidates, whose statements a question may be about without naming their predicate


def live_needs(question: Question, policy: Policy) -> tuple[tuple[LiveSourceRule, str], ...]:
    """Which live reads a question takes: (source, subject), each once, in the order in which they are needed."""
    subject = _subject(question)
    if subject is None:
        return ()
    decision = policy.decisions.get(question.decision) if question.decision else None
    names = [need.live for need in decision.needs] if decision else []
    if decision is None:
        names = [policy.predicate(predicate).live for predicate in question.predicates]
    wanted = dict.fromkeys(name for name in names if name is not None)
    return tuple((policy.live_sources[name], subject) for name in wanted if name in policy.live_sources)


def propositions(request: AssemblyRequest) -> tuple[Proposition, ...]:
    """What the question asks for: a decision's needs, the declared predicates that it names, or those that its words and
    the best candidates together suggest."""
    if request.decision is not None:
        return tuple(_of_need(request, need) for need in request.decision.needs)
    rules = [rule for name in request.question.predicates if (rule := request.policy.predicates.get(name))]
    found = [each for rule in rules for each in _of_predicate(request, rule)]
    return tuple(found) if rules else tuple(_suggested(request))


def stated(view: GraphView, proposition: Proposition) -> tuple[Stated, ...]:
    """Who states a proposition in a view."""
    return view.stated(predicates=(proposition.rule.name,), subject_ids=(proposition.subject_id,))


def subject_id(tenant: str, name: str) -> str:
    """The id of the entity that a name stands for on its own."""
    return content_id(tenant, key(name), "")


def _of_need(request: AssemblyRequest, need: Needed) -> Proposition:
    rule = request.policy.predicate(need.predicate)
    subject = rule.subject or request.question.subject or ""
    about = subject_id(request.view.scope.tenant, subject)
    return _filled(request.view, Proposition(about, subject, rule, (), need))


def _of_predicate(request: AssemblyRequest, rule: PredicateRule) -> list[Proposition]:
    """One proposition for each subject that the question names (or that the predicate fixes); where it names none that
    is known, one for each subject of which the best candidates state the predicate."""
    view, tenant = request.view, request.view.scope.tenant
    if rule.subject:
        return [_filled(view, Proposition(subject_id(tenant, rule.subject), rule.subject, rule, ()))]
    ids = _named(request)
    if found := view.stated(predicates=(rule.name,), subject_ids=ids):
        return list(_by_subject(found, rule, firm=True))
    if rule.live and (subject := _subject(request.question)):
        return [Proposition(subject_id(tenant, subject), subject, rule, ())]
    if lapsed := request.lapsed_view.stated(predicates=(rule.name,), subject_ids=ids):
        return [replace(each, statements=()) for each in _by_subject(lapsed, rule, firm=True)]
    about = {each.fact.subject_id for each in _close(request) if each.fact.predicate == rule.name}
    found = view.stated(predicates=(rule.name,), subject_ids=sorted(about)) if about else ()
    return list(_by_subject(found, rule, firm=False))


def _subject(question: Question) -> str | None:
    """What a live source is asked about: the question's subject, else the one code it names."""
    return question.subject or (question.identifiers[0] if len(question.identifiers) == 1 else None)


def _named(request: AssemblyRequest) -> list[str]:
    """The ids of the entities that words of the question name, by their key or by a name of which the scope has the
    definition."""
    names = list(_names(request.question))
    own = {subject_id(request.view.scope.tenant, name) for name in names}
    return sorted(own | {found.entity_id for found in request.view.named(names)})


def _suggested(request: AssemblyRequest) -> Iterator[Proposition]:
    """Declared predicates with a word in common with the question, of a fixed subject or one that the question names."""
    asked = set(request.question.stems)
    found = sorted(_close(request), key=lambda each: (each.fact.predicate, each.fact.subject_id))
    for (predicate, about), group in groupby(found, key=lambda each: (each.fact.predicate, each.fact.subject_id)):
        rule = request.policy.predicates.get(predicate)
        if rule is None or rule.cardinality != "one" or not _worded(rule, request.question):
            continue
        subject = next(group).fact.subject
        if rule.subject or _stems(subject, request.question.language) <= asked:
            yield _filled(request.view, Proposition(about, subject, rule, (), firm=False))


def _close(request: AssemblyRequest) -> tuple[Stated, ...]:
    best = [candidate.passage_id for candidate in request.candidates[:_CLOSE]]
    return request.view.stated(passage_ids=best) if best else ()


def _filled(view: GraphView, proposition: Proposition) -> Proposition:
    return replace(proposition, statements=stated(view, proposition))


def _by_subject(found: Iterable[Stated], rule: PredicateRule, firm: bool) -> Iterator[Proposition]:
    ordered = sorted(found, key=lambda each: each.fact.subject_id)
    for about, group in groupby(ordered, key=lambda each: each.fact.subject_id):
        statements = tuple(group)
        yield Proposition(about, statements[0].fact.subject, rule, statements, firm=firm)


def _names(question: Question) -> Iterator[str]:
    """Every run of words of the question that could be a name, the longest first."""
    if question.subject:
        yield key(question.subject)
    spoken = [word.folded for word in words(question.text)]
    for length in range(min(_NAME_WORDS, len(spoken)), 0, -1):
        for start in range(len(spoken) - length + 1):
            yield " ".join(spoken[start : start + length])


def _worded(rule: PredicateRule, question: Question) -> bool:
    """Whether a word of the question is in a label of the predicate, or begins like one («devolver», «devolución»)."""
    labels = {each for label in rule.labels.get(question.language, ()) for each in _stems(label, question.language)}
    return any(
        one == other or (len(one) >= _LIKE and one[:_LIKE] == other[:_LIKE])
        for one in question.stems
        for other in labels
    )


def _stems(text: str, language: str) -> set[str]:
    return {stem(word.text, language) for word in words(text) if len(word.text) > 2}
