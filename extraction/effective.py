"""The date from which a document says itself that it holds, in a phrase near its top."""

from __future__ import annotations

import re

from contract.records import Span
from contract.time import DAY, Instant
from extraction.document import Block, BlockKind, Document
from language import dates

_TOP_BLOCKS = 12
_TOP_SIGNS = 3000
_UNDER_TITLE = 3
_LONGEST = 240
_DATE_SIGNS = 60  # room for a date after its phrase
_SAID = (
    r"(?<!\w)(?<!not )(?<!no )(?:"
    r"(?:effective(?:\s+date)?|dated|in\s+(?:force|effect)|valid|applicable|apply|applies|with\s+effect"
    r"|(?:date\s+of\s+)?(?:entry\s+into\s+force|commencement)(?:\s+date)?|start\s+date"
    r"|(?:takes?|comes?|enters?)\s+(?:effect|into\s+(?:force|effect|operation)))"
    r"(?:\s+of\s+(?:this|the)\s+\w+(?=\s*:))?"
    r"(?:\s+(?:is|as\s+of|as\s+from|from|since|on|beginning|starting))*"
    r"|(?:vigentes?|vigencia|en\s+vigor|v[aá]lid[oa]s?|efectiv[oa]s?|aplicables?|entra(?:da|n|rá|rán)?\s+en\s+(?:vigor|vigencia)"
    r"|rigen?|regir(?:[aá]n?)?|fecha\s+de\s+(?:vigencia|entrada\s+en\s+vigor|efectos?|inicio)"
    r"|con\s+efectos?|(?:surte|surten|surtir[aá]n?|produce|producen|producir[aá]n?)\s+efectos?)"
    r"(?:\s+(?:desde|a\s+partir\s+del?|es|el|del?|d[ií]a))*"
    r")\s*:?\s*(?:el\s+)?"
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s+"
    r"|(?:d[ií]a\s+)?(?:lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo),?\s+)?(?=\w)"
)
_PHRASE = re.compile(_SAID, re.IGNORECASE)
_DOCUMENTS = (
    r"law|act|regulation|directive|decree|order|ordinance|polic[yi]\w*|agreement|contract|notice|statement|terms|document|tariff"
    r"|price\s+list|ley|decreto(?:\s*-?\s*ley)?|reglamento|directiva|orden|ordenanza|pol[ií]tica|norma|acuerdo|contrato|aviso|documento"
    r"|tarifa|lista\s+de\s+precios|resoluci[oó]n|circular"
)
_OWN = re.compile(  # the document speaking of itself, up to its verb: "This Regulation shall …", «La presente ley …»
    r"(?<!\w)(?<!by )(?<!of )(?<!por )(?<!en )(?<!de )(?:this|the\s+present|(?:el|la)\s+presente|est[ea])\s+(?:\w+\s+)?"
    rf"(?:{_DOCUMENTS})"
    r"\s+(?:shall\s+|will\s+|comenzar[aá]\s+a\s+|empezar[aá]\s+a\s+)?"
    rf"(?:{_SAID}|(?:commences?|se\s+aplica(?:r[aá])?)(?:\s+(?:on|as\s+of|as\s+from|from|since|desde|a\s+partir\s+del?|el))+\s+(?:el\s+)?(?=\w))",
    re.IGNORECASE,
)
_TITLED = re.compile(  # a kind of document with its number, up to its date
    rf"\W*(?:real(?:es)?\s+)?(?:{_DOCUMENTS})\b(?:"
    r"\s+(?:n\.?[º°o]\s*)?\d+/(?P<year>\d{4}),?\s+de\s+(?P<day>\d{1,2})\s+de\s+(?P<month>[a-z]+)\b(?!\s+de\s+\d{4})"
    r"|(?:\s+(?:n\.?[º°o]\s*|no\.?\s*)?[\d./-]+)?,?\s+(?:del?|of|dated)\s+(?=\w))",
    re.IGNORECASE,
)
_ENDED = re.compile(  # just before a phrase
    r"(?<!\w)(?:no\s+longer|ceas\w+|stop\w*|not|never|ya\s+no|dej[aóo]\w*\s+de|ces[aóo]\w*|perd[eiíió]\w*|no|nunca|sin|hasta|until|till"
    r"|pierden?)(?:\s+(?:be|being|to|have|having|is|are|was|were|de|en|su|la|tener|est[aá]\w*|ser|ha\w*))*\s+$",
    re.IGNORECASE,
)
_CITED = re.compile(r"dated\W*", re.IGNORECASE)
_WEEKDAY = re.compile(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo",
    re.IGNORECASE,
)


