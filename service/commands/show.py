"""What a person sees on the terminal: tables, answers and timelines drawn from records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from contract.communities import Theme
from contract.evidence import Answer, Candidate, Evidence, HeldBack, Located, Trace
from contract.ports import Finding, Job
from contract.records import CommitOutcome
from contract.time import BEGINNING, END, Instant, Interval, iso
from service.explain.timeline import Ending, Line, Timeline
from service.ingestion.ingest import Ingested, Report
from service.settings import Shown
from service.texts import say

_STYLES = {"new": "green", "revised": "cyan", "unchanged": "dim", "failed": "bold red"}


def report(item: Report, language: str) -> RenderableType:
    """The table that ends an ingestion, with its warnings and failures spelt out below."""
    table = Table(box=None, pad_edge=False)
    table.add_column(say("document", language), ratio=1, overflow="fold")
    for title in ("revision", "outcome", "valid_from", "passages", "coverage", "superseded"):
        table.add_column(say(title, language), no_wrap=True)
    for document in item.documents:
        table.add_row(*_row(document, language))
    totals = say(
        "totals",
        language,
        new=item.count(CommitOutcome.NEW),
        revised=item.count(CommitOutcome.REVISED),
        unchanged=item.count(CommitOutcome.UNCHANGED),
        failed=len(item.failed),
        embedded=item.embedded,
        coverage=f"{item.coverage:.0%}",
    )
    notes = [Text(f"· {one.name}: {warning.message}", "yellow") for one in item.documents for warning in one.warnings]
    failures = [Text(f"✗ {document.error}", "red") for document in item.failed]
    if opened := {id_ for document in item.documents for id_ in document.conflicts}:
        notes.append(Text(say("ingest_conflicts", language, count=len(opened)), "yellow"))
    return Group(table, *notes, *failures, Text(totals, "bold"), *_model(item, language))


def _model(item: Report, language: str) -> list[Text]:
    """What a model added, and what it cost."""
    if item.model is None:
        return []
    added, usage = item.added, item.usage
    told = say(
        "ingest_model",
        language,
        model=item.model,
        facts=added.facts,
        refused=added.refused,
        left=added.left,
        calls=usage.calls,
        kept=usage.kept,
        tokens=f"{usage.prompt_tokens + usage.completion_tokens:,}",
    )
    return [Text(told, "yellow" if added.left else "")]


def _row(document: Ingested, language: str) -> list[RenderableType]:
    outcome = "failed" if document.error else str(document.outcome)
    name: RenderableType = document.uri or document.name
    known: list[RenderableType] = [name, document.label or "", Text(say(outcome, language), _STYLES[outcome])]
    if document.error:
        return known
    start = (iso(document.valid_from) or "")[:10]
    counts = [str(document.passages), f"{document.coverage:.0%}", str(len(document.superseded) or "")]
    return [*known, start, *counts]


def answer(item: Answer) -> RenderableType:
    """The answer, what carries it, and what was held back."""
    language = item.language
    parts: list[RenderableType] = [Panel(Text(item.text), border_style="red" if item.abstained else "green")]
    if item.abstained:
        parts.append(Text(say("abstained", language, reason=item.abstained), "red"))
    as_of = say("as_of", language, valid_at=_day(item.valid_at), known_at=_day(item.known_at))
    parts.append(Text(as_of, "dim"))
    if item.claims:
        tree = Tree(say("claims", language))
        for claim in item.claims:
            docs = " ".join(dict.fromkeys(f"[{link.doc}]" for link in claim.citations))
            tree.add(Text(f"{claim.text} {docs}  {claim.verdict} {claim.support:.2f}"))
        parts.append(tree)
    if cited := _cited(item):
        tree = Tree(say("evidence", language))
        for piece in cited:
            label = f" {piece.revision}" if piece.revision else ""
            since = iso(piece.observed_at) if piece.observation else iso(piece.valid_from)
            where = f"[{piece.doc}] {piece.uri}{label} · {piece.source_type} · {piece.authority.name.lower()} · {since}"
            tree.add(Text(where)).add(Text(_short(piece.text), "dim"))
        if others := len(item.evidence) - len(cited):
            tree.add(Text(say("others", language, count=others), "dim"))
        parts.append(tree)
    if item.conflicts:
        tree = Tree(say("conflicts", language))
        for conflict in item.conflicts:
            about = conflict.subject if conflict.aligned else f"{conflict.subject} · {conflict.predicate}"
            tree.add(Text(f"{about}: {conflict.resolution}"))
        parts.append(tree)
    if item.held_back:
        parts.append(held_back(item.held_back, language))
    return Group(*parts)


def _cited(item: Answer) -> list[Evidence]:
    """The evidence that a claim cites, in the order of its formal ids."""
    used = {link.evidence_id for claim in item.claims for link in claim.citations}
    pieces = [piece for piece in item.evidence if piece.evidence_id in used]
    return sorted(pieces, key=lambda piece: piece.rank)


def held_back(items: Iterable[HeldBack], language: str) -> Tree:
    """What was not admitted, one line a revision, and why."""
    tree = Tree(say("held_back", language))
    lines = dict.fromkeys(
        f"{item.uri}{f' {item.revision}' if item.revision else ''}: {_reason(item, language)}" for item in items
    )
    for line in lines:
        tree.add(Text(line, "yellow"))
    return tree


def _reason(item: HeldBack, language: str) -> str:
    by = " ".join(part for part in (item.by_uri, item.by_revision) if part)
    values = {"by": by, "to": iso(item.valid_to) or "", "from": iso(item.valid_from) or ""}
    return say(f"reason_{item.reason}", language, **values)


def candidates(items: Sequence[tuple[Candidate, Located]], language: str) -> RenderableType:
    """Candidates with every method's rank and raw score."""
    if not items:
        return Text(say("nothing_found", language))
    table = Table(box=None, pad_edge=False)
    for title in ("score", "source", "method", "text"):
        table.add_column(say(title, language), overflow="fold")
    for item, located in items:
        label = located.revision.metadata.revision
        methods = "\n".join(f"{by.method} #{by.rank} {by.score:.3f}" for by in item.by)
        where = f"{located.revision.uri}{f' {label}' if label else ''}\n{' › '.join(located.path)}"
        table.add_row(f"{item.score:.4f}", where, methods, _short(located.passage.shown))
    return table


