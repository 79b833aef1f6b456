"""Whether an answer says what a reference says, without a judge model.

The reference is read into key facts, the answer is looked through for them. What the question already says is no key fact,
nor what stands in brackets (a gloss or an example); of names and prose only its opening sentence counts, for the rest explains.
An answer is right if it holds every key fact and nothing contrary:

1. *Yes or no.* A reference that opens with yes or no asks for the same word, or for a sentence that the thing exists (is
   there, is known) or does not. The other one is contrary.
2. *Nothing.* A reference that says that nothing changed, or that there is no information, asks for an answer that says so;
   to decline answers the second only. To decline is wrong for every other reference.
3. *Versions* (dotted numbers, ``v`` left out; ``16.*`` stands for any of 16): each must be there. Where the question asks
   for versions (which, when, oldest, latest, how many) a version that is neither in the reference nor in the question is
   contrary. A version of which the answer denies the thing ("it is not in 2.1") is not given by it, nor contrary.
4. *Numbers*, in digits or as a word up to twenty: each must be there.
5. *Names*: codes, identifiers, file names and words with a capital inside a sentence: at least half of them, rounded up. A
   compound of plain words ("built-in") is prose.
6. *Prose*: of the remaining content stems, less those of words that only join or compare, at least ``ENOUGH``. What the
   opening sentence denies and the answer's nearest sentence says, or the other way round, is contrary. Not where versions
   are asked for.

Case, accents and markup are folded. The rule knows no paraphrase: it is stricter than a person on free answers and as good
on quoted ones. It cannot see a wrong statement that uses the right words.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass

from language.sentences import sentences
from language.words import fold, stems, words

ENOUGH = 0.5
"""Least share of a reference's content stems in a right answer."""

