"""The default store: records and full text in SQLite, vectors in FAISS. SQL texts are in ``sql/``."""
