"""Any document → a revision ready to commit: tree, sections, passages, names, facts, acts.

``documents`` reads a format into a ``Document``; ``metadata`` and ``families`` say what it is and which source it is a
revision of; ``chunking`` and ``context`` cut it; ``triples``, ``entities`` and ``cues`` draw from it; ``extract`` is the
chain of these.
"""
