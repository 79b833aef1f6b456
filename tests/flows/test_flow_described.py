"""How a document is described on its way in: whose word counts, which files are one source, and which of them answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from contract.access import Principal
from contract.records import Metadata
from contract.time import parse
from service.ask import AskRequest, begin, candidates
from service.ingestion.ingest import IngestOptions, ingest
from service.ingestion.intake import STDIN, collect
from tests.flows.conftest import OpenDesk, Shell
from tests.flows.desk import LANGUAGES, TENANT, Desk, cited

NOTE = "# Cold room\n\nThe cold room of the plant holds forty pallets.\n"
HOLDS = "How many pallets does the cold room of the plant hold?"


def described(here: Desk, uri: str) -> Metadata:
    """The one revision of a source, to a reader of group a."""
    (line,) = here.timeline(uri, groups=["a"]).lines
    return line.revision.metadata


def test_front_matter_then_sidecar_then_manifest_then_flags(small: OpenDesk) -> None:
    here = small()
    here.write("note.md", f"---\nuri: note/cold\ntitle: From the front matter\n---\n{NOTE}")
    here.write("note.md.meta.yaml", "title: From the sidecar\nauthor: From the sidecar\n")
    here.write(
        "manifest.yaml",
        "defaults:\n  source_type: manual\n  language: en\n"
        "note.md:\n  title: From the manifest\n  author: From the manifest\n  source_type: law\n",
    )
    given: dict[str, Any] = {
        "title": "flag",
        "author": "flag",
        "source_type": "forum",
        "language": "es",
        "level": 1,
        "groups": ["a"],
    }
    assert not here.ingest(**given).failed
    found = described(here, "note/cold")
    assert found.title == "From the front matter"
    assert found.author == "From the sidecar"
    assert (found.source_type, found.language) == ("law", "en")
    assert (found.audience.level, found.audience.groups) == (1, frozenset("a"))
    origins = {key: found.origins[key] for key in ("title", "author", "source_type", "language", "level")}
    assert origins == {
        "title": "front_matter",
        "author": "sidecar",
        "source_type": "manifest",
        "language": "manifest",
        "level": "flag",
    }
    assert here.ask(HOLDS).abstained is not None
    assert "forty" in here.ask(HOLDS, level=1, groups=["a"]).text


@pytest.mark.parametrize("layers", [3, 2, 1, 0])
def test_the_start_is_the_first_that_is_declared(small: OpenDesk, layers: int) -> None:
    here = small()
    starts = ("2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01")  # front matter, sidecar, manifest, flag
    front = f"---\nvalid_from: {starts[0]}\n---\n" if layers >= 3 else ""
    here.write("note.md", front + NOTE)
    if layers >= 2:
        here.write("note.meta.yaml", f"valid_from: {starts[1]}\n")
    if layers >= 1:
        here.write("manifest.yaml", f"note.md:\n  valid_from: {starts[2]}\n")
    here.ingest(valid_from=starts[3])
    start = starts[3 - layers]
    assert described(here, "note.md").valid_from == parse(start)
    assert "forty" in here.ask(HOLDS, valid_at=start).text
    assert here.ask(HOLDS, valid_at="2025-12-31").abstained is not None


def test_standard_input_has_front_matter_too_and_flags_come_last(small: OpenDesk) -> None:
    here = small()
    text = f"---\nuri: note/cold\nrevision: X\n---\n{NOTE}".encode()
    inputs = collect([Path(STDIN)], standard_input=text)
    report = ingest(here.product, inputs, IngestOptions(TENANT, {"uri": "note/flag", "author": "flag"}))
    assert [one.uri for one in report.documents] == ["note/cold"]
    found = described(here, "note/cold")
    assert (found.revision, found.author) == ("X", "flag")
    assert "forty" in here.ask(HOLDS).text


def test_files_that_differ_in_a_date_are_one_source_unless_told_not_to_be(shell: Shell, small: OpenDesk) -> None:
    here = small()
    here.write("terms-2025-01-01.md", "# Terms\n\nPayment is due within 90 days of the bill of lading.\n")
    here.write("terms-2026-01-01.md", "# Terms\n\nPayment is due within 60 days of the bill of lading.\n")
    question = "When is payment due after the bill of lading?"

    together = shell("ingest", here.folder, "--json").json
    (uri,) = {one["uri"] for one in together["documents"]}
    assert [one["in_force"] for one in shell("timeline", uri, "--json").json["revisions"]] == [False, True]
    answered = shell("ask", question, "--json").json
    assert "60 days" in answered["answer"]
    assert "90 days" not in answered["answer"]

    apart = here.ingest(families=False)
    assert len({one.uri for one in apart.documents}) == 2
    assert all(len(here.holding(one.uri or "")) == 1 for one in apart.documents)
    assert shell("ingest", here.folder, "--family", "maybe").code == 2


def test_a_manifest_keeps_a_series_apart(small: OpenDesk) -> None:
    here = small()
    here.write("manifest.yaml", "families: off\n")
    here.write("minutes-2026-01-01.md", "# Minutes\n\nThe board chose the blue crates.\n")
    here.write("minutes-2026-02-01.md", "# Minutes\n\nThe board chose the tall shed.\n")
    taken = here.ingest().documents
    assert len({one.uri for one in taken}) == 2
    assert all(here.holding(one.uri or "") for one in taken)


def test_files_of_one_name_in_two_places_stay_two_sources(small: OpenDesk) -> None:
    here = small()
    north = here.write("north/shed.md", "# North shed\n\nThe north shed carries forty crates.\n")
    south = here.write("south/shed.md", "# South shed\n\nThe south shed carries ninety crates.\n")
    for paths in ((north, south), (north.parent, south.parent)):
        report = here.ingest(*paths)
        assert [one.uri for one in report.documents] == ["north/shed.md", "south/shed.md"]
    assert "forty" in here.ask("How many crates does the north shed carry?").text
    assert "ninety" in here.ask("How many crates does the south shed carry?").text
    assert [one.uri for one in here.ingest(here.folder, north).documents] == ["north/shed.md", "south/shed.md"]


def test_files_named_one_by_one_are_the_family_that_their_folder_is(small: OpenDesk) -> None:
    here = small()
    dated = [here.write(f"notice/{day}.md", f"# Notice\n\nSigned on {day}.\n") for day in ("2024-01-05", "2025-01-05")]
    by_folder = {one.uri for one in here.ingest(here.folder / "notice").documents}
    assert {one.uri for one in here.ingest(*dated).documents} == by_folder == {"notice"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_standing_family_answers_by_its_head(corpus: Desk, language: str) -> None:
    plain = {
        "en": "How many pallets does a container take in the packing manual?",
        "es": "¿Cuántos pallets lleva un contenedor según el manual de empaque?",
    }[language]
    answer = corpus.ask(plain)
    assert "21 pallets" in answer.text
    assert "20 pallets" not in answer.text
    assert {label for uri, label in cited(answer) if "packing-manual" in uri} == {"2.0"}
    for label, pallets in (("1.0", "20 pallets"), ("1.1", "20 pallets"), ("2.0", "21 pallets")):
        answer = corpus.ask(plain.replace("?", f" {label}?"))
        assert pallets in answer.text
        assert {cited_label for _, cited_label in cited(answer)} == {label}


def test_search_shows_the_head_alone_unless_a_version_is_named(corpus: Desk) -> None:
    def labels(question: str) -> set[str | None]:
        asked = begin(corpus.product, AskRequest(question, Principal(TENANT)))
        found, _, _ = candidates(corpus.product, asked)
        located = asked.view.located([one.passage_id for one in found.candidates])
        return {one.revision.metadata.revision for one in located if "packing-manual" in one.revision.uri}

    assert labels("Who signs the packing record?") == {"2.0"}
    assert labels("Who signs the packing record of the packing manual 1.1?") == {"1.1"}


def test_a_later_head_takes_over_and_gives_way_when_deleted(small: OpenDesk) -> None:
    here = small()
    for label, crates in (("1.0", "six"), ("2.0", "eight")):
        here.write(f"shed-manual-{label}.md", f"# Shed manual {label}\n\nA rack of the shed carries {crates} crates.\n")
    here.ingest()
    question = "How many crates does a rack of the shed carry?"
    assert "eight" in here.ask(question).text
    assert "six" not in here.ask(question).text
    here.write("shed-manual-2.1.md", "# Shed manual 2.1\n\nA rack of the shed carries nine crates.\n")
    newest = next(one for one in here.ingest().documents if one.label == "2.1")
    assert "nine" in here.ask(question).text
    here.product.store.undo(TENANT, newest.revision_id or "", here.clock())
    answer = here.ask(question)
    assert "eight" in answer.text
    assert "nine" not in answer.text