def timeline(item: Timeline, now: Instant, language: str, width: int) -> RenderableType:
    """Revisions as bars over the years, the present marked; ``width`` is the terminal's, in characters."""
    bounds = [at for line in item.lines for hold in line.holds for at in (hold.start, hold.end)]
    finite = [at for at in bounds if at not in (BEGINNING, END)] + [now]
    whole = Interval(min(finite), max(finite) + max(1, (max(finite) - min(finite)) // 10))
    columns = max(10, min(60, width - 62))
    table = Table(box=None, pad_edge=False, title=item.uri, title_justify="left")
    for title in ("revision", "valid_from", "valid_to"):
        table.add_column(say(title, language), no_wrap=True)
    table.add_column(f"{_day(whole.start)} … {_day(whole.end)}", no_wrap=True)
    table.add_column("", overflow="fold")
    for line in item.lines:
        table.add_row(*_cells(line, whole, now, columns, language))
    return table


def _cells(line: Line, whole: Interval, now: Instant, columns: int, language: str) -> list[RenderableType]:
    label = line.revision.metadata.revision or line.revision.id[:8]
    bar = _bar(line.holds, whole, now, columns)
    notes = [f"→ {_ending(end, line)}" for end in line.ended_by]
    notes += [f"{say('section', language)} {name}" for name in line.sections]
    if line.in_force:
        notes.insert(0, say("in_force", language))
    note = Text("\n".join(notes), "green" if line.in_force else "dim")
    if not line.holds:
        return [label, say("never", language), "", bar, note]
    starts = "\n".join((iso(hold.start) or "…")[:10] for hold in line.holds)
    ends = "\n".join((iso(hold.end) or say("open_end", language))[:10] for hold in line.holds)
    return [label, starts, ends, bar, note]


def _ending(end: Ending, line: Line) -> str:
    """What ended a revision: its label where it is of the same source, else its URI."""
    own = end.uri == line.revision.uri
    name = (end.label or end.uri) if own else f"{end.uri} {end.label or ''}".rstrip()
    return name if end.rule == "revision" else f"{name} ({end.rule})"


def _bar(holds: Sequence[Interval], whole: Interval, now: Instant, columns: int) -> Text:
    text = Text()
    step = max(1, (whole.end - whole.start) // columns)
    for column in range(columns):
        cell = Interval(whole.start + column * step, whole.start + (column + 1) * step)
        held = any(not hold.meet(cell).empty for hold in holds)
        mark = "┃" if now in cell else ("█" if held else "·")
        text.append(mark, "bold red" if now in cell else ("green" if held else "dim"))
    return text


def trace(item: Trace) -> RenderableType:
    """Every stage of a question: what it kept, what it dropped and why."""
    tree = Tree(f"trace {item.id[:8]}")
    for stage in item.stages:
        detail = " ".join(f"{name}={value}" for name, value in stage.detail.items())
        branch = tree.add(Text(f"{stage.name}: {stage.kept} {detail}"))
        for reason, count in Counter(reason for _, reason in stage.dropped).items():
            branch.add(Text(f"−{count} {reason}", "dim"))
    return tree


def themes(items: Sequence[Theme], language: str, *, whole: bool = False) -> RenderableType:
    """Communities as a table; ``whole`` shows the summaries in full."""
    if not items:
        return Text(say("nothing_found", language))
    table = Table(box=None, pad_edge=False)
    for title in ("communities", "level", "entities", "summary"):
        table.add_column(say(title, language), overflow="fold")
    for item in items:
        summary = item.summary.text if whole else _short(item.summary.text)
        name = f"{item.community.id[:8]}\n{item.community.label}"
        table.add_row(name, str(item.community.level), str(len(item.community.entity_ids)), summary)
    return table


def settings(items: Sequence[Shown], language: str) -> RenderableType:
    table = Table(box=None, pad_edge=False)
    for title in ("setting", "value", "origin", "meaning"):
        table.add_column(say(title, language), overflow="fold")
    for item in items:
        table.add_row(f"VIGENTE_{item.name.upper()}", item.value, item.origin, Text(item.description, "dim"))
    return table


def findings(items: Sequence[Finding], language: str) -> RenderableType:
    if not items:
        return Text(say("healthy", language), "green")
    return Group(
        *(Text(f"✗ {item.code}: {item.message}. {say('mend', language)}: {item.mend}", "red") for item in items)
    )


def jobs(items: Sequence[Job], language: str) -> RenderableType:
    if not items:
        return Text(say("nothing_found", language))
    table = Table(box=None, pad_edge=False)
    for title in ("kind", "state", "progress", "reason"):
        table.add_column(say(title, language), overflow="fold")
    for item in items:
        table.add_row(
            f"{item.kind}\n{item.id[:8]}", str(item.state), f"{item.progress:.0%} {item.step}", item.reason or ""
        )
    return table


def _day(at: Instant) -> str:
    return (iso(at) or "…")[:10]


def _short(text: str, most: int = 180) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= most else flat[: most - 1] + "…"


def console(*, stderr: bool = False) -> Console:
    """A console that never wraps what a program reads."""
    return Console(stderr=stderr, highlight=False, soft_wrap=False)