def effective_date(document: Document, language: str) -> tuple[Instant, Span] | None:
    """The first day on which a phrase near the top says that the document holds, and where the date stands.

    The phrase may be in English or Spanish; a date in figures is read in the order of ``language`` (month first in
    English). A date that stands alone under the title counts where no phrase is found, and then a clause anywhere in which
    the document speaks of itself ("This Regulation shall apply from …"). "Last updated" is no such phrase: it tells when
    something was written. Nor is "dated" after other words: it cites another text.
    """
    alone = None
    for number, block in enumerate(document.blocks[:_TOP_BLOCKS]):
        if block.span.start > _TOP_SIGNS:
            break
        if block.kind in (BlockKind.CODE, BlockKind.TABLE) or len(block.text) > _LONGEST:
            continue
        if found := _in_block(block, language):
            return found
        if number < _UNDER_TITLE and not alone:
            alone = _alone(block, language)
    return alone or _of_itself(document, language)


def date_in_title(title: str, language: str) -> Instant | None:
    """The day by which a title calls its document: «Ley 1.234 de 22 de enero de 1913», «Ley 39/2015, de 1 de octubre»."""
    match = _TITLED.match(title)
    if match is None:
        return None
    if match["day"]:
        written = dates.read(f"{match['day']} de {match['month']} de {match['year']}", "es")
        return written.interval.start if written else None
    found = next(iter(dates.find(title, language)), None)
    whole = found is not None and found.interval.end - found.interval.start == DAY
    return found.interval.start if found and whole and found.span.start == match.end() else None


def _of_itself(document: Document, language: str) -> tuple[Instant, Span] | None:
    for block in document.blocks:
        if block.kind in (BlockKind.CODE, BlockKind.TABLE, BlockKind.HEADING):
            continue
        for match in _OWN.finditer(block.text):
            start = block.span.end - len(block.text) + match.end()
            ahead = block.text[match.end() : match.end() + _DATE_SIGNS]
            first = next(iter(dates.find(ahead, language)), None)
            if first and first.span.start == 0 and first.interval.end - first.interval.start == DAY:
                return first.interval.start, Span(start, start + first.span.end)
    return None


def _in_block(block: Block, language: str) -> tuple[Instant, Span] | None:
    """A date that follows the phrase at once; a month or a year alone is no day to start on."""
    ends = {match.end() for match in _PHRASE.finditer(block.text) if not _cites(match) and not _is_an_end(match)}
    if not ends:
        return None
    start = block.span.end - len(block.text)
    for found in dates.find(block.text, language):
        if found.span.start in ends and found.interval.end - found.interval.start == DAY:
            return found.interval.start, Span(start + found.span.start, start + found.span.end)
    return None


def _cites(match: re.Match[str]) -> bool:
    """ "The Agreement dated 5 May 2020" is of another day than "Dated 5 May 2020"."""
    before = match.string[: match.start()].rstrip()
    return _CITED.fullmatch(match.group()) is not None and before[-1:].isalnum()


def _is_an_end(match: re.Match[str]) -> bool:
    """ "No longer in force since 5 May 2020", «dejó de estar en vigor el …»: that tells when something ended."""
    return _ENDED.search(match.string[: match.start()]) is not None


def _alone(block: Block, language: str) -> tuple[Instant, Span] | None:
    """A day that is all that a block says, but for the name of the weekday."""
    found = dates.find(block.text, language)
    if len(found) != 1 or found[0].interval.end - found[0].interval.start != DAY:
        return None
    rest = block.text[: found[0].span.start] + block.text[found[0].span.end :]
    if any(map(str.isalnum, _WEEKDAY.sub("", rest))):
        return None
    start = block.span.end - len(block.text)
    return found[0].interval.start, Span(start + found[0].span.start, start + found[0].span.end)
