"""What is in force, through the store: every history of the cases, a tenant each."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from contract.access import Principal
from contract.errors import NotFound
from contract.evidence import Located
from contract.history import Act, ActKind, Polarity, Put
from contract.ports import GraphStore, GraphView
from contract.records import RevisionDraft
from contract.time import parse
from graph.embedded.store import EmbeddedStore
from tests.store.conftest import Opener
from tests.store.drafts import draft, put, view

Case = dict[str, Any]
Answer = str | list[str] | None


@pytest.fixture(scope="module")
def store(opener: Opener, tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphStore]:
    opened = opener(tmp_path_factory.mktemp("histories"))
    yield opened
    assert opened.check() == ()
    opened.close()


@pytest.mark.parametrize("file", ["timeline.jsonl", "timeline-random.jsonl"])
def test_every_history(store: GraphStore, cases: Path, file: str) -> None:
    wrong = [
        f"{case['name']}: {asked['valid_at']} x {asked['known_at']}: {source} is {found}, expected {expected}"
        for case in _chosen(store, _read(cases / file))
        for asked, source, found, expected in _answers(store, case)
        if found != expected
    ]
    assert not wrong, "\n".join(wrong)


def _chosen(store: GraphStore, told: list[Case]) -> list[Case]:
    """All of them on a file; of many on a server, where each step is a transaction, some: all with VIGENTE_EXAMPLES."""
    few = not isinstance(store, EmbeddedStore) and len(told) > 100 and "VIGENTE_EXAMPLES" not in os.environ
    return told[::16] if few else told


def _read(file: Path) -> list[Case]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def _answers(store: GraphStore, case: Case) -> Iterator[tuple[Case, str, Answer, Answer]]:
    _tell(store, case)
    reader = Principal(case["name"], level=3)
    families = {event["standing"] for event in case["events"] if "standing" in event}
    for asked in case["ask"]:
        seen = view(store, asked["valid_at"], asked["known_at"], reader=reader)
        shown = {(each.revision.id, each.path[-1]) for each in _consistent(seen)}
        wanted = sorted({source.partition("#")[0] for source in asked["in_force"]})
        revisions = {uri: seen.in_force(uri) for uri in wanted}
        assert {identity for identity, _ in shown} <= {one.id for found in revisions.values() for one in found}
        assert all(len(found) <= 1 for uri, found in revisions.items() if uri not in families)
        assert seen.below_heads() == {one.id for found in revisions.values() for one in found[1:]}
        for source, expected in asked["in_force"].items():
            uri, _, section = source.partition("#")
            found: Answer = [one.metadata.title for one in revisions[uri] if not section or (one.id, section) in shown]
            yield asked, source, found if uri in families else (found[0] if found else None), expected


def _consistent(seen: GraphView) -> tuple[Located, ...]:
    located = seen.located(seen.passage_ids())
    assert all(seen.scope.valid_at in each.valid for each in located)
    return located


def _tell(store: GraphStore, case: Case) -> None:
    tenant = case["name"]
    families = {event["standing"] for event in case["events"] if "standing" in event}
    ids: dict[str, str] = {}
    for event in case["events"]:
        at = parse(event["at"])
        if "put" in event:
            made = _draft(tenant, event, event["put"] in families)
            commit = put(store, made, at)
            ids[event.get("id", "")] = _logged(store, tenant) or commit.revision_id
        elif "delete" in event:
            _unless_unknown(lambda: store.delete(tenant, event["delete"], at))  # noqa: B023 - called at once
        elif "undo" in event:
            _unless_unknown(lambda: store.undo(tenant, ids.get(event["undo"], event["undo"]), at))  # noqa: B023


def _unless_unknown(change: Callable[[], object]) -> None:
    """Nothing to delete or undo changes nothing."""
    try:
        change()
    except NotFound:
        return


def _logged(store: GraphStore, tenant: str) -> str | None:
    """The revision just told; a sighting is reported under the revision that it repeats."""
    last = store.history(tenant)[-1]
    return last.revision_id if isinstance(last, Put) else None


def _draft(tenant: str, event: Case, standing: bool) -> RevisionDraft:
    content = event["content"]
    made = draft(
        event["put"],
        dict.fromkeys(event.get("sections", ()), content) or {"": content},
        tenant=tenant,
        title=content,
        acts=[_act(act) for act in event.get("acts", ())],
        standing=standing,
        **{name: event.get(name) for name in ("valid_from", "valid_to", "observed_at", "label")},
    )
    return replace(made, content=replace(made.content, sha256=content))  # in a case equal names are equal texts


def _act(act: Case) -> Act:
    effective = act.get("effective")
    return Act(
        kind=ActKind(act["kind"]),
        target=act["target"],
        section=act.get("section"),
        effective=None if effective is None else parse(effective),
        polarity=Polarity(act.get("polarity", "asserted")),
    )
