"""Explanations on the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text
from rich.tree import Tree

from contract.evidence import Answer
from contract.records import Revision
from contract.time import Interval, iso
from language.values import show
from service.commands.show import held_back, report
from service.explain.difference import Cause, Difference
from service.explain.effects import Contested, Effects
from service.explain.preview import Preview
from service.explain.replay import Changed, Replayed
from service.explain.timeline import Ending
from service.explain.why import Edge, Ground, Why
from service.explain.whynot import Fate, Piece, WhyNot
from service.inbox.inbox import Status
from service.ingestion.ingest import Report
from service.texts import say
from service.versions.families import label_of

_LONGEST = 240  # characters of a text that are shown
_MOST = 40  # lines of one kind of change


def difference(item: Difference, language: str) -> RenderableType:
    """Both answers, one above the other, and what came between."""
    parts: list[RenderableType] = [_answered(one, item.axis) for one in (item.before, item.after)]
    if item.same:
        parts.append(Text(say("diff_same", language), "green"))
    if item.causes:
        tree = Tree(say("diff_causes", language))
        for cause in item.causes:
            tree.add(Text(_cause(cause, language), "yellow"))
        parts.append(tree)
    elif not item.same:
        parts.append(Text(say("diff_no_cause", language), "dim"))
    return Group(*parts)


def _answered(item: Answer, axis: str) -> RenderableType:
    at = iso(item.valid_at if axis == "valid" else item.known_at)
    return Panel(
        Text(item.text), title=f"{axis} {at}", title_align="left", border_style="red" if item.abstained else "green"
    )


def _cause(item: Cause, language: str) -> str:
    what = f"{item.uri} {item.label or ''}".rstrip() + (f" · {item.section}" if item.section else "")
    by = f"{item.by_uri} {item.by_label or ''}".rstrip() if item.by_uri else ""
    said = say(f"happened_{item.happened}", language, what=what, by=by, rule=item.rule)
    return f"{(iso(item.at) or '')[:19]}  {said}".strip()


def why_not(item: WhyNot, language: str) -> RenderableType:
    """How far the source came; its passages that came furthest, each with where it stopped."""
    style = "green" if item.fate is Fate.CITED else "yellow"
    at = iso(item.valid_at)
    parts: list[RenderableType] = [Text(say(f"fate_{item.fate}", language, uri=item.uri, valid_at=at), style)]
    if item.abstained and item.fate is not Fate.CITED:
        parts.append(Text(say("abstained", language, reason=item.abstained), "red"))
    if item.held:
        parts.append(held_back(item.held, language))
    for line in item.lines:
        ended = ", ".join(_ending(end) for end in line.ended_by)
        holds = _spans(line.holds, language)
        parts.append(Text(f"  {label_of(line.revision)}: {holds}{f' → {ended}' if ended else ''}", "dim"))
    for piece in item.pieces:
        parts.append(_piece(piece, item.asked, language))
    return Group(*parts)


def _piece(item: Piece, asked: Sequence[str], language: str) -> Tree:
    tree = Tree(Text(" › ".join(item.path)))
    if item.stage:
        tree.add(Text(say("stopped_at", language, stage=item.stage, reason=_reason(item.reason, language)), "yellow"))
    ranks = "  ".join(f"{by.method} #{by.rank}" for by in item.by) or say("proposed_by_none", language)
    words = say("words_found", language, found=len(item.words), asked=len(asked), words=", ".join(item.words) or "–")
    tree.add(Text(f"{ranks} · {words}", "dim"))
    tree.add(Text(_short(item.text), "dim"))
    return tree


def _reason(reason: str | None, language: str) -> str:
    """A stage's reason in words, where there are words for it without names and days."""
    plain = {"not_authorised", "conflict", "below_threshold", "duplicate", "budget", "scope", "not_in_force"}
    return say(f"reason_{reason}", language) if reason in plain else (reason or "")


def why(item: Why, language: str) -> RenderableType:
    """A tree from each claim down to the edges that keep its revision in force."""
    tree = Tree(Text(say(f"why_{item.about}", language, id=item.id[:12], valid_at=iso(item.valid_at)), "bold"))
    for ground in item.grounds:
        _add_ground(tree, ground, language)
    for read in item.reads:
        tree.add(Text(say("why_read", language, id=read[:12]), "cyan"))
    return tree


def _add_ground(tree: Tree, item: Ground, language: str) -> None:
    words = f"«{_short(item.quoted)}»" if item.quoted else " › ".join(item.path)
    branch = tree.add(Text(words))
    for one in item.facts:
        value = one.fact.object.raw or one.fact.object.value
        qualifiers = "".join(f" · {name}: {said}" for name, said in one.fact.qualifiers)
        branch.add(
            Text(
                f"{one.fact.subject} · {one.fact.predicate} · {value}{qualifiers}  {one.fact.id[:12]} ({one.extractor})",
                "cyan",
            )
        )
    metadata = item.revision.metadata
    where = (
        f"{_name(item.revision)} · {metadata.source_type} · {metadata.authority.name.lower()} · {' › '.join(item.path)}"
    )
    source = branch.add(Text(where))
    state = say("in_force" if item.in_force else "reason_not_in_force", language)
    source.add(Text(f"{state}: {_spans(item.holds, language)}", "green" if item.in_force else "red"))
    origin = metadata.origins.get("valid_from")
    if origin:
        source.add(Text(say("why_dated", language, origin=origin), "dim"))
    for edge in item.ended:
        source.add(Text(say("why_ended", language, **_edge(edge)), "dim"))
    for edge in item.ended_by:
        source.add(Text(say("why_ended_by", language, **_edge(edge)), "yellow"))


