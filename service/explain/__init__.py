"""Explanations, one module a question: when each revision holds (``timeline``), why something is told (``why``) or not
(``whynot``), what differs between two points in time (``difference``), what a trace gives when it is run again
(``replay``), and what an ingestion would do (``preview``). Nothing hidden from the reader is told in any of them.

``shapes`` and ``drawn`` give each as JSON and on the terminal; ``commands`` are the words of the command line for them.
"""
