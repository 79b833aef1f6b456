"""A document cut into sections, which are shown, and passages, which are indexed.

Passages never span two sections, so that an edit in one section leaves the passages of the others as they were. Inside a
section they are filled greedily at the bounds of blocks, else of sentences, else of words.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from contract.ids import content_id as id_of
from contract.records import Passage, PassageKind, Section, Span
from extraction.document import Block, BlockKind, Document
from extraction.outline import Part, disjoint, outline
from extraction.pieces import Piece, Ruler, divided, pieces, ruler, shares
from extraction.tables import Cut, header_lines, table_cuts
from language.sentences import sentences
from language.words import stems

LEAST_TOKENS = 128
MOST_TOKENS = 200
LONGEST_SECTION = 2000
_LEADS_ON = ":"


@dataclass(frozen=True, slots=True)
class _Measured:
    """A cut with its tokens: as shown with what the model adds (``tokens``), and its own text alone (``net``)."""

    cut: Cut
    tokens: int
    net: int


def cut(
    document: Document,
    content_id: str,
    count: Callable[[str], int],
    language: str,
    *,
    title: str | None = None,
    limit: int | None = None,
) -> tuple[tuple[Section, ...], tuple[Passage, ...]]:
    """Sections of at most 2,000 tokens and passages of 128–200, by ``count``, the embedder's own.

    ``limit`` is what the embedder reads (by default as much as a passage may hold): no passage is longer, and passages of
    tables use the room above 200 tokens where a row with its header needs it. ``title`` is the document's own by default.
    """
    longest = MOST_TOKENS if limit is None else limit
    most = min(MOST_TOKENS, longest)
    measure = ruler(document.text, count)
    sections: list[Section] = []
    passages: list[Passage] = []
    for part in outline(document, title or document.title or ""):
        measured = [
            found for one in _cuts(part, measure, most, longest) for found in _fitted(one, measure, most, longest)
        ]
        groups = _section_groups(measured)
        ends = [group[0].cut.span.start for group in groups[1:]] + [part.span.end]
        for at, (group, end) in enumerate(zip(groups, ends, strict=True)):
            start = part.span.start if at == 0 else group[0].cut.span.start
            section = _section(part, at, len(sections), content_id, measure.trimmed(start, end), group, measure)
            sections.append(section)
            for found in group:
                passages.append(_passage(found, section, len(passages), content_id, document.text, language))
    return tuple(sections), tuple(passages)


def coverage(document: Document, sections: tuple[Section, ...], passages: tuple[Passage, ...]) -> float:
    """The share (0–1) of the blocks' characters, white space apart, that passages or section paths hold."""
    total = missing = 0
    paths = {part for section in sections for part in section.path}
    spans = [(passage.span, passage.lead) for passage in passages]
    at = 0
    for block in disjoint(document):
        size = _ink(document.text[block.span.start : block.span.end])
        total += size
        while at < len(spans) and spans[at][0].end <= block.span.start:
            at += 1
        if block.kind is BlockKind.HEADING and block.text in paths:
            continue
        missing += _uncovered(block, document.text, spans, at)
    return 1.0 - missing / total if total else 1.0


def _uncovered(block: Block, text: str, spans: list[tuple[Span, str]], at: int) -> int:
    """Characters of a block that stand in no passage, nor (a table's header) in a lead of its rows."""
    missing, place, led = 0, block.span.start, False
    header = header_lines(block, text)
    while at < len(spans) and spans[at][0].start < block.span.end:
        span, lead = spans[at]
        led = led or bool(header and lead.endswith(header))
        if led and block.table and place < block.table.head.end:
            place = max(place, block.table.head.end)
        missing += _ink(text[place : max(place, span.start)])
        place = max(place, span.end)
        at += 1
    return missing + _ink(text[place : max(place, block.span.end)])


def _ink(text: str) -> int:
    return sum(map(len, text.split()))


def _cuts(part: Part, measure: Ruler, most: int, limit: int) -> Iterator[Cut]:
    """A part as future passages. A heading with nothing under it is one itself."""
    room = most - measure.added
    waiting: list[Piece] = []
    if not part.blocks and part.heading and part.leaf:
        waiting = pieces(part.heading, measure, room)
    for block in part.blocks:
        if block.kind is not BlockKind.TABLE:
            waiting.extend(pieces(block, measure, room))
            continue
        intro = waiting[-1] if waiting and _ends_open(waiting[-1], measure.text) else None
        table = measure.trimmed(block.span.start, block.span.end)
        size = measure.net(table)
        if size > room:
            yield from _packed(waiting, measure, room)
            yield from table_cuts(block, measure, room, limit - measure.added, _last_sentence(intro, measure.text))
        else:
            together = intro is not None and intro.tokens + size <= room
            yield from _packed(waiting[:-1] if together else waiting, measure, room)
            yield Cut(Span(intro.span.start, table.end) if intro and together else table, PassageKind.TABLE)
        waiting = []
    yield from _packed(waiting, measure, room)


