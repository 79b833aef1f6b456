"""What the parsers of others raise on broken files, as one clear refusal."""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from xml.parsers.expat import ExpatError

from contract.errors import UnreadableDocument

_FAULTS = (
    ArithmeticError, AssertionError, AttributeError, EOFError, LookupError, OSError, RecursionError, SyntaxError, TypeError,
    ValueError, NotImplementedError, ExpatError, struct.error, zipfile.BadZipFile, zlib.error,
)  # fmt: skip


def _faults() -> tuple[type[Exception], ...]:
    """Asked for only when something was raised: the parsers' own errors live in heavy modules."""
    from markitdown import MarkItDownException
    from pdfminer.psexceptions import PSException
    from pdfplumber.utils.exceptions import PdfminerException

    return (*_FAULTS, MarkItDownException, PSException, PdfminerException)


@contextmanager
def parsing(name: str, form: str) -> Iterator[None]:
    """Around a foreign parser only: whatever it raises on a broken file becomes ``UnreadableDocument``.

    The list is long because such parsers meet hostile bytes with any of these; our own code never stands inside.
    """
    try:
        yield
    except _faults() as error:
        raise UnreadableDocument(
            f"{name} is damaged and cannot be read as {form}: get a whole copy or save it anew"
        ) from error
