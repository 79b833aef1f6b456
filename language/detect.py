"""Which language a text is in."""

from __future__ import annotations

from language.tables import LANGUAGES
from language.words import stop_words, words


def detect(text: str, default: str = "en") -> str:
    """The language whose function words make up most of the text; ``default`` where none stands out.

    Signs that only Spanish has (¿ ¡ ñ) count as three words each, accented vowels that English does not borrow as one.
    """
    folded = [word.folded for word in words(text[:20_000])]
    counts = {language: sum(word in stop_words(language) for word in folded) for language in LANGUAGES}
    counts["es"] += 3 * sum(text.count(sign) for sign in "¿¡ñÑ")
    counts["es"] += sum(text[:20_000].count(sign) for sign in "áíóúÁÍÓÚ")
    best = max(LANGUAGES, key=lambda language: (counts[language], language == default))
    return best if counts[best] else default