_MARKUP = re.compile(r"!?\[([^\]]*)\]\([^)]*\)|<[a-z/][^>]*>|`|\*{2,}")
_VERSION = re.compile(
    r"(?<![\w.])v?(\d+(?:[._]\d+)+(?:[-.]?(?:rc|beta|alpha)\.?\d*)?|\d+\.(?=\*))(?![\w])", re.IGNORECASE
)
_ANY_OF = re.compile(r"(?<![\w.])v?(\d+)\.[*x](?!\w)", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w.,-])\d+(?:[.,]\d+)*(?![\w])")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_NAME = re.compile(r"[A-Za-z]+(?:[_\-.][A-Za-z0-9]+)+|[A-Za-z]*[a-z][A-Z]\w*|[A-Z]{2,}\w*|(?<=[a-z,] )[A-Z][a-z]+\w*")
_CODE = re.compile(r"\b\w+(?:[._/]\w+)+\b")
_COMPOUND = re.compile(r"[a-z]+(?:-[a-z]+)+")  # "built-in" is a word, no name
_COUNTS = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis "
    "diecisiete dieciocho diecinueve veinte",
}
_JOINING = {
    "en": "whereas while unlike although though thus therefore hence moreover also instead rather since less more least most",
    "es": "mientras aunque mas menos ademas tambien asi pues sino luego",
}  # they join or compare, and say nothing that an answer could lack
_YES = re.compile(r"^\W*(?:yes|s[ií])\b", re.IGNORECASE)
_NO = re.compile(r"^\W*no\b(?! (?:information|info|hay informaci[oó]n))", re.IGNORECASE)
_EXISTS = re.compile(
    r"\b(?:exists?|is (?:here|known|available|in the system)|existe|est[aá] (?:aqu[ií]|disponible)|hay)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:no|not|never|none|neither|nor|cannot|without|nunca|ni|sin|ningun[ao]?|tampoco|non)\b|n['’]t\b", re.IGNORECASE
)  # fmt: skip
_WITHOUT = re.compile(
    rf"(?:{_DENIED.pattern})(?!\s*,)(?!\s+(?:only|just|s[oó]lo)\b).*?(?=\bbut\b|\bsino\b|\bpero\b|;|$)", re.I | re.S
)
_UNCHANGED = re.compile(
    r"\b(?:nothing (?:\w+ ){0,3}(?:changed|new)|no (?:\w+ ){0,2}changes?|(?:did not|didn['’]t|has not|not) changed?|unchanged"
    r"|nada (?:\w+ ){0,2}(?:cambi|nuevo)\w*|sin cambios|no (?:ha |hubo |hay )?cambi\w+)\b",
    re.IGNORECASE,
)
_UNKNOWN = re.compile(
    r"\b(?:no information|not (?:available|mentioned|found|known)|informaci[oó]n no disponible|no hay informaci[oó]n)\b",
    re.IGNORECASE,
)
_FOR_VERSIONS = re.compile(
    r"\b(?:which|what|when|since|oldest|newest|latest|earliest|first|last|how many)\b"
    r".*\b(?:version|release|added|introduced|since)"
    r"|\bsince when\b|\bwhen (?:was|were|did)\b|\bhow many\b.*\bversions?\b"
    r"|\b(?:qu[eé]|cu[aá]l(?:es)?|cu[aá]nt[ao]s)\b.*\b(?:versi[oó]n(?:es)?|revisi[oó]n(?:es)?)\b|\b(?:desde )?cu[aá]ndo\b",
    re.IGNORECASE,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Judgement:
    """``missing`` are key facts that the answer lacks, ``contrary`` what it says against the reference."""

    missing: tuple[str, ...] = ()
    contrary: tuple[str, ...] = ()

    @property
    def right(self) -> bool:
        return not self.missing and not self.contrary


def judge(question: str, reference: str, answer: str, *, declined: bool = False, language: str = "en") -> Judgement:
    """The rule above. ``answer`` is the text without its citation marks; ``declined`` says that it is a refusal."""
    asked, wanted, given = (_MARKUP.sub(r"\1", text) for text in (question, reference, answer))
    if _UNKNOWN.search(wanted) and len(wanted.split()) <= 12:
        return Judgement() if declined or _UNKNOWN.search(given) else Judgement(missing=("no information",))
    if declined or not given.strip():
        return Judgement(missing=("an answer",))
    if _UNCHANGED.search(wanted):
        return Judgement() if _UNCHANGED.search(given) else Judgement(missing=("nothing changed",))
    if _YES.search(wanted) or _NO.search(wanted):
        return _polarity(bool(_YES.search(wanted)), given)
    return _facts(asked, wanted, given, language)


def _polarity(wanted: bool, given: str) -> Judgement:
    said: bool | None = None
    if _YES.search(given) or _NO.search(given):
        said = bool(_YES.search(given))
    elif _EXISTS.search(given):
        said = not _DENIED.search(given)
    word = "yes" if wanted else "no"
    if said is None:
        return Judgement(missing=(word,))
    return Judgement() if said is wanted else Judgement(contrary=("no" if wanted else "yes",))


def _facts(asked: str, wanted: str, given: str, language: str) -> Judgement:
    core = _BRACKETS.sub(" ", wanted)
    core = core if stems(core, language) else wanted
    known, held = versions(asked), _asserted(given)
    families = {found.group(1) for found in _ANY_OF.finditer(core)}
    own = versions(_ANY_OF.sub(" ", core)) - known
    missing = [version for version in sorted(own) if version not in held]
    missing += [f"{family}.*" for family in sorted(families) if not any(_of(version, family) for version in held)]
    contrary = []
    if (own or families) and _FOR_VERSIONS.search(asked):
        allowed = own | known | versions(wanted)
        strange = (one for one in sorted(held - allowed) if not any(_of(one, family) for family in families))
        contrary += [f"version {version}" for version in strange]
    lone = numbers(core, language) - numbers(asked, language)
    missing += [number for number in sorted(lone) if number not in numbers(given, language)]
    opening = next((each for each in _said(core) if _content(each, language)), core)
    missing += _names(asked, opening, given)
    if not ((own or families) and _FOR_VERSIONS.search(asked)):
        missing += _prose(asked, opening, given, language)
        contrary += _denial(opening, given, language)
    return Judgement(tuple(missing), tuple(contrary))


def versions(text: str) -> set[str]:
    """The version numbers of a text, with dots and without a leading ``v``."""
    return {found.group(1).replace("_", ".").strip(".").lower() for found in _VERSION.finditer(text)}


def _asserted(text: str) -> set[str]:
    """The versions that a text affirms something of: those after a denial, up to a "but", are said to be without it."""
    return versions(" ".join(_WITHOUT.sub(" ", sentence) for sentence in _said(text)))


def numbers(text: str, language: str) -> set[str]:
    """The numbers that are no versions, in digits; the words for the small ones count too."""
    bare = _ANY_OF.sub(" ", _VERSION.sub(" ", text))
    counts = {fold(word): str(at) for at, word in enumerate(_COUNTS.get(language, _COUNTS["en"]).split())}
    said = {counts[word.folded] for word in words(bare) if word.folded in counts and word.folded not in ("one", "uno")}
    return {found.group() for found in _NUMBER.finditer(bare)} | said


def _of(version: str, family: str) -> bool:
    return version.partition(".")[0] == family


def _names(asked: str, core: str, given: str) -> list[str]:
    """The names that lack if more than half do; one that stands in the question is none."""
    there, known = _flat(given), _flat(asked)
    found = (name for name in _NAME.findall(_VERSION.sub(" ", core)) if not _COMPOUND.fullmatch(name))
    named = {name for name in found if _flat(name).strip() not in known}
    lacking = sorted(name for name in named if _flat(name).strip() not in there)
    return lacking if len(named) - len(lacking) < math.ceil(len(named) / 2) else []


def _flat(text: str) -> str:
    return f" {' '.join(re.findall(r'[a-z0-9ñ]+', fold(text)))} "


def _prose(asked: str, core: str, given: str, language: str) -> list[str]:
    """The content stems that lack if too many do."""
    new = set(_content(core, language)) - set(_content(asked, language))
    lacking = new - set(_content(given, language))
    return sorted(lacking) if len(new) - len(lacking) < ENOUGH * len(new) else []


def _content(text: str, language: str) -> list[str]:
    closed = " ".join(each.get(language, each["en"]) for each in (_COUNTS, _JOINING))
    counts = {stem for word in closed.split() for stem in stems(word, language)}
    bare = _ANY_OF.sub(" ", _VERSION.sub(" ", text))
    return [stem for stem in stems(bare, language) if not stem.isdigit() and stem not in counts]


def _denial(core: str, given: str, language: str) -> list[str]:
    """What one side denies and the other says: in the reference's first sentence and the answer's nearest one.

    The parts of a code ("assert.match") say nothing that could be denied.
    """
    core, given = _CODE.sub(" ", core), _CODE.sub(" ", given)
    wanted = set(_content(core, language))
    nearest = max(_said(given), key=lambda each: len(wanted & set(_content(each, language))), default="")
    both = wanted & set(_content(nearest, language))
    first, near = _denied(core, language)
    theirs, close = _denied(nearest, language)
    return [f"denial of {stem}" for stem in sorted(both & ((first - close) | (theirs - near)))]


def _denied(text: str, language: str) -> tuple[set[str], set[str]]:
    """The content stems that stand right after a denial, with at most two stop words between, and those close to one.

    What a sentence also says without a denial ("a non-string value … must be a string") it does not deny.
    """
    first, near, freely = set[str](), set[str](), _content(text, language)
    for match in _DENIED.finditer(text):
        after = [_content(word.text, language) for word in words(text[match.end() :])[:6]]
        opening = next((found for found in after[:3] if found), [])
        first.update(opening)
        near.update(*after)
        for stem in opening:
            if stem in freely:
                freely.remove(stem)
    return first - set(freely), near


def _said(text: str) -> list[str]:
    return [text[span.start : span.end] for span in sentences(text)]


def marks_left_out(text: str, docs: Iterable[str]) -> str:
    """An answer's text without the formal ids of its citations ("[DOC_1]")."""
    return re.sub(r"\s*\[(?:" + "|".join(map(re.escape, docs)) + r")\]", "", text) if docs else text
