"""What the operator declares: who governs what, what must be read live, which decisions exist.

``service/policy.yaml`` is read into these; stages get them passed in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from contract.records import Authority, Datatype
from contract.rules import Expression

Texts = Mapping[str, str]  # language -> text


@dataclass(frozen=True, slots=True)
class PredicateRule:
    """A declared relation. ``labels`` are its names by language, as they stand in documents. Only ``one`` can conflict.

    ``governed_by`` are source types; empty names no governor. ``live`` is the live source that must be read for it.
    ``max_age_seconds`` is how long a stored copy of a live value counts as live. ``subject`` fixes the subject where the
    predicate is about one thing only (the refund window of the company), else the subject is what the text says.
    """

    name: str
    datatype: Datatype = Datatype.TEXT
    cardinality: str = "many"
    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    governed_by: frozenset[str] = frozenset()
    live: str | None = None
    max_age_seconds: float = 0.0
    subject: str | None = None


@dataclass(frozen=True, slots=True)
class QualifierRule:
    """A dimension that narrows what is stated: country, plan. ``labels`` are its names by language, as they head columns and
    stand beside values ("Premium customers"); ``values`` gives for a value its spellings in every language ("spain": Spain,
    España), which are known wherever they stand. A value that is not listed counts beside a label only."""

    name: str
    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LiveSourceRule:
    """A system of record. ``fields`` maps predicates to paths of what it gives: dotted, or JSONPath if they begin with ``$``.

    By HTTP ``url`` holds ``{subject}``; with ``sql`` it is a database's (SQLAlchemy), and the query takes ``:subject``; with
    ``python`` there is none, and the function ``package.module:function`` is given the subject. ``cache_seconds`` is how long
    a record is kept, ``retries`` how often what may pass is tried again.

    ``shown`` is how an observation reads, by language: a format string over the predicates and ``subject``.
    ``token_env`` names the environment variable with the bearer token, if one is needed.
    """

    name: str
    url: str
    fields: Mapping[str, str]
    shown: Texts
    source_type: str = "live_system"
    timeout_seconds: float = 3.0
    token_env: str | None = None
    sql: str | None = None
    python: str | None = None
    cache_seconds: float = 0.0
    retries: int = 1


@dataclass(frozen=True, slots=True)
class Needed:
    """A fact that a decision needs, under ``name`` in its rule. ``least`` is the least authority that may give it.

    ``days_since`` turns a date into its age in days at ``valid_at``. ``claim`` states it, by language: ``{value}``,
    ``{subject}``.
    """

    name: str
    predicate: str
    least: Authority
    claim: Texts
    live: str | None = None
    days_since: bool = False


@dataclass(frozen=True, slots=True)
class DecisionRule:
    """A declared question. ``asked`` are patterns by language, with a group ``subject``. ``rule`` is a condition over the
    needs. ``holds`` and ``fails`` are the derived claims, by language."""

    name: str
    asked: Mapping[str, tuple[str, ...]]
    needs: tuple[Needed, ...]
    rule: Expression
    holds: Texts
    fails: Texts


REMOVE, MARK = "remove", "mark"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """``relevance`` (0–1): the least answerability for going on; ``support``: the least for a claim to leave;
    ``unsupported``: what becomes of a model's claims that nothing carries, ``remove`` or ``mark``;
    ``budget_tokens``: the packet's size; ``contrary_share`` of it is kept for evidence against."""

    relevance: float = 0.30
    support: float = 0.90
    budget_tokens: int = 3000
    contrary_share: float = 0.20
    unsupported: str = REMOVE


@dataclass(frozen=True, slots=True)
class Policy:
    authorities: Mapping[str, Authority] = field(default_factory=dict)  # source type -> authority
    predicates: Mapping[str, PredicateRule] = field(default_factory=dict)
    live_sources: Mapping[str, LiveSourceRule] = field(default_factory=dict)
    decisions: Mapping[str, DecisionRule] = field(default_factory=dict)
    thresholds: Thresholds = Thresholds()
    qualifiers: Mapping[str, QualifierRule] = field(default_factory=dict)

    def predicate(self, name: str) -> PredicateRule:
        """The declared rule, or the default one: ``many`` and free text, which never conflicts."""
        return self.predicates.get(name) or PredicateRule(name)
