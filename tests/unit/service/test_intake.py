"""What is listed for ingestion, and what is told of each file before it is read."""

from __future__ import annotations

from pathlib import Path

from service.ingestion.intake import collect


def put(folder: Path, name: str, text: str = "words\n") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_folders_are_walked_and_metadata_files_are_not_documents(tmp_path: Path) -> None:
    for name in ("b/two.md", "a/one.md", ".git/config", "a/.hidden.md", "a/one.md.meta.yaml", "a/manifest.yaml"):
        put(tmp_path, name, "title: x\n")
    assert [entry.name for entry in collect([tmp_path])] == ["a/one.md", "b/two.md"]


def test_families_can_be_turned_off(tmp_path: Path) -> None:
    for version in ("1.0", "1.1"):
        put(tmp_path, f"manual-{version}.md")
    together = collect([tmp_path])
    assert len({entry.family.uri for entry in together if entry.family}) == 1
    assert all(entry.family is None for entry in collect([tmp_path], families=False))
    put(tmp_path, "manifest.yaml", "families: off\n")
    assert all(entry.family is None for entry in collect([tmp_path]))


def test_two_folders_do_not_mix_their_families(tmp_path: Path) -> None:
    put(tmp_path, "x/manual-1.0.md")
    put(tmp_path, "y/manual-1.1.md")
    assert all(entry.family is None for entry in collect([tmp_path / "x", tmp_path / "y"]))


def test_a_folder_of_dates_is_one_source_wherever_one_stands(tmp_path: Path) -> None:
    for day in ("2024-01-05", "2025-01-05"):
        put(tmp_path, f"notice/{day}.md")
    assert {entry.family.uri for entry in collect([tmp_path / "notice"]) if entry.family} == {"notice"}


def test_a_sidecar_and_a_manifest_are_told(tmp_path: Path) -> None:
    put(tmp_path, "one.md")
    put(tmp_path, "one.meta.yaml", "title: Own\n")
    put(tmp_path, "manifest.yaml", "defaults:\n  author: Ann\none.md:\n  level: 1\n")
    (entry,) = collect([tmp_path])
    assert dict(entry.sidecar or {}) == {"title": "Own"}
    assert dict(entry.manifest or {}) == {"author": "Ann", "level": "1"}


def test_a_broken_sidecar_spoils_its_own_document_only(tmp_path: Path) -> None:
    put(tmp_path, "bad.md")
    put(tmp_path, "bad.meta.yaml", "title: [\n")
    put(tmp_path, "good.md")
    entries = {entry.name: entry for entry in collect([tmp_path])}
    assert entries["bad.md"].error is not None
    assert "bad.meta.yaml" in str(entries["bad.md"].error)
    assert entries["good.md"].error is None


def test_standard_input_and_missing_files_are_inputs_too(tmp_path: Path) -> None:
    piped, gone = collect([Path("-"), tmp_path / "gone.md"], standard_input=b"# Title\n")
    assert piped.data == b"# Title\n"
    assert gone.path is not None
