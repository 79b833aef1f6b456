"""The knowledge graph: what is in force when, and the stores that keep it.

``timeline`` and ``bm25`` and ``naming`` are pure; ``embedded`` (SQLite and FAISS) and ``bolt`` (Neo4j) are two stores behind one port.
"""