def _ends_open(piece: Piece, text: str) -> bool:
    return text[piece.span.start : piece.span.end].endswith(_LEADS_ON)


def _last_sentence(piece: Piece | None, text: str) -> str:
    if piece is None:
        return ""
    own = text[piece.span.start : piece.span.end]
    last = sentences(own)[-1]
    return own[last.start : last.end]


def _packed(waiting: list[Piece], measure: Ruler, room: int) -> Iterator[Cut]:
    """Pieces joined into cuts of at most ``room`` tokens."""
    groups: list[list[Piece]] = []
    least = LEAST_TOKENS * room // MOST_TOKENS
    queue, group = deque(waiting), list[Piece]()
    while queue:
        piece = queue.popleft()
        size = _size(group)
        if size + piece.tokens <= room:
            group.append(piece)
            continue
        if size < least and piece.divisible:
            inner = divided(piece, measure, room)
            if len(inner) > 1 and size + inner[0].tokens <= room:
                queue.extendleft(reversed(inner))
                continue
        carried = [group.pop()] if len(group) > 1 and _ends_open(group[-1], measure.text) else []
        groups.append(group)
        group = [*carried, piece] if _size(carried) + piece.tokens <= room else [piece]
        if carried and group[0] is piece:
            groups[-1].extend(carried)
    if group:
        groups.append(group)
    _fill_last(groups, least)
    for found in groups:
        yield Cut(Span(found[0].span.start, found[-1].span.end), _main_kind(found))


def _fill_last(groups: list[list[Piece]], least: int) -> None:
    """Let a short last group have the end of the one before, as long as that stays the longer one."""
    while len(groups) > 1 and len(groups[-2]) > 1 and _size(groups[-1]) < least:
        moved = groups[-2][-1].tokens
        if _size(groups[-2]) - moved < _size(groups[-1]) + moved:
            return
        groups[-1].insert(0, groups[-2].pop())


def _size(group: list[Piece]) -> int:
    return sum(piece.tokens for piece in group)


def _main_kind(group: list[Piece]) -> PassageKind:
    """The kind of most of the tokens; prose where none has more."""
    sizes: dict[PassageKind, int] = {PassageKind.PROSE: 0}
    for piece in group:
        sizes[piece.kind] = sizes.get(piece.kind, 0) + piece.tokens
    return max(sizes, key=lambda kind: sizes[kind])


def _fitted(one: Cut, measure: Ruler, most: int, limit: int) -> Iterator[_Measured]:
    """The cut as it is shown, measured whole once; cut again where a tokenizer does not add up."""
    text = measure.text[one.span.start : one.span.end]
    shown = f"{one.lead}\n{text}" if one.lead else text
    allowed = limit if one.lead else most
    tokens = measure.count(shown)
    if tokens <= allowed or one.span.end - one.span.start <= 1:
        net = measure.net(one.span) if one.lead else max(tokens - measure.added, 0)
        yield _Measured(one, tokens, net)
        return
    half = max((tokens - measure.added) // 2, 1)
    for span, _ in shares(one.span, tokens, measure, min(half, measure.net(one.span) - 1)):
        yield from _fitted(replace(one, span=span), measure, most, limit)


def _section_groups(measured: list[_Measured]) -> list[list[_Measured]]:
    """The passages of a part in as few sections of at most 2,000 tokens as there can be, of about equal size."""
    total = sum(found.net for found in measured)
    if total <= LONGEST_SECTION:
        return [measured]
    count = -(-total // (LONGEST_SECTION - MOST_TOKENS // 2))
    groups: list[list[_Measured]] = [[]]
    so_far = 0
    for found in measured:
        if groups[-1] and so_far + found.net / 2 >= len(groups) * total / count:
            groups.append([])
        groups[-1].append(found)
        so_far += found.net
    return groups


def _section(
    part: Part, at: int, ordinal: int, content_id: str, span: Span, group: list[_Measured], measure: Ruler
) -> Section:
    name = part.name if at == 0 else f"{part.name}~{at + 1}"
    heading = measure.net(part.heading.span) if part.heading and at == 0 and (part.blocks or not group) else 0
    tokens = measure.added + heading + sum(found.net for found in group)
    return Section(id_of(content_id, name), name, part.path, ordinal, span, tokens, part.parent, part.number)


def _passage(found: _Measured, section: Section, ordinal: int, content_id: str, text: str, language: str) -> Passage:
    span, lead = found.cut.span, found.cut.lead
    own = text[span.start : span.end]
    analysed = [*(stem for part in section.path for stem in stems(part, language)), *stems(f"{lead}\n{own}", language)]
    return Passage(
        id=id_of(content_id, ordinal, own),
        section=section.name,
        ordinal=ordinal,
        span=span,
        text=own,
        kind=found.cut.kind,
        tokens=found.tokens,
        lead=lead,
        stems=" ".join(analysed),
    )
