"""Entities over HTTP: their other names, who says so, and how that is said and taken back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.http.serving import Service, assert_problem, document

LEGAL = {"X-Vigente-Level": "2", "X-Vigente-Groups": "legal"}
OTHER = {"X-Vigente-Tenant": "other"}
FRUIT, ANDEAN = "Andes Fruit Traders", "Fruta Andina"


@pytest.fixture(scope="module")
def told(service: Service) -> Any:
    """Two names of one thing, and a third that only some may read."""
    texts = {"notes/fruit": FRUIT, "notes/andean": ANDEAN, "legal/hidden": "Cordillera Growers"}
    for uri, name in texts.items():
        more = {"level": 2, "groups": "[legal]"} if uri.startswith("legal") else {}
        service.put_whole(uri, document(f"{name} ships apples.", title=name, language="en", **more))
    yield service
    for uri in texts:
        service.call("DELETE", f"/v1/sources/{uri}", LEGAL)


def show(service: Service, name: str, headers: dict[str, str] | None = None) -> Any:
    answer = service.call("GET", "/v1/entities", headers or {}, params={"name": name})
    assert answer.status_code == 200, answer.text
    return answer.json()["entities"]


def test_a_merge_and_its_end(told: Service) -> None:
    (before,) = show(told, FRUIT)
    assert (before["name"], before["aliases"]) == (FRUIT, [])
    assert before["defined"][0]["uri"] == "notes/fruit"
    said = {"name": FRUIT, "of": ANDEAN, "note": "one exporter"}
    done = told.call("POST", "/v1/merges", json=said)
    assert done.status_code == 200, done.text
    assert [each["name"] for each in done.json()["aliases"]] == [FRUIT]
    (why,) = done.json()["merges"]
    assert (why["rule"], why["note"], why["name"], why["of"]) == ("human", "one exporter", FRUIT, ANDEAN)
    assert why["by"]
    assert why["known_at"]
    by_id = told.call("GET", f"/v1/entities/{before['entity_id']}")
    assert by_id.json() == show(told, ANDEAN)[0] == show(told, FRUIT)[0]
    assert_problem(told.call("POST", "/v1/splits", json={"one": FRUIT, "other": FRUIT}), 400, "bad_request")
    parted = told.call("POST", "/v1/splits", json={"one": FRUIT, "other": ANDEAN})
    assert [each["name"] for each in parted.json()["entities"]] == [FRUIT, ANDEAN]
    assert show(told, FRUIT) == [before]
    assert_problem(told.call("POST", "/v1/splits", json={"one": FRUIT, "other": ANDEAN}), 404, "not_found")


def test_hidden_and_unknown_are_alike(told: Service) -> None:
    hidden, unknown = "Cordillera Growers", "Nobody Growers"
    (known,) = show(told, hidden, LEGAL)
    for headers in ({}, OTHER):
        answers = [told.call("GET", "/v1/entities", headers, params={"name": name}) for name in (hidden, unknown)]
        for answer in answers:
            assert_problem(answer, 404, "not_found")
        assert answers[0].text.replace(hidden, unknown) == answers[1].text
        assert_problem(told.call("GET", f"/v1/entities/{known['entity_id']}", headers), 404, "not_found")
    assert_problem(told.call("POST", "/v1/merges", json={"name": FRUIT, "of": hidden}), 404, "not_found")
    assert told.call("POST", "/v1/merges", LEGAL, json={"name": FRUIT, "of": hidden}).status_code == 200
    assert show(told, FRUIT)[0]["merges"] == []
    assert show(told, FRUIT, LEGAL)[0]["aliases"]
    assert told.call("POST", "/v1/splits", LEGAL, json={"one": FRUIT, "other": hidden}).status_code == 200


@pytest.mark.parametrize("body", [{}, {"name": "a"}, {"name": "a", "of": ""}, {"name": "a", "of": "b", "by": "me"}])
def test_what_is_no_merge_is_refused(told: Service, body: dict[str, str]) -> None:
    assert_problem(told.call("POST", "/v1/merges", json=body), 422, "invalid_request")


def test_what_is_around_an_entity(told: Service) -> None:
    answer = told.call("GET", "/v1/graph", params={"center": FRUIT, "hops": 2})
    assert answer.status_code == 200, answer.text
    found = answer.json()
    (known,) = show(told, FRUIT)
    assert found["center"] == [known["entity_id"]]
    assert found["entities"][0] == {"entity_id": known["entity_id"], "name": FRUIT, "kind": known["kind"], "hops": 0}
    ids = {each["entity_id"] for each in found["entities"]}
    for link in found["links"]:
        assert {link["subject_id"], link["object_id"] or link["subject_id"]} <= ids
        assert link["kind"] in ("fact", "mention")
        assert (link["predicate"] is None) == (link["kind"] == "mention")
        assert all(place["uri"] and place["text"] for place in link["places"])
    by_id = told.call("GET", "/v1/graph", params={"center": known["entity_id"], "hops": 2})
    assert by_id.json() == found
    hidden, unknown = (
        told.call("GET", "/v1/graph", params={"center": f"{name} Growers"}) for name in ("Cordillera", "Nobody")
    )
    assert_problem(hidden, 404, "not_found")
    assert hidden.text.replace("Cordillera", "Nobody") == unknown.text
    assert told.call("GET", "/v1/graph", LEGAL, params={"center": "Cordillera Growers"}).status_code == 200


@pytest.mark.parametrize("wrong", [{}, {"center": ""}, {"hops": 0}, {"hops": 4}, {"limit": 0}, {"limit": 1001}])
def test_what_is_no_way_around_is_refused(told: Service, wrong: dict[str, str]) -> None:
    asked = wrong if not wrong or "center" in wrong else {"center": FRUIT, **wrong}
    assert_problem(told.call("GET", "/v1/graph", params=asked), 422, "invalid_request")
