"""Replies of a language model by what was asked: in a folder for good, or in memory while the process lives."""

from __future__ import annotations

import threading
from collections import OrderedDict
from pathlib import Path

_MOST = 20_000  # replies in memory


class Replies:
    """Texts by key. Safe to share by threads; a folder also by processes. A folder holds words of what was asked about."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._memory: OrderedDict[str, str] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: str) -> str | None:
        if self._folder is None:
            with self._lock:
                return self._memory.get(key)
        path = self._folder / f"{key}.json"
        return path.read_text(encoding="utf-8") if path.is_file() else None

    def put(self, key: str, reply: str) -> None:
        if self._folder is None:
            with self._lock:
                self._memory[key] = reply
                while len(self._memory) > _MOST:
                    self._memory.popitem(last=False)
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        beside = self._folder / f"{key}.{threading.get_ident()}"
        beside.write_text(reply, encoding="utf-8")
        beside.replace(self._folder / f"{key}.json")
