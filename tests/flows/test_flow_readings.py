"""What sentences say is kept beside the store, but not of what is only tried out, and no longer than the source."""

from __future__ import annotations

from pathlib import Path

from tests.flows.conftest import Shell

TEXT = "# Ferries\n\n" + "\n\n".join(f"Company A{at} sold {at + 1} ferries to Vigo." for at in range(40))


def test_it_is_kept_with_the_source_and_goes_with_it(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "ferries.md").write_text(TEXT)
    kept = tmp_path / "store-readings"
    shell("ingest", tmp_path / "ferries.md", "--dry-run")
    assert not kept.exists()
    shell("ingest", tmp_path / "ferries.md")
    assert len(list(kept.iterdir())) == 1
    assert shell("delete", "ferries.md", "--purge").code == 0
    assert list(kept.iterdir()) == []
