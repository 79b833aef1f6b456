"""What is to be ingested: files, folders and standard input become a list of named inputs with their families."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from contract.errors import DocumentError, UnreadableDocument
from extraction.families import FamilyMember, group
from extraction.metadata import load_manifest, load_sidecar

STDIN = "-"
_SIDECAR = ".meta.yaml"
_MANIFEST = "manifest.yaml"
_Listed = tuple[str, Path, FamilyMember | None]


@dataclass(frozen=True, slots=True)
class Input:
    """One document to be read. ``name`` is relative to the folder that was named; ``data`` is set for standard input."""

    name: str
    path: Path | None = None
    data: bytes | None = None
    sidecar: Mapping[str, Any] | None = None
    manifest: Mapping[str, Any] | None = None
    family: FamilyMember | None = None
    error: DocumentError | None = None


def collect(paths: Sequence[Path], *, families: bool = True, standard_input: bytes | None = None) -> list[Input]:
    """Every file of the folders named, in name order, hidden ones and metadata files left out; each file once.

    Two files that would be one source by their names alone, because folders or files of several places were named, go by
    as much of their paths as tells them apart. What cannot be read is an input with its error, so that it is listed and
    the others go on.
    """
    inputs = [Input("stdin", data=standard_input or b"") for path in paths if str(path) == STDIN]
    roots = _roots(path for path in paths if str(path) != STDIN)
    manifests = _Manifests()
    for name, file, member in _told_apart(roots, families=families):
        inputs.append(_described(name, file, member, manifests))
    return inputs


def _roots(paths: Iterable[Path]) -> Mapping[Path, Sequence[Path]]:
    """The files to read under the folder that was named, or in which a named file stands."""
    roots: dict[Path, list[Path]] = {}
    seen: set[Path] = set()
    for path in paths:
        folder, files = (path, sorted(_files(path))) if path.is_dir() else (path.parent, [path])
        fresh = [file for file in files if _absolute(file) not in seen]
        seen.update(map(_absolute, fresh))
        roots.setdefault(_absolute(folder), []).extend(fresh)
    return roots


def _told_apart(roots: Mapping[Path, Sequence[Path]], *, families: bool) -> list[_Listed]:
    """All files with names of which no two roots share a source: relative to their roots if that is enough."""
    named: list[list[_Listed]] = []
    for depth in range(max((len(root.parts) for root in roots), default=0)):
        named = [_named(root, files, depth, families=families) for root, files in roots.items()]
        sources = [{member.uri if member else name for name, _, member in of_root} for of_root in named]
        if sum(map(len, sources)) == len(set().union(*sources)):
            break
    return [one for of_root in named for one in of_root]


def _named(root: Path, files: Sequence[Path], depth: int, *, families: bool) -> list[_Listed]:
    """The files of one root by their relative names, after ``depth`` parts of its own path, with their families."""
    before = root.parts[len(root.parts) - depth :]
    names = ["/".join((*before, *_absolute(file).relative_to(root).parts)) for file in files]
    members = group(names, root=root.name) if families else {}
    return [(name, file, members.get(name)) for name, file in zip(names, files, strict=True)]


def _absolute(path: Path) -> Path:
    """The path from the top, links left as they are."""
    return Path(os.path.abspath(path))


def _files(folder: Path) -> Iterable[Path]:
    for file in folder.rglob("*"):
        hidden = any(part.startswith(".") for part in file.relative_to(folder).parts)
        if not hidden and not file.is_dir() and file.name != _MANIFEST and not file.name.endswith(_SIDECAR):
            yield file


def _described(name: str, file: Path, member: FamilyMember | None, manifests: _Manifests) -> Input:
    try:
        sidecar_path = file.with_name(file.name + _SIDECAR)
        plain = file.with_name(file.stem + _SIDECAR)
        sidecar = next((load_sidecar(path) for path in (sidecar_path, plain) if path.is_file()), None)
        manifest = manifests.of(file)
        if manifest and manifest.get("family") in ("off", False):
            member = None
        return Input(name, path=file, sidecar=sidecar, manifest=manifest, family=member)
    except DocumentError as error:
        return Input(name, path=file, error=error)
    except OSError as error:
        return Input(name, path=file, error=UnreadableDocument(f"{name} cannot be read: {error.strerror or error}"))


class _Manifests:
    """The manifests of the folders met so far, each read once."""

    def __init__(self) -> None:
        self._read: dict[Path, Mapping[str, Any]] = {}

    def of(self, file: Path) -> Mapping[str, Any] | None:
        """What the folder's manifest says of one file: its defaults, overridden by the file's own keys."""
        folder = file.parent
        if folder not in self._read:
            self._read[folder] = load_manifest(folder) if (folder / _MANIFEST).is_file() else {}
        whole = self._read[folder]
        if not whole:
            return None
        own = {**(whole.get("defaults") or {}), **(whole.get(file.name) or {})}
        if whole.get("families") in ("off", False):
            own["family"] = "off"
        return own or None
