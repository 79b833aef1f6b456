"""Rule 4 of the normal form: what one source does to another, and when it bites."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from contract.history import Act, ActKind, Polarity
from contract.time import Interval
from graph.called import Called
from graph.intervals import Intervals, minus, union
from graph.revisions import Known

Left = Mapping[str, Sequence[Known]]  # by source: the revisions that the rules before have left


@dataclass(frozen=True, slots=True)
class Done:
    """An act that counts: who does it, and ``valid`` from its effective time to the declared end of its carrier."""

    act: Act
    doer: Known
    valid: Interval


@dataclass(frozen=True, slots=True)
class Retirement:
    """A repeal or replacement with the times at which it bites: until its end, but where a ``reinstates`` lifts it."""

    done: Done
    valid: Intervals

    def concerns(self, revision: Known) -> bool:
        """What starts after the act took effect stands."""
        return revision.start <= self.done.valid.start


def asserted(acts: Iterable[Act], source: str, names: Called | None = None) -> Iterator[Act]:
    """Of the acts in a text of this source, those that say so and are aimed at another source than the one that acts.

    With ``names`` each is bound to the sources that it means.
    """
    for act in acts:
        if act.polarity is not Polarity.ASSERTED or act.kind is ActKind.KNOWN_AS:
            continue
        bound = names.bound(act, source) if names else act
        if bound.target != (bound.by or source):
            yield bound


def tied_by(acts: Iterable[Act], source: str) -> Iterator[str]:
    """What ties a source to others: the ends of its acts as they are written, and the names that it goes by."""
    for act in acts:
        if act.polarity is Polarity.ASSERTED or act.kind is ActKind.KNOWN_AS:
            yield from (other for other in (act.target, act.by) if other not in (None, source))


def done(left: Left, names: Called) -> tuple[Done, ...]:
    """The acts carried by these revisions. One ``by`` a source that has no revision here has no effect yet."""
    return tuple(
        Done(act, doer, _valid(act, carrier, doer, left))
        for revisions in left.values()
        for carrier in revisions
        for act in asserted(carrier.put.acts, carrier.source, names)
        if (doer := _doer(act, carrier, left)) is not None
    )


def retirements(acts: Iterable[Done]) -> Mapping[str, Sequence[Retirement]]:
    """By target, its repeals and replacements."""
    lifting: dict[str, list[Done]] = defaultdict(list)
    retiring: dict[str, list[Done]] = defaultdict(list)
    for each in acts:
        if each.act.kind is ActKind.REINSTATES:
            lifting[each.act.target].append(each)
        elif each.act.kind in (ActKind.REPEAL, ActKind.REPLACE):
            retiring[each.act.target].append(each)
    return {
        target: [Retirement(each, minus((each.valid,), _lifted(each, lifting[target]))) for each in on_target]
        for target, on_target in retiring.items()
    }


def _doer(act: Act, carrier: Known, left: Left) -> Known | None:
    """The carrier, or the first revision of the source that the act names as its doer."""
    if act.by is None:
        return carrier
    return min(left.get(act.by, ()), key=lambda revision: revision.start, default=None)


def _valid(act: Act, carrier: Known, doer: Known, left: Left) -> Interval:
    """An act ``by`` another source lasts as long as any revision of that source is declared to.

    A text that says that another ends it is ended from its own start at the latest, however early the other began.
    """
    if act.by is None:
        return Interval(doer.start if act.effective is None else act.effective, doer.valid.end)
    own = carrier.start if carrier.source == act.target else doer.start
    start = max(doer.start, own) if act.effective is None else act.effective
    return Interval(start, max(revision.valid.end for revision in left[act.by]))


def _lifted(retiring: Done, lifting: Iterable[Done]) -> Intervals:
    """A whole ``reinstates`` lifts every act on its target, one of a section only the acts on that section."""
    return union(
        lift.valid
        for lift in lifting
        if lift.valid.start > retiring.valid.start and lift.act.section in (None, retiring.act.section)
    )
