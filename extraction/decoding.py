"""Bytes → text: encodings, and the signs that no text should hold."""

from __future__ import annotations

import re
import unicodedata
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE
from dataclasses import dataclass

from charset_normalizer import from_bytes

from contract.errors import UnreadableDocument
from contract.records import Warn

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]")
_BINARY_BYTES = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
# Signs without a shape, and those that show a text in another order than it stands in: what is read is what a person sees.
_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]")
_LINE_END = re.compile(r"\r\n?|[\x0b\x0c\x85\u2028]")
_MARKS = (  # the longer marks first: UTF-32 LE begins like UTF-16 LE
    (BOM_UTF8, "utf-8-sig"),
    (BOM_UTF32_LE, "utf-32"),
    (BOM_UTF32_BE, "utf-32"),
    (BOM_UTF16_LE, "utf-16"),
    (BOM_UTF16_BE, "utf-16"),
)
_WESTERN = ["cp1252", "latin_1", "iso8859_15", "mac_roman", "cp850"]
_FEW_CONTROLS = 8
_STRAY_BYTES = 2
_CONTROL_SHARE = 0.005
_DAMAGE_SHARE = 0.02


@dataclass(frozen=True, slots=True)
class Scrubbed:
    """A text fit to be kept, and how many signs were taken out of it or replaced."""

    text: str
    controls: int = 0
    surrogates: int = 0

    @property
    def warnings(self) -> tuple[Warn, ...]:
        found = []
        if self.controls:
            found.append(Warn("control_characters", f"{self.controls} control characters were removed"))
        if self.surrogates:
            found.append(Warn("broken_characters", f"{self.surrogates} broken characters were replaced with \ufffd"))
        return tuple(found)


def scrub(text: str) -> Scrubbed:
    """The text with ``\\n`` line ends, composed accents (NFC), and without control signs, lone surrogates and invisibles."""
    text, surrogates = _SURROGATE.subn("\ufffd", text)
    text = _LINE_END.sub("\n", text).replace("\u2029", "\n\n")
    text, controls = _CONTROL.subn("", text)
    return Scrubbed(unicodedata.normalize("NFC", _INVISIBLE.sub("", text)), controls, surrogates)


def decode(data: bytes, name: str, declared: str | None = None) -> tuple[str, tuple[Warn, ...]]:
    """The text of a file of a text format, scrubbed.

    ``declared`` is an encoding that the file itself names. Raises ``UnreadableDocument`` for what is no text.
    """
    text, warnings = _decoded(data, name, declared)
    scrubbed = scrub(text)
    if scrubbed.controls > _FEW_CONTROLS and scrubbed.controls > _CONTROL_SHARE * len(text):
        raise _binary(name)
    return scrubbed.text, (*warnings, *scrubbed.warnings)


def _decoded(data: bytes, name: str, declared: str | None) -> tuple[str, tuple[Warn, ...]]:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace"), ()
    for candidate in ("utf-8", declared):
        read = _lossless(data, candidate) if candidate else None
        if read is not None:
            return read, ()
    return _damaged(data) or _guessed(data, name)


def _lossless(data: bytes, encoding: str) -> str | None:
    """The text, lone surrogates of UTF-8 included (the scrub replaces them), or None if the encoding does not fit."""
    try:
        return data.decode(encoding, errors="surrogatepass" if encoding == "utf-8" else "strict")
    except (UnicodeDecodeError, LookupError):
        return None


def _damaged(data: bytes) -> tuple[str, tuple[Warn, ...]] | None:
    """UTF-8 with a few bad bytes: more of its accented letters are whole than broken."""
    text = data.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    whole = sum(char > "\x7f" for char in text) - broken
    if broken > whole or broken > _DAMAGE_SHARE * len(text):
        return None
    return text, (Warn("broken_characters", f"{broken} broken characters were replaced with \ufffd"),)


def _guessed(data: bytes, name: str) -> tuple[str, tuple[Warn, ...]]:
    if len(_BINARY_BYTES.findall(data)) > _STRAY_BYTES:
        raise _binary(name)
    best = from_bytes(data, cp_isolation=_WESTERN).best() or from_bytes(data).best()
    if best is None:
        raise _binary(name)
    warn = Warn(
        "encoding_guessed", f"the text is not UTF-8 and was read as {best.encoding}: save it as UTF-8 to be sure"
    )
    return str(best), (warn,)


def _binary(name: str) -> UnreadableDocument:
    return UnreadableDocument(f"{name} is not text although it is named so: give it its right ending or leave it out")
