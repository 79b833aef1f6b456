"""What a document says it does to other sources, in its metadata and in its text, as acts.

A cue is recognised in the text (``recognise``), named by keys (``names``) and made an act (``binding``). Whether what it
speaks of is here is not decided here: the graph binds an act to the source that is known by its name, whichever came
first. A language is a file: ``es.yaml``, ``en.yaml``, ``pt.yaml``.
"""

from __future__ import annotations

from collections.abc import Iterable

from contract.history import Act
from contract.records import Metadata, Warn
from extraction.cues.binding import retires, stated
from extraction.cues.declared import acts
from extraction.cues.names import known_as
from extraction.cues.recognise import cues
from extraction.cues.records import Cue
from extraction.document import Document

_SHOWN = 3


def all_acts(document: Document, metadata: Metadata) -> tuple[tuple[Act, ...], tuple[Warn, ...]]:
    """What a document does, declared or stated, with the names it goes by; and what it says that ends nothing."""
    found = cues(document, metadata.language)
    declared = acts(metadata)
    made = (*declared, *stated(found, metadata), *known_as(metadata, document))
    return made, tuple(_open(document, [cue for cue in found if not retires(cue)]))


def _open(document: Document, left: list[Cue]) -> Iterable[Warn]:
    if left:
        words = [" ".join(document.text[cue.span.start : cue.span.end].split())[:80] for cue in left[:_SHOWN]]
        more = " …" if len(left) > _SHOWN else ""
        yield Warn(
            "cue_without_effect",
            f"{len(left)} statements about other texts end none of them, being partial, conditional or of others: "
            + "; ".join(f"“{each}”" for each in words)
            + more,
        )


__all__ = ["acts", "all_acts", "cues", "known_as", "retires", "stated"]
