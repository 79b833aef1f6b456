"""Live reads: the systems of record that decisions need, read at the moment of the question.

``http``, ``sql`` and ``entry`` are the ways to fetch a record, ``guarding`` what keeps a slow or failing source from the
questions, ``observing`` what becomes evidence of a record; ``reader`` joins them behind ``contract.ports.LiveReader``.
"""
