"""Facts with their spans from what states them plainly: table rows, ``key: value`` lines, "LABEL is VALUE" sentences.

One module an extractor (``tables``, ``keyvalue``); each gives statements as written. ``draw`` types them, refuses those
whose words are not in a passage, and makes facts.
"""

from extraction.triples.draw import facts

__all__ = ["facts"]
