"""Links by name: which passages mention what other passages define.

The store calls this at commit, in both directions: the names that a new passage mentions among those already defined, and
the old passages that mention a name newly defined. What can be a name, and where, is said in ``language.names``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from contract.records import Mention
from language.names import Known, Occurrence, longest, ngram_keys, occurrences

__all__ = ["Known", "Occurrence", "longest", "mentions", "ngram_keys", "occurrences"]


def mentions(passage_id: str, text: str, defined: Mapping[str, Iterable[str]]) -> tuple[Mention, ...]:
    """All mentions in a passage's shown text of the names in ``defined`` (key -> ids of the entities it stands for).

    By position, overlapping ones too: which of them lead somewhere depends on the scope, so a view chooses (``longest``).
    """
    return tuple(
        Mention(passage_id, entity_id, found.span)
        for found in occurrences(text, defined)
        for entity_id in sorted(defined[found.key])
    )
