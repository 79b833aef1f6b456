"""What is said beside the references of a list: exceptions, limits, dates, and what only tells of other texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from extraction.cues.effects import read_effect
from extraction.cues.lexer import Token
from extraction.cues.reading import BARRIERS, CLAUSES, ENDS, RESTS, Named, Reading, plain
from extraction.outline import slug

_LINKS = frozenset({"determiners", "fillers", "resumes", "joiners", "number_marks", "comma", "quote", "ordinals"})
_STARTS = frozenset({"head", "section", "parts", "same"})


def parenthesis(r: Reading) -> None:
    """Skipped, but for an exception or a limit of what stands before it."""
    end = closing(r.tokens, r.at)
    inside = r.tokens[r.at + 1 : end]
    if any(token.kind == "exceptions" for token in inside):
        take_out(r, max(len(r.items) - 1, 0), Named(sections=mentioned(inside).sections))
    elif any(token.kind == "partials" for token in inside):
        mark(r, max(len(r.items) - 1, 0), partial=True)
    r.at = end + 1


def clause(r: Reading) -> None:
    token = r.tokens[r.at]
    ahead = r.group == len(r.items)
    if token.kind == "exceptions":
        end = _clause_end(r)
        named = mentioned(r.tokens[r.at : end])
        if ahead:
            r.excepted_ahead = named
        else:
            take_out(r, r.group, named)
        r.at = end
    elif token.kind == "partials":
        if ahead:
            r.partial_ahead = True
        else:
            mark(r, r.group, partial=True)
        r.at += 1
        if not ahead:
            skip(r)
    elif token.kind == "conditions":
        mark(r, r.group, conditional=True)
        r.conditional_ahead = r.conditional_ahead or ahead
        skip(r)
    else:
        effect, r.at = read_effect(r.tokens, r.at, r.table, r.items[-1].effect if r.items else r.effect_ahead)
        if not r.items:
            r.effect_ahead = effect
        for at, item in enumerate(r.items):
            r.items[at] = replace(item, effect=effect)


def take_out(r: Reading, start: int, named: Named) -> None:
    for at in range(start, len(r.items)):
        item = r.items[at]
        if named.concerns(item.reference):
            r.items[at] = replace(item, exceptions=(*(item.exceptions or ()), *named.sections))


def mark(r: Reading, start: int, *, partial: bool = False, conditional: bool = False) -> None:
    for at in range(start, len(r.items)):
        item = r.items[at]
        r.items[at] = replace(item, partial=item.partial or partial, conditional=item.conditional or conditional)


def skip(r: Reading) -> None:
    """To where the list goes on for sure, or something more is said of what was listed."""
    r.expecting, r.pending, r.inner = False, [], False
    r.at += 1
    while r.at < len(r.tokens):
        kind = r.peek()
        if kind == "open":
            r.at = closing(r.tokens, r.at)
        elif kind in BARRIERS or kind in CLAUSES or kind in ENDS or (kind in RESTS and goes_on(r)):
            return
        r.at += 1


def _clause_end(r: Reading) -> int:
    held = r.at
    r.at += 1
    while r.at < len(r.tokens):
        kind = r.peek()
        if kind == "open":
            r.at = closing(r.tokens, r.at)
        elif kind in BARRIERS or kind in ENDS or (kind in RESTS and goes_on(r, whole_texts=True)):
            break
        r.at += 1
    end, r.at = r.at, held
    return end


def goes_on(r: Reading, *, whole_texts: bool = False) -> bool:
    """Whether a list goes on after this separator: an article or the like, and then what a reference starts with."""
    linked, ahead = False, 0
    while r.peek(ahead) in _LINKS:
        linked = linked or r.peek(ahead) in ("determiners", "resumes", "number_marks")
        ahead += 1
    kind = r.peek(ahead)
    if whole_texts:
        return linked and kind == "head"
    if kind == "head" and not linked:
        return r.peek(ahead + 1) in ("number_marks", "number")
    return linked and kind in _STARTS


def mentioned(tokens: Sequence[Token]) -> Named:
    """The numbered texts and the sections that these words name, up to a clause that tells of other texts."""
    numbers: set[str] = set()
    sections: list[str] = []
    word = None
    for at, token in enumerate(tokens):
        if token.kind == "contexts" and (numbers or sections):
            break
        if token.kind == "section":
            word = token.value
        elif token.kind == "head":
            word = None
        elif token.kind == "number" and word:
            sections.append(slug(f"{word} {plain(token.text)}"))
        elif token.kind == "number" and _after_head(tokens, at):
            numbers.add(plain(token.text))
    return Named(frozenset(numbers), tuple(dict.fromkeys(sections)))


def _after_head(tokens: Sequence[Token], at: int) -> bool:
    at -= 1
    while at >= 0 and tokens[at].kind in ("number_marks", "fillers", "quote"):
        at -= 1
    return at >= 0 and tokens[at].kind == "head"


def closing(tokens: Sequence[Token], at: int) -> int:
    depth = 0
    for place in range(at, len(tokens)):
        depth += {"open": 1, "close": -1}.get(tokens[place].kind, 0)
        if depth == 0 or tokens[place].kind == "break":
            return place
    return len(tokens) - 1
