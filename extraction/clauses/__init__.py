"""What single sentences say, by syntax: a spaCy parse → one tree for all languages → clauses → predications with their spans.

``tree`` gives every parse the same shape by the table of its language (``en.yaml``, ``es.yaml``); ``clauses`` finds who does what
to whom, ``standing`` whether it is said, denied or only supposed, ``nominal`` what noun phrases imply; ``predications`` joins
them. English and Spanish run on the same engine; a further language is a further table and parser.
"""

from extraction.clauses.facts import Drawn, clause_facts
from extraction.clauses.kept import Place, Shelf
from extraction.clauses.reading import said
from extraction.clauses.records import CLAUSES, Argument, Part, Phrase, Predication

__all__ = ["CLAUSES", "Argument", "Drawn", "Part", "Phrase", "Place", "Predication", "Shelf", "clause_facts", "said"]
