"""A document's blocks as streams of tokens, each as far as its words may belong together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from contract.records import Span
from extraction.cues.lexer import Token, item_mark, tokens
from extraction.cues.tables import CueTable
from extraction.document import Block, BlockKind, Document

_READ = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.QUOTE})


def parts(document: Document, table: CueTable) -> Iterator[tuple[list[Token], ...]]:
    """By heading, the tokens of each run of blocks that may hold a cue."""
    for blocks in _blocks_by_heading(document):
        yield tuple(_stream(run, table) for run in _runs(blocks, table))


def _blocks_by_heading(document: Document) -> Iterator[Sequence[Block]]:
    """The blocks between one heading and the next."""
    part: list[Block] = []
    for block in document.blocks:
        if block.kind is BlockKind.HEADING:
            yield part
            part = []
        else:
            part.append(block)
    yield part


def _runs(blocks: Sequence[Block], table: CueTable) -> Iterator[tuple[Block, ...]]:
    """Blocks to be read as one: one with a trigger, and the items of the list that it opens."""
    at = 0
    while at < len(blocks):
        block = blocks[at]
        at += 1
        if block.kind not in _READ or not table.triggers.search(block.text):
            continue
        run = [block]
        if block.text.rstrip().endswith((":", ";", ",")):
            while at < len(blocks) and blocks[at].kind in _READ and _continues(blocks[at]):
                run.append(blocks[at])
                at += 1
        yield tuple(run)


def _continues(block: Block) -> bool:
    return block.kind is BlockKind.LIST_ITEM or item_mark(block.text) > 0


def _stream(run: Sequence[Block], table: CueTable) -> list[Token]:
    """The tokens of the blocks, with a break between two; inside a list of blocks a sentence's end is one too."""
    found: list[Token] = []
    for number, block in enumerate(run):
        mark = item_mark(block.text) if number else 0
        start = block.span.end - len(block.text) + mark
        own = tokens(block.text[mark:], start, table)
        if number:
            found.append(Token("break", None, "", Span(start, start)))
        if len(run) > 1:
            own = own[:-1] + [replace(token, kind="break") if token.kind == "end" else token for token in own[-1:]]
        found += own
    return found


def sentences(stream: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """From which token to which a sentence goes."""
    start = 0
    for at, token in enumerate(stream):
        if token.kind == "end":
            yield start, at + 1
            start = at + 1
    if start < len(stream):
        yield start, len(stream)
