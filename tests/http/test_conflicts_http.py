"""The inbox of conflicts over HTTP: what is put in conflict is found, decided, and hidden from who may not read it."""

from __future__ import annotations

from tests.http.serving import Service, assert_problem

ASKER = {"X-Vigente-Tenant": "mill"}
STAFF = {**ASKER, "X-Vigente-Level": "2"}


def sheet(days: int) -> str:
    return f"# Almonds\n\n| Product | Shelf life |\n|---|---|\n| ALM-25 | {days} days |\n"


def test_a_conflict_is_found_decided_and_opened_again(service: Service) -> None:
    for uri, days, level in (("sheet/a", 300, 0), ("sheet/b", 360, 2)):
        metadata = {"source_type": "product_sheet", "valid_from": "2026-01-01", "level": level, "title": "Almonds"}
        service.put_whole(uri, sheet(days), ASKER, metadata=metadata)
    assert service.call("GET", "/v1/conflicts", ASKER).json() == {"conflicts": []}
    assert service.call("GET", "/v1/conflicts/metrics", ASKER).json()["by_status"]["open"] == 0

    (one,) = service.call("GET", "/v1/conflicts?predicate=shelf_life", STAFF).json()["conflicts"]
    id_ = one["conflict_id"]
    assert (one["status"], one["subject"]) == ("open", "ALM-25")
    assert_problem(service.call("GET", f"/v1/conflicts/{id_}", ASKER), 404, "not_found")
    assert [member["value"] for member in one["members"]] == ["300 days", "360 days"]
    assert service.call("PUT", f"/v1/conflicts/{id_}/owner", STAFF, json={"owner": "luis"}).json()["owner"] == "luis"
    assert (
        service.call("POST", f"/v1/conflicts/{id_}/notes", STAFF, json={"note": "Asked the mill."}).status_code == 200
    )
    wrong = service.call("POST", f"/v1/conflicts/{id_}/resolution", STAFF, json={"value": "1 day"})
    assert_problem(wrong, 400, "bad_request")
    done = service.call(
        "POST", f"/v1/conflicts/{id_}/resolution", STAFF, json={"members": ["sheet/b"], "note": "newer"}
    )
    assert (done.json()["status"], done.json()["history"][-1]["chosen"]) == ("decided", "360 days")
    answer = service.ask("What is the shelf life of ALM-25?", STAFF)
    assert "360 days" in answer["answer"]
    assert [each["resolution"] for each in answer["conflicts"]] == ["human"]
    again = service.call("POST", f"/v1/conflicts/{id_[:9]}/reopening", STAFF, json={}).json()
    assert again["status"] == "open"
    assert [event["what"] for event in again["history"]] == ["found", "assigned", "noted", "resolved", "reopened"]
    assert service.call("GET", "/v1/conflicts/metrics", STAFF).json()["open_by_predicate"] == {"shelf_life": 1}
    spanish = service.call("GET", f"/v1/conflicts/{id_}", {**STAFF, "Accept-Language": "es-UY"}).json()
    assert spanish["members"][0]["value"] == "300 días"
