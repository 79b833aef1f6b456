"""What is to be ingested: files, folders and standard input become a list of named inputs with their families."""

from __future__ import annotations

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
    """Every file of the folders named, in name order, hidden ones and metadata files left out.

    What cannot be read is an input with its error, so that it is listed and the others go on.
    """
    inputs: list[Input] = []
    manifests = _Manifests()
    single = [path for path in paths if str(path) != STDIN and not path.is_dir()]
    roots = [("", [(path.name, path) for path in single])]
    for path in paths:
        if str(path) == STDIN:
            inputs.append(Input("stdin", data=standard_input or b""))
        elif path.is_dir():
            files = [(file.relative_to(path).as_posix(), file) for file in sorted(_files(path))]
            roots.append((path.resolve().name, files))
    for root, files in roots:
        members = group([name for name, _ in files], root=root) if families else {}
        inputs.extend(_described(name, file, members.get(name), manifests) for name, file in files)
    return inputs


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
