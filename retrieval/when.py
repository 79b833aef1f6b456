"""The time a question asks about."""

from __future__ import annotations

import re
from dataclasses import dataclass

from contract.records import Span
from contract.time import DAY, Instant, Interval
from language import dates
from language.words import fold, stop_words, words
from retrieval.cues import in_any
from retrieval.which import dates_document

_YEAR = re.compile(r"(?:19|20)\d\d")
_GOES_ON = re.compile(r"[.,/-]\d|\s*%")
_THREE = re.compile(r"\d{1,2}\.\d{1,2}\.\d{1,2}")
_LOOK_BACK = 3  # words before a date that may say what it dates


@dataclass(frozen=True, slots=True)
class AskedTime:
    """``valid_at`` and the words it comes from. ``spans`` are all dates of the question, asked about or not."""

    valid_at: Instant | None
    text: str | None
    spans: tuple[Span, ...]


def asked_time(text: str, language: str, now: Instant) -> AskedTime:
    """The first date in the words that says when the answer must hold.

    A day is its first instant. A month or a year stands for its end: the first instant of its last day, since what held
    then is what it left behind; a period that is not over yet is asked about as of now. "Today" and "this year" ask for
    the present, which is the default, and set nothing. A date that tells of an event ("bought on 3 May") or bounds a
    time ("since 2019") is no such date, nor one that only names a thing ("the May 1998 outbreak").
    """
    found = [(each.span, each.interval) for each in dates.find(text, language, now) if not _numbers(text, each.span)]
    documents = [item for item in _years_of_documents(text) if not any(_meet(item[0], span) for span, _ in found)]
    found += documents
    found.sort(key=lambda item: item[0].start)
    spans = tuple(span for span, _ in found)
    for span, interval in found:
        words_of_it = text[span.start : span.end]
        is_present = now in interval and not any(char.isdigit() for char in words_of_it)
        names = (span, interval) not in documents and _only_names(text, span, language)
        if not is_present and not names and not _tells_of_something_else(text, span):
            return AskedTime(_instant(interval, now), words_of_it, spans)
    return AskedTime(None, None, spans)


def _numbers(text: str, span: Span) -> bool:
    """Whether what could be a date with a short year is a version: "version 12.10.12", "Node.js 12.10.12"."""
    before = words(text[: span.start])[-1:]
    if not before or not _THREE.fullmatch(text[span.start : span.end]):
        return False
    names = len(words(text[: span.start])) > 1 and before[0].text[0].isupper()
    return names or before[0].folded in in_any("version_words") or any(char in "._" for char in before[0].text)


def _instant(interval: Interval, now: Instant) -> Instant:
    if interval.end - interval.start <= DAY:
        return interval.start
    return now if now in interval else interval.end - DAY


def _years_of_documents(text: str) -> list[tuple[Span, Interval]]:
    """«la política de reembolso de 2019», "the 2019 refund policy": a year that dates a document."""
    spoken = words(text)
    return [
        (Span(word.start, word.end), dates.covered(word.text))
        for at, word in enumerate(spoken)
        if _YEAR.fullmatch(word.text) and _is_plain(text, word.end) and dates_document(spoken, at)
    ]


def _is_plain(text: str, end: int) -> bool:
    """Whether a year is no share ("2019 %") and no part of a number or a date."""
    return _GOES_ON.match(text, end) is None


def _meet(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _tells_of_something_else(text: str, span: Span) -> bool:
    before = [fold(word.text) for word in words(text[: span.start])][-_LOOK_BACK:]
    return not in_any("events").isdisjoint(before) or not in_any("bounds").isdisjoint(before[-2:])


def _only_names(text: str, span: Span, language: str) -> bool:
    before = [fold(word.text) for word in words(text[: span.start])][-1:]
    return not in_any("attributive").isdisjoint(before) and _a_noun_follows(text, span, language)


def _a_noun_follows(text: str, span: Span, language: str) -> bool:
    after = words(text[span.end :])[:1]
    return (
        bool(after) and text[span.end :][: after[0].start].isspace() and fold(after[0].text) not in stop_words(language)
    )
