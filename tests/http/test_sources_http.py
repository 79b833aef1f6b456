"""PUT and DELETE /v1/sources: a document in, unchanged, refused, out; and what a hidden one gives away."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.http.serving import Json, Service, assert_problem, document, over, running

LEGAL = {"X-Vigente-Level": "2", "X-Vigente-Groups": "legal, board"}
OTHER = {"X-Vigente-Tenant": "other"}


@pytest.fixture
def gone(service: Service) -> Iterator[list[str]]:
    """URIs that a test puts, to be deleted when it ends."""
    uris: list[str] = []
    yield uris
    for uri in uris:
        service.call("DELETE", f"/v1/sources/{uri}", LEGAL)


def notice(said: str, **metadata: object) -> str:
    return document(said, **{"title": "Berth notice", "language": "en", "valid_from": "2025-01-01", **metadata})


def test_a_new_document_is_a_job_and_is_found_when_it_is_done(service: Service, gone: list[str]) -> None:
    gone.append("notices/berth")
    put = service.put("notices/berth", notice("The vessel Amaranta berths at quay seven."))
    assert put.status_code == 202
    assert put.json()["state"] in ("queued", "running", "done")
    job = over(service.client, put)
    assert (job["state"], job["progress"], job["reason"]) == ("done", 1.0, None)
    assert job["outcome"]["outcome"] == "new"
    assert job["outcome"]["uri"] == "notices/berth"
    found = service.ask("Where does the vessel Amaranta berth?")
    assert "quay seven" in found["answer"]
    assert found["evidence"][0]["uri"] == "notices/berth"


def test_the_same_content_again_is_unchanged_and_writes_nothing(service: Service, gone: list[str]) -> None:
    gone.append("notices/berth-2")
    content = notice("The vessel Bremen berths at quay two.")
    first = service.put_whole("notices/berth-2", content)
    commit = service.parts.product.store.state().commit
    again = service.put("notices/berth-2", content)
    assert again.status_code == 200
    assert again.json() == {
        "outcome": "unchanged",
        "uri": "notices/berth-2",
        "revision_id": first["outcome"]["revision_id"],
    }
    assert service.parts.product.store.state().commit == commit


def test_the_same_bytes_under_other_metadata_are_told_as_a_job_that_is_over(service: Service, gone: list[str]) -> None:
    gone.append("notices/berth-3")
    content = "# Berth notice\n\nThe vessel Clara berths at quay three.\n"
    service.put_whole("notices/berth-3", content, metadata={"valid_from": "2025-01-01"})
    again = service.put("notices/berth-3", content, metadata={"valid_from": "2027-01-01", "revision": "2"})
    assert again.status_code == 202
    assert again.json()["state"] == "done"
    assert again.json()["outcome"]["embedded"] == 0
    assert over(service.client, again)["outcome"]["valid_from"] == "2027-01-01"


def test_a_further_revision_supersedes_at_its_commit(service: Service, gone: list[str]) -> None:
    gone.append("notices/berth-4")
    service.put_whole("notices/berth-4", notice("The vessel Dora berths at quay four.", revision="1"))
    job = service.put_whole(
        "notices/berth-4", notice("The vessel Dora berths at quay nine.", revision="2", valid_from="2026-01-01")
    )
    assert job["outcome"]["outcome"] == "revised"
    assert len(job["outcome"]["superseded"]) == 1
    found = service.ask("Where does the vessel Dora berth?")
    assert "quay nine" in found["answer"]
    assert "quay four" not in found["answer"]


@pytest.mark.parametrize(
    ("content", "body", "says"),
    [
        ("", {}, "empty"),
        (" \n\t ", {}, ""),
        ("# A\n\ntext", {"metadata": {"valid_from": "2026-02-30"}}, "2026-02-30"),
        ("# A\n\ntext", {"metadata": {"valid_from": "2026-01-02", "valid_to": "2026-01-01"}}, "valid_to"),
        ("# A\n\ntext", {"metadata": {"level": 9}}, "level"),
        ("# A\n\ntext", {"metadata": {"title": ["a", {"b": [1]}]}}, "title"),
        ("---\nuri: policy/refund.en\n---\n# A\n\ntext", {}, "policy/refund.en"),
        ("# A\n\ntext", {"name": "bad.pdf"}, "bad.pdf"),
        ("# A\n\ntext", {"name": "bad.exe"}, "bad.exe"),
        ('{"a": ', {"name": "bad.json"}, "bad.json"),
    ],
)
def test_a_bad_document_is_a_job_that_failed_for_one_reason(
    service: Service, content: str, body: dict[str, Any], says: str
) -> None:
    job = over(service.client, service.put("notices/bad", content, **body))
    assert (job["state"], job["outcome"]) == ("failed", None)
    assert says in job["reason"]
    assert "\n" not in job["reason"]
    assert not any(one["uri"] == "notices/bad" for one in service.search("text"))


@pytest.mark.parametrize("name", ["berth.md", "aviso número 5.md", "../../berth.md"])
def test_a_file_goes_in_as_a_form(service: Service, gone: list[str], name: str) -> None:
    gone.append("notices/form")
    content = "# Berth notice\n\nThe vessel Elena berths at quay five.\n"
    said = {"valid_from": "2025-01-01", "source_type": "policy"}
    put = service.call(
        "PUT", "/v1/sources/notices/form", files={"file": (name, content)}, data={"metadata": json.dumps(said)}
    )
    job = over(service.client, put)
    assert (job["state"], job["outcome"]["uri"]) == ("done", "notices/form")
    assert service.search("Elena")[0]["uri"] == "notices/form"


def test_what_metadata_cannot_say_fails_that_document_alone(service: Service) -> None:
    said = '{"title": "half \\ud800", "level": "\\udfff"}'
    put = service.call(
        "PUT", "/v1/sources/notices/half", files={"file": ("a.md", "# A\n\ntext")}, data={"metadata": said}
    )
    assert over(service.client, put)["state"] == "failed"
    assert service.call("GET", "/readyz").json()["worker"] is True


@pytest.mark.parametrize(
    ("more", "status", "code"),
    [
        ({"json": {}}, 400, "bad_request"),
        ({"json": {"content": 7}}, 400, "bad_request"),
        ({"json": {"content": "a", "other": 1}}, 400, "bad_request"),
        ({"json": {"content": "a", "name": "a\u0000.md"}}, 400, "bad_request"),
        ({"json": {"content": "a", "metadata": {"uri": "elsewhere"}}}, 400, "bad_request"),
        ({"content": b'{"content": "\\ud800"}', "headers": {"Content-Type": "application/json"}}, 400, "bad_request"),
        ({"content": b"# A", "headers": {"Content-Type": "text/markdown"}}, 415, "unsupported_media_type"),
        ({"content": b"# A"}, 415, "unsupported_media_type"),
        ({"data": {"metadata": "{}"}, "files": {"other": ("a.md", "a")}}, 400, "bad_request"),
        ({"data": {"metadata": "["}, "files": {"file": ("a.md", "a")}}, 400, "bad_request"),
        ({"data": {"metadata": "[" * 50_000}, "files": {"file": ("a.md", "a")}}, 400, "bad_request"),
        ({"data": {"metadata": "[]"}, "files": {"file": ("a.md", "a")}}, 400, "bad_request"),
        ({"files": {"file": ("a.md", "a"), "metadata": ("m.json", "{}")}}, 400, "bad_request"),
        ({"content": b"x", "headers": {"Content-Type": "multipart/form-data"}}, 400, "bad_request"),
        ({"content": b"--b\r\nx", "headers": {"Content-Type": "multipart/form-data; boundary=b"}}, 400, "bad_request"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_a_put_that_is_none_is_refused(service: Service, more: dict[str, Any], status: int, code: str) -> None:
    headers = more.pop("headers", None)
    assert_problem(service.call("PUT", "/v1/sources/notices/none", headers, **more), status, code)


@pytest.mark.parametrize(
    "uri", ["a%00b", "%20a", "a%20", "a%20%20b", "%C2%85", "", "a" * 1001], ids=lambda uri: uri[:12]
)
def test_an_address_is_one_line_of_words(service: Service, uri: str) -> None:
    assert_problem(service.call("PUT", f"/v1/sources/{uri}", json={"content": "a"}), 422, "invalid_request")
    assert_problem(service.call("DELETE", f"/v1/sources/{uri}"), 422, "invalid_request")


@pytest.mark.parametrize("uri", ["https%3A//example.org/a%3Fb=1", "a%20b/ñandú.md", "a//b/", "%FF", "none", "x%252Fy"])
def test_odd_addresses_are_names_like_any_other(service: Service, uri: str) -> None:
    put = service.put(uri, notice("Odd one."))
    job = over(service.client, put)
    if job["state"] == "failed":
        assert "its own address" in job["reason"]
        assert_problem(service.call("DELETE", f"/v1/sources/{uri}"), 404, "not_found")
    else:
        assert service.call("DELETE", f"/v1/sources/{uri}").json()["uri"] == job["outcome"]["uri"]


def test_delete_takes_out_at_once_and_gives_back_what_was_superseded(service: Service) -> None:
    service.put_whole("rules/old", notice("The crane limit is 12 tonnes.", title="Crane rules"))
    service.put_whole(
        "rules/new",
        notice("The crane limit is 20 tonnes.", title="Crane rules", valid_from="2026-01-01", replaces="rules/old"),
    )
    assert "20 tonnes" in service.ask("What is the crane limit?")["answer"]
    out = service.call("DELETE", "/v1/sources/rules/new")
    assert out.status_code == 200
    assert len(out.json()["withdrawn"]) == 1
    assert "12 tonnes" in service.ask("What is the crane limit?")["answer"]
    assert not any(one["uri"] == "rules/new" for one in service.search("crane limit"))
    assert_problem(service.call("DELETE", "/v1/sources/rules/new"), 404, "not_found")
    assert service.call("DELETE", "/v1/sources/rules/new?purge=true").json()["purged"] is True
    assert_problem(service.call("DELETE", "/v1/sources/rules/new?purge=true"), 404, "not_found")
    assert service.call("DELETE", "/v1/sources/rules/old?purge=true").status_code == 200
    assert service.ask("What is the crane limit?")["abstained"] is not None


def test_unknown_and_another_tenants_are_not_found_alike(service: Service) -> None:
    unknown = service.call("DELETE", "/v1/sources/policy/none")
    another = service.call("DELETE", "/v1/sources/policy/refund.en", OTHER)
    assert_problem(unknown, 404, "not_found")
    assert another.json() == json.loads(unknown.text.replace("policy/none", "policy/refund.en"))
    job = service.put_whole("notices/mine", notice("Ours alone."), OTHER)
    assert_problem(service.call("GET", f"/v1/jobs/{job['id']}"), 404, "not_found")
    assert_problem(service.call("GET", "/v1/jobs/%00"), 404, "not_found")
    assert_problem(service.call("DELETE", "/v1/sources/notices/mine"), 404, "not_found")


def test_a_restricted_document_leaves_no_sign(service: Service, gone: list[str]) -> None:
    question = "How much is the arbitration reserve for Halifax?"
    content = notice("The arbitration reserve for Halifax is 41,500 USD.", title="Reserve", level=2, groups="[legal]")
    before = (plain(service.ask(question)), service.search(question))
    gone.append("legal/reserve")
    service.put_whole("legal/reserve", content)
    assert "41,500 USD" in service.ask(question, LEGAL)["answer"]
    for headers in ({}, {"X-Vigente-Level": "2"}, {"X-Vigente-Level": "1", "X-Vigente-Groups": "legal"}):
        assert (plain(service.ask(question, headers)), service.search(question, headers)) == before
    hidden, unknown = (service.call("DELETE", f"/v1/sources/{uri}") for uri in ("legal/reserve", "legal/unknown"))
    assert_problem(hidden, 404, "not_found")
    assert hidden.json() == json.loads(unknown.text.replace("legal/unknown", "legal/reserve"))
    assert service.put("legal/reserve", content).status_code == 202
    assert service.put("legal/reserve", content, LEGAL).status_code == 200


def test_a_document_may_be_as_large_as_the_settings_say(tmp_path: Path) -> None:
    with running(tmp_path / "vigente.db", max_document_mb=1) as small:
        assert_problem(small.put("large", "a" * 1_000_001), 413, "document_too_large")
        assert_problem(small.put("large", "a" * 4_000_000), 413, "request_too_large")
        assert said_length(small, 4_000_001).startswith("HTTP/1.1 413 ")


def said_length(service: Service, length: int) -> str:
    """The head of the answer to a PUT that says how long it will be, and sends nothing."""
    host, _, port = service.url.removeprefix("http://").partition(":")
    head = f"PUT /v1/sources/large HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        connection.sendall(head.encode())
        return connection.recv(4096).decode()


def plain(answer: Json) -> Json:
    """An answer without what differs from one moment to the next."""
    return {key: value for key, value in answer.items() if key not in ("scope", "trace_id")}


def test_changes_are_by_section_with_both_sides_and_hidden_ones_are_absent(service: Service, gone: list[str]) -> None:
    gone.append("notices/tide")
    service.put_whole("notices/tide", notice("Low water is at 6 o'clock. Keep off the bar.", revision="A"))
    service.put_whole(
        "notices/tide", notice("Low water is at 7 o'clock. Keep off the bar.", revision="B", valid_from="2026-01-01")
    )
    answer = service.call("GET", "/v1/sources/notices/tide/changes")
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert (found["older"]["revision"], found["newer"]["revision"]) == ("A", "B")
    (change,) = found["changes"]
    assert change["kind"] == "value"
    assert ("6 o'clock" in change["old"]["text"], "7 o'clock" in change["new"]["text"]) == (True, True)
    assert_problem(service.call("GET", "/v1/sources/notices/tide/changes?to=Z"), 404, "not_found")
    assert_problem(service.call("GET", "/v1/sources/notices/none/changes"), 404, "not_found")
    assert_problem(service.call("GET", "/v1/sources/notices/tide/changes", OTHER), 404, "not_found")


def test_a_list_has_what_the_reader_may_see_and_what_is_in_force(service: Service, gone: list[str]) -> None:
    uris = ["heron/a", "heron/b", "heron/hidden"]
    gone += uris
    service.put_whole(uris[0], notice("Nest boxes stand in April.", valid_from="2020-01-01"))
    service.put_whole(uris[0], notice("Nest boxes stand in May.", valid_from="2021-01-01"))
    service.put_whole(uris[1], notice("A rule that is over.", valid_from="2020-01-01", valid_to="2020-06-01"))
    service.put_whole(uris[2], notice("For the few.", level=2, groups="[legal]"))
    found = service.call("GET", "/v1/sources", params={"words": "Heron"}).json()
    assert [(each["uri"], each["revisions"]) for each in found["sources"]] == [("heron/a", 2), ("heron/b", 1)]
    assert [[head["valid_from"] for head in each["in_force"]] for each in found["sources"]] == [["2021-01-01"], []]
    then = service.call("GET", "/v1/sources", params={"words": "heron", "valid_at": "2020-03-01"}).json()
    assert [len(each["in_force"]) for each in then["sources"]] == [1, 1]
    first = service.call("GET", "/v1/sources", params={"words": "heron", "limit": 1}).json()
    rest = service.call("GET", "/v1/sources", params={"words": "heron", "after": first["sources"][-1]["uri"]}).json()
    assert (first["more"], rest["more"]) == (True, False)
    assert first["sources"] + rest["sources"] == found["sources"]