def _edge(item: Edge) -> dict[str, str]:
    section = f" · {item.section}" if item.section else ""
    return {
        "older": f"{_name(item.older)}{section}",
        "newer": _name(item.newer),
        "on": iso(item.effective) or "…",
        "rule": item.rule,
    }


def _name(item: Revision) -> str:
    return f"{item.uri} {item.metadata.revision or ''}".rstrip()


def replayed(item: Replayed, language: str) -> RenderableType:
    """Whether it came out the same; else what, then and now."""
    parts: list[RenderableType] = [
        Text(say("replay_same" if item.same else "replay_differs", language), "green" if item.same else "yellow")
    ]
    for title, changed in (("", item.changed), (say("replay_moved", language), item.moved)):
        if changed:
            parts.append(_changed(title, changed))
    return Group(*parts)


def _changed(title: str, items: Iterable[Changed]) -> Tree:
    tree = Tree(title)
    for one in items:
        tree.add(Text(f"{one.what}: {_short(str(one.then), 80)} → {_short(str(one.now), 80)}", "dim"))
    return tree


def preview(item: Preview, language: str) -> RenderableType:
    """The table of the ingestion, what it would do to what is in force, and to the saved questions."""
    parts: list[RenderableType] = [report(item.report, language), *_effects(item.effects, language, "would")]
    if item.asked:
        parts.append(Text(say("turned", language, turned=len(item.turned), asked=item.asked), "bold"))
    for one in item.turned:
        tree = Tree(Text(one.question))
        tree.add(Text(f"− {_short(one.before.text)}", "red"))
        tree.add(Text(f"+ {_short(one.after.text)}", "green"))
        parts.append(tree)
    return Group(*parts, Text(say("dry_run", language), "bold yellow"))


def ingested(item: Report, done: Effects, language: str) -> RenderableType:
    """The table of an ingestion, and what it changed."""
    return Group(report(item, language), *_effects(done, language, "done"))


def _effects(item: Effects, language: str, when: str) -> list[RenderableType]:
    """A tree for each kind of change, where there is one. ``when``: ``would`` or ``done``."""
    kinds = {"effects": _held(item, language), "conflicts": _contested(item, language), "merges": _merged(item)}
    trees = [_tree(say(f"{kind}_{when}", language), lines, language) for kind, lines in kinds.items() if lines]
    return [*trees] if trees or when == "done" else [Text(say("effects_none", language))]


def _tree(title: str, lines: Sequence[Text], language: str) -> Tree:
    tree = Tree(title)
    for line in lines[:_MOST]:
        tree.add(line)
    if len(lines) > _MOST:
        tree.add(Text(say("effects_more", language, count=len(lines) - _MOST), "dim"))
    return tree


def _held(item: Effects, language: str) -> list[Text]:
    """One line a revision or section that holds at other times than before; what is only new stands in the table."""
    lines = []
    for one in item.holds:
        if not one.plain:
            what = f"{one.uri} {one.label or ''}".rstrip() + (f" · {one.section}" if one.section else "")
            by = ", ".join(_ending(end) for end in one.by)
            line = f"{what}: {_spans(one.before, language)} → {_spans(one.after, language)}"
            lines.append(Text(f"{line}{f'  ({by})' if by else ''}", "green" if not one.before else "yellow"))
    return lines


def _contested(item: Effects, language: str) -> list[Text]:
    return [_conflict(one, language) for one in item.conflicts]


def _conflict(one: Contested, language: str) -> Text:
    before = say(f"status_{one.before}", language) if one.before else "–"
    after = say(f"status_{one.after}", language)
    values = " ↔ ".join(show(each, language) for each in one.values)
    line = f"{one.subject} · {one.predicate}: {before} → {after}{f'  ({values})' if values else ''}"
    return Text(line, "red" if one.after is Status.OPEN else "green")


def _merged(item: Effects) -> list[Text]:
    return [Text(f"{name} = {of}  [{rule}]", "cyan") for one in item.merges for name, of, rule in one.by]


def _ending(item: Ending) -> str:
    return f"{item.uri} {item.label or ''}".rstrip() + f" [{item.rule}]"


def _spans(holds: Sequence[Interval], language: str) -> str:
    if not holds:
        return say("never", language)
    return ", ".join(f"{iso(one.start) or '…'} – {iso(one.end) or say('open_end', language)}" for one in holds)


def _short(text: str, most: int = _LONGEST) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= most else flat[: most - 1] + "…"
