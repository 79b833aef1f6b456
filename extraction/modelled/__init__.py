"""Facts that a language model states of passages, held to the words of the passage like any extractor's.

``asking`` is what a model is given and fills in; ``checking`` takes from its reply what the passage says; ``adding`` makes a
content with these facts beside those of the rules. The model is one more extractor: it decides nothing, and what it adds to the
words is refused and counted.
"""

from extraction.modelled.adding import Mark, marked, told, with_facts
from extraction.modelled.asking import MODEL, PROMPT_VERSION, Triple, Triples, ask, is_asked
from extraction.modelled.checking import Checked, checked

__all__ = [
    "MODEL",
    "PROMPT_VERSION",
    "Checked",
    "Mark",
    "Triple",
    "Triples",
    "ask",
    "checked",
    "is_asked",
    "marked",
    "told",
    "with_facts",
]
