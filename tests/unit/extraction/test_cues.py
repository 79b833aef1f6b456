"""Acts from metadata."""

from __future__ import annotations

import pytest

from contract.errors import InvalidMetadata
from contract.history import Act, ActKind
from contract.records import Metadata
from extraction.cues import acts


def test_metadata_in_both_directions_becomes_acts() -> None:
    metadata = Metadata("doc:b", "B", replaces=("doc:a", "doc:a0", "doc:a"), replaced_by=("doc:c",))
    assert acts(metadata) == (
        Act(ActKind.REPLACE, target="doc:a"),
        Act(ActKind.REPLACE, target="doc:a0"),
        Act(ActKind.REPLACE, target="doc:b", by="doc:c"),
    )
    assert acts(Metadata("doc:b", "B")) == ()


@pytest.mark.parametrize("key", ["replaces", "replaced_by"])
def test_a_source_cannot_replace_itself(key: str) -> None:
    with pytest.raises(InvalidMetadata, match=key):
        acts(Metadata("doc:b", "B", **{key: ("doc:a", "doc:b")}))
