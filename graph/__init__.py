"""The knowledge graph: what is in force when, and the stores that keep it.

``timeline``, ``bm25`` and ``naming`` are pure; ``embedded`` (SQLite and FAISS) and ``bolt`` (Neo4j) are stores behind one port.
"""
