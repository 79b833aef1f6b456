"""Conflicts found: what differs on a subject and a ``one`` predicate, now or from some day on, whatever the question.

The service looks when a commit touches what is stated, for all readers together, and keeps what it saw; a reader's inbox is
worked out again from what that reader may read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from assembly.assemble import AssemblyRequest
from assembly.conflicts import settled
from assembly.ladder import Outcome
from assembly.state import Proposition
from contract.access import Principal, Scope
from contract.conflicts import ConflictEntry, ConflictMember, EntryKind, conflict_id
from contract.evidence import Answer, Question, Resolution, Stated
from contract.history import ActKind, Put
from contract.policy import PredicateRule
from contract.ports import GraphView
from contract.records import Commit, RevisionDraft
from contract.time import Instant
from graph.timeline import affected
from language.values import same
from service.scoping import everyone, view_of
from service.wiring import Product

Pair = tuple[str, str]  # subject id, predicate
ALL = 1_000_000  # statements read at once: a bound for a broken store, not for a full one
_AHEAD = 8  # instants to come that are looked at for one conflict
_BRINGING_BACK = (ActKind.REINSTATES, ActKind.NULLITY)


@dataclass(frozen=True, slots=True)
class Seen:
    """What is stated on a subject and predicate at ``at``, and what the ladder made of it. ``said`` by the ids of members."""

    subject_id: str
    rule: PredicateRule
    at: Instant
    outcome: Outcome
    said: Mapping[str, Stated]

    @property
    def subject(self) -> str:
        return next((each.fact.subject for each in self.said.values()), "")

    @property
    def resolution(self) -> Resolution | None:
        """What settles it; a predicate that must be read live is settled by the read that each question makes."""
        open_ = self.outcome.resolution is Resolution.UNRESOLVED
        return Resolution.LIVE if open_ and self.rule.live else self.outcome.resolution

    @property
    def statements(self) -> tuple[tuple[Stated, Resolution | None], ...]:
        """Those that stand first, then the others with the rung that removed each."""
        removed = {each.member: each.rule for each in self.outcome.removed}
        standing = {member.id for member in self.outcome.stands}
        known = sorted(self.said, key=lambda id_: (self.said[id_].at.revision.uri, id_))
        named = [*(id_ for id_ in known if id_ in standing), *(id_ for id_ in known if id_ in removed)]
        return tuple((self.said[id_], removed.get(id_)) for id_ in named)

    @property
    def members(self) -> tuple[ConflictMember, ...]:
        return tuple(member_of(said, rule) for said, rule in self.statements)


def member_of(said: Stated, rule: Resolution | None = None) -> ConflictMember:
    return ConflictMember(said.at.revision.id, said.at.passage.id, said.fact.id, said.fact.object, rule)


# -- looking --------------------------------------------------------------------------------------------------------
def look(product: Product, scope: Scope, pairs: Collection[Pair] | None, *, ahead: bool) -> Iterator[Seen]:
    """What is in conflict in a scope among these pairs (None: all), each at the first instant from ``valid_at`` on at which it
    is open, else at which it is settled by a rung. ``ahead`` False: at ``valid_at`` alone."""
    wanted = set(product.policy.predicates) if pairs is None else {name for _, name in pairs}
    names = sorted(name for name in wanted if _can_conflict(product, name))
    if not names:
        return
    subjects = sorted({subject for subject, _ in pairs}) if pairs is not None else []
    now = _Views.of(product, scope)
    found, others = (
        _by_pair(each.stated(predicates=names, subject_ids=subjects, limit=ALL), pairs)
        for each in (now.held, now.lapsed)
    )
    for pair in sorted({*found, *others}):
        rule, stated, rest = product.policy.predicate(pair[1]), found.get(pair, []), others.get(pair, [])
        if not _differ([*stated, *rest], rule):
            continue
        at = [_seen(product, now, pair, rule, stated)]
        starts = {each.at.valid.start for each in rest if each.at.valid.start > scope.valid_at} if ahead else set()
        for start in sorted(starts)[:_AHEAD]:
            then = _Views.of(product, scope.at(start))
            of_pair = then.held.stated(predicates=[pair[1]], subject_ids=[pair[0]], limit=ALL)
            at.append(_seen(product, then, pair, rule, of_pair))
        known = [seen for seen in at if seen is not None]
        first = next((seen for seen in known if seen.resolution is Resolution.UNRESOLVED), None)
        if first or known:
            yield first or known[0]


@dataclass(frozen=True, slots=True)
class _Views:
    """What is in force at one instant, and what is not, for one reader."""

    held: GraphView
    lapsed: GraphView

    @staticmethod
    def of(product: Product, scope: Scope) -> _Views:
        return _Views(product.store.view(scope), product.store.view(scope.lapsed()))


def _seen(
    product: Product, views: _Views, pair: Pair, rule: PredicateRule, statements: Sequence[Stated]
) -> Seen | None:
    if not statements:
        return None
    proposition = Proposition(pair[0], statements[0].fact.subject, rule, tuple(statements), firm=False)
    made = settled(_bare(product, views.held, views.lapsed), proposition)
    at = views.held.scope.valid_at
    return Seen(pair[0], rule, at, made.outcome, made.said) if made.outcome.resolution else None


def _bare(product: Product, view: GraphView, lapsed: GraphView) -> AssemblyRequest:
    """A request that asks for no more than one proposition."""
    return AssemblyRequest(
        question=Question("", "en", ()),
        candidates=(),
        lapsed=(),
        view=view,
        lapsed_view=lapsed,
        policy=product.policy,
        decision=None,
        observations=(),
        failed_reads=(),
        answerability=0.0,
        threshold=0.0,
        now=view.scope.valid_at,
    )


def _by_pair(found: Iterable[Stated], pairs: Collection[Pair] | None) -> dict[Pair, list[Stated]]:
    groups: dict[Pair, list[Stated]] = defaultdict(list)
    for each in found:
        pair = (each.fact.subject_id, each.fact.predicate)
        if pairs is None or pair in pairs:
            groups[pair].append(each)
    return groups


def _differ(found: Sequence[Stated], rule: PredicateRule) -> bool:
    values = {each.fact.object for each in found}
    return any(not same(a, b, rule.datatype) for a, b in combinations(values, 2))


def _can_conflict(product: Product, name: str) -> bool:
    return product.policy.predicate(name).cardinality == "one"


# -- keeping --------------------------------------------------------------------------------------------------------
def find(
    product: Product, tenant: str, pairs: Collection[Pair] | None = None, valid_at: Instant | None = None
) -> tuple[str, ...]:
    """Look at these pairs (None: at all there are) for all readers together, and keep what is new; the conflicts that are open.

    From now on, or at ``valid_at`` alone.
    """
    if pairs is not None and not any(_can_conflict(product, name) for _, name in pairs):
        return ()
    scope = everyone(product, tenant)
    pairs = None if pairs is None else _as_one(product.store.view(scope), pairs)
    found = look(product, scope if valid_at is None else scope.at(valid_at), pairs, ahead=valid_at is None)
    seen = {conflict_id(tenant, each.subject_id, each.rule.name): each for each in found}
    asked = None if pairs is None else [conflict_id(tenant, *pair) for pair in pairs]
    last: dict[str, ConflictEntry] = {}
    for entry in product.store.view(scope).conflict_entries(asked):
        if entry.kind is EntryKind.FOUND:
            last[entry.conflict_id] = entry
    entries = [_found(id_, each) for id_, each in seen.items() if not _known(each, last.get(id_))]
    entries += [_over(product, scope, entry) for id_, entry in last.items() if id_ not in seen and _conflicting(entry)]
    if entries:
        product.store.record_conflicts(tenant, entries, product.clock())
    return tuple(id_ for id_, each in seen.items() if each.resolution is Resolution.UNRESOLVED)


def after_commit(product: Product, draft: RevisionDraft, commit: Commit) -> tuple[str, ...]:
    """Look at what a commit touches: the facts that it brought, and those of what it ended or brought back."""
    pairs = {(each.subject_id, each.predicate) for each in draft.content.facts}
    pairs |= _stated_by(product, draft.tenant, commit.superseded)
    if any(act.kind in _BRINGING_BACK for act in draft.acts):
        pairs |= _tied_to(product, draft.tenant, draft.metadata.uri)
    return find(product, draft.tenant, pairs)


def after_withdrawal(product: Product, tenant: str, uri: str) -> tuple[str, ...]:
    """Look at what a source stated that was deleted or undone, and at what it may have kept from being in force."""
    return find(product, tenant, _tied_to(product, tenant, uri))


def after_undo(product: Product, tenant: str, revision_id: str) -> tuple[str, ...]:
    """The same for one revision that was undone."""
    history = product.store.history(tenant)
    uri = next(each.source for each in history if isinstance(each, Put) and each.revision_id == revision_id)
    return after_withdrawal(product, tenant, uri)


def met(product: Product, reader: Principal, answer: Answer) -> None:
    """Keep the conflicts that a question met and no commit has shown: those of another day, or of before they were kept."""
    tenant, sets = reader.tenant, answer.conflicts
    view = view_of(product, reader, answer.valid_at, answer.known_at)
    known = {entry.conflict_id for entry in view.conflict_entries([each.conflict_id for each in sets])}
    new = [each for each in sets if each.conflict_id not in known]
    stated = view.stated(passage_ids=[member for each in new for member in each.members]) if new else ()
    pairs = {(each.fact.subject_id, each.fact.predicate) for each in stated}
    pairs = {pair for pair in pairs if conflict_id(tenant, *pair) in {each.conflict_id for each in new}}
    if pairs:
        find(product, tenant, pairs)
        kept = {entry.conflict_id for entry in product.store.view(everyone(product, tenant)).conflict_entries()}
        past = {pair for pair in pairs if conflict_id(tenant, *pair) not in kept}
        find(product, tenant, past, view.scope.valid_at)


def _as_one(view: GraphView, pairs: Collection[Pair]) -> set[Pair]:
    """The pairs under every entity that is one with their subject: a view tells of the one that stands for all."""
    identities = view.identities({subject for subject, _ in pairs})
    members = {each.id: [one.id for one in identity.members] for identity in identities for each in identity.members}
    return {(each, name) for subject, name in pairs for each in members.get(subject, [subject])}


def _stated_by(product: Product, tenant: str, revisions: Collection[str]) -> set[Pair]:
    if not revisions:
        return set()
    view = product.store.view(everyone(product, tenant).pinned(revisions))
    names = [name for name in product.policy.predicates if _can_conflict(product, name)]
    found = view.stated(predicates=names, passage_ids=view.passage_ids(), limit=ALL) if names and view.size() else ()
    return {(each.fact.subject_id, each.fact.predicate) for each in found}


def _tied_to(product: Product, tenant: str, uri: str) -> set[Pair]:
    """What a source states or stated, and all that acts tie to it."""
    history = product.store.history(tenant)
    tied = affected(history, uri)
    revisions = {each.revision_id for each in history if isinstance(each, Put) and each.source in tied}
    entries = product.store.view(everyone(product, tenant)).conflict_entries()
    gone = {
        (entry.subject_id, entry.predicate)
        for entry in entries
        if any(member.revision_id in revisions for member in entry.members)
    }
    return gone | _stated_by(product, tenant, revisions)


def _found(id_: str, seen: Seen) -> ConflictEntry:
    return ConflictEntry(
        id_, seen.subject_id, seen.rule.name, EntryKind.FOUND, members=seen.members, resolution=seen.resolution
    )


def _known(seen: Seen, last: ConflictEntry | None) -> bool:
    """Whether it is as it was when it was last looked at; what a person chose in between is an entry of its own."""
    if last is None:
        return False
    chosen = (Resolution.HUMAN, Resolution.UNRESOLVED)
    alike = seen.resolution is last.resolution or {seen.resolution, last.resolution} <= set(chosen)
    return alike and _of(seen.members) == _of(last.members)


def _of(members: Iterable[ConflictMember]) -> set[tuple[str, str, str]]:
    return {(each.revision_id, each.passage_id, each.fact_id) for each in members}


def _conflicting(entry: ConflictEntry) -> bool:
    return entry.resolution not in (None, Resolution.SUPERSEDED, Resolution.DISJOINT)


def _over(product: Product, scope: Scope, last: ConflictEntry) -> ConflictEntry:
    """The entry that ends it: its members hold together no more."""
    view = product.store.view(scope)
    revisions = {member.revision_id for member in last.members}
    ended = {edge.older for edge in view.supersessions(revisions) if edge.effective <= scope.valid_at}
    members = tuple(
        ConflictMember(
            each.revision_id,
            each.passage_id,
            each.fact_id,
            each.value,
            Resolution.SUPERSEDED if each.revision_id in ended else None,
        )
        for each in last.members
    )
    resolution = Resolution.SUPERSEDED if ended else Resolution.DISJOINT
    return ConflictEntry(
        last.conflict_id, last.subject_id, last.predicate, EntryKind.FOUND, members=members, resolution=resolution
    )
