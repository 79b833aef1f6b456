"""Removing the contents of a source for real: ids, hashes and addresses stay, words go."""

from __future__ import annotations

from graph.bolt.keys import keyed
from graph.bolt.merges import handle_some
from graph.bolt.turn import Turn, batched
from graph.rows import without_words


def purge_source(turn: Turn, source: int) -> None:
    """Every node and edge that holds words of the source alone goes; what others tell too stays as they tell it.

    The server's own files keep the bytes until it writes over them and drops its transaction logs.
    """
    of_source = {"source": source}
    meanings = turn.rows("write/purge_names", of_source)
    entities = [row[0] for row in turn.rows("write/purge_entities", of_source)]
    for name in (
        "write/purge_summaries",
        "write/purge_facts",
        "write/forget_conflict_words",
        "write/forget_merge_notes",
        "write/purge_contents",
    ):
        turn.do(name, of_source)
    rows = [{"name": keyed(turn.tenant, key), "key": key, "entity": entity} for key, entity in meanings]
    turn.batches("write/purge_meanings", rows)
    for keys in batched(sorted({str(row["name"]) for row in rows})):
        turn.do("write/purge_bare_names", {"keys": keys})
    for keys in batched(sorted(entities)):
        turn.do("write/purge_bare_entities", {"keys": keys})
        handle_some(turn.tx, keys)
    bare = [
        {"revision": row, "metadata": without_words(metadata)}
        for row, metadata in turn.rows("write/metadata_of_source", of_source)
    ]
    turn.batches("write/set_metadata", bare)
