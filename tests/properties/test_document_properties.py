"""Whatever a document is written in: its passages are its text at their spans, its sections nest, and no word of it is lost."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings

from contract.records import Content, Metadata, RevisionDraft, Span
from extraction.document import BlockKind, Document
from extraction.documents import read_bytes
from extraction.extract import extract
from tests.properties.written import FORMATS, Written, files

EACH = max(1, settings().max_examples // 33)  # files of a format; with the profile "many" a hundred and fifty
_LIMIT = 120


def count(text: str) -> int:
    """Tokens: words, and two that a model adds."""
    return len(text.split()) + 2


def taken(file: Written) -> tuple[Document, RevisionDraft]:
    document = read_bytes(file.data, file.name, max_bytes=10_000_000)
    metadata = Metadata(uri="drawn", title="Drawn page", language="fr")
    return document, extract(document, metadata, tenant="t", embedder_count=count, limit=_LIMIT, predicates={})


@pytest.mark.parametrize("ending", FORMATS)
def test_nothing_is_lost_and_everything_is_in_its_place(ending: str) -> None:
    @settings(
        max_examples=EACH, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
    )
    @given(files(ending))
    def holds(file: Written) -> None:
        document, draft = taken(file)
        blocks_stand_in_order(document)
        passages_are_the_text(draft.content)
        sections_nest(draft.content)
        assert draft.coverage == 1.0
        assert lost(file, draft.content) == set()

    holds()


def blocks_stand_in_order(document: Document) -> None:
    for block in document.blocks:
        whole = document.text[block.span.start : block.span.end]
        assert whole.strip()
        assert block.kind is BlockKind.CODE or whole.endswith(block.text)
        for cell in (cell for row in (block.table.header, *block.table.rows) for cell in row) if block.table else ():
            assert document.text[cell.span.start : cell.span.end] == cell.text
    assert in_order([block.span for block in document.blocks])


def passages_are_the_text(content: Content) -> None:
    for passage in content.passages:
        assert content.text[passage.span.start : passage.span.end] == passage.text
        assert passage.text.strip()
        assert passage.tokens <= _LIMIT
    assert in_order([passage.span for passage in content.passages])


def sections_nest(content: Content) -> None:
    by_name = {section.name: section for section in content.sections}
    assert len(by_name) == len(content.sections)
    for section in content.sections:
        if section.parent is not None:
            above = by_name[section.parent]
            assert section.path[: len(above.path)] == above.path
            assert above.ordinal < section.ordinal
    for passage in content.passages:
        holder = by_name[passage.section]
        assert holder.span.start <= passage.span.start
        assert passage.span.end <= holder.span.end
    assert in_order([section.span for section in content.sections])


def in_order(spans: list[Span]) -> bool:
    return all(one.end <= other.start for one, other in pairwise(spans))


def lost(file: Written, content: Content) -> set[str]:
    """The words of the file that no passage shows and no heading path has, whatever stands around them."""
    shown = [passage.shown for passage in content.passages]
    shown += [part for section in content.sections for part in section.path]
    there = re.sub(r"\\(?=\W)", "", "\n".join(shown))
    return {word for word in file.words if not re.search(rf"{re.escape(word)}(?!\d)", there)}
