"""With keys, the credential alone says who asks, what they may read, and whether they may write."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from fastapi.routing import APIRoute

from api.app import ROUTERS, create_app
from api.keys import load_keys, opened_by
from contract.errors import SettingsError
from service.settings import load
from tests.http.serving import Headers, Service, assert_problem, document, running

ROUTES = [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]
GUARDED = [
    (method, route)
    for route in ROUTES
    if route.path not in ("/healthz", "/readyz")
    for method in sorted(route.methods or ())
]
ASKERS = {
    "desk": ("north", 0, [], True),
    "board": ("north", 2, ["board"], False),
    "other": ("south", 3, ["board"], True),
}


def new_key(name: str, tenant: str, level: int, groups: list[str], *, writes: bool) -> tuple[str, str]:
    """A key, and its entry for the file."""
    key = secrets.token_urlsafe(32)
    entry = {"name": name, "sha256": hashlib.sha256(key.encode()).hexdigest(), "tenant": tenant, "level": level}
    return key, yaml.safe_dump([{**entry, "groups": groups, "writes": writes}])


@pytest.fixture(scope="module")
def keyed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Service, dict[str, Headers]]]:
    """A service with three keys, and the headers that show each."""
    folder = tmp_path_factory.mktemp("keyed")
    made = {
        name: new_key(name, tenant, level, groups, writes=writes)
        for name, (tenant, level, groups, writes) in ASKERS.items()
    }
    entries = [entry for _, said in made.values() for entry in yaml.safe_load(said)]
    (folder / "keys.yaml").write_text(yaml.safe_dump({"keys": entries}), encoding="utf-8")
    shown = {name: {"Authorization": f"Bearer {key}"} for name, (key, _) in made.items()}
    with running(folder / "vigente.db", auth="keys", auth_keys=folder / "keys.yaml") as one:
        one.put_whole("fees/berth", document("Berth fee: 310.25 USD", title="Berth fees", language="en"), shown["desk"])
        yield one, shown


@pytest.mark.parametrize(("method", "route"), GUARDED, ids=str)
@pytest.mark.parametrize("shown", [{}, {"Authorization": "Bearer guess"}, {"Authorization": "Basic Zm9vOmJhcg=="}])
def test_no_route_opens_without_a_known_key(
    keyed: tuple[Service, dict[str, Headers]], method: str, route: APIRoute, shown: Headers
) -> None:
    path = route.path.replace("{uri:path}", "a").replace("{job_id}", "a")
    body = {"content": "a"} if method == "PUT" else {"question": "a"} if method == "POST" else None
    answer = keyed[0].call(method, path, shown, json=body)
    assert_problem(answer, 401, "unauthorized")
    assert answer.headers["www-authenticate"] == "Bearer"


def test_health_needs_no_key(keyed: tuple[Service, dict[str, Headers]]) -> None:
    assert keyed[0].call("GET", "/healthz").status_code == 200


def test_the_key_tells_the_tenant(keyed: tuple[Service, dict[str, Headers]]) -> None:
    service, shown = keyed
    assert "310.25" in service.ask("What is the berth fee?", shown["board"])["answer"]
    assert service.ask("What is the berth fee?", shown["other"])["evidence"] == []


def test_what_the_key_tells_may_not_be_claimed(keyed: tuple[Service, dict[str, Headers]]) -> None:
    service, shown = keyed
    for claimed in ("X-Vigente-Tenant", "X-Vigente-Level", "X-Vigente-Groups"):
        answer = service.call("POST", "/v1/ask", {**shown["desk"], claimed: "1"}, json={"question": "a fee"})
        assert_problem(answer, 400, "bad_request")


def test_a_key_for_reading_writes_nothing(keyed: tuple[Service, dict[str, Headers]]) -> None:
    service, shown = keyed
    assert_problem(service.put("fees/berth", "# Free", shown["board"]), 403, "forbidden")
    assert_problem(service.call("DELETE", "/v1/sources/fees/berth", shown["board"]), 403, "forbidden")
    assert "310.25" in service.ask("What is the berth fee?", shown["desk"])["answer"]


def test_the_document_says_that_a_key_is_needed(tmp_path: Path) -> None:
    key, entry = new_key("desk", "north", 0, [], writes=True)
    (tmp_path / "keys.yaml").write_text(f"keys:\n{entry}", encoding="utf-8")
    said = create_app(load(host="0.0.0.0", auth="keys", auth_keys=tmp_path / "keys.yaml")).openapi()
    assert said["components"]["securitySchemes"] == {"key": {"type": "http", "scheme": "bearer"}}
    for path, operations in said["paths"].items():
        for operation in operations.values():
            named = {each["name"] for each in operation.get("parameters", ())}
            assert not {name for name in named if name.lower().startswith("x-vigente")}
            assert (operation.get("security") == [{"key": []}]) == (path not in ("/healthz", "/readyz"))
    assert key not in str(said)


def test_a_key_opens_what_its_entry_says(tmp_path: Path) -> None:
    key, entry = new_key("desk", "north", 1, ["returns"], writes=False)
    (tmp_path / "keys.yaml").write_text(f"keys:\n{entry}", encoding="utf-8")
    keys = load_keys(tmp_path / "keys.yaml")
    found = opened_by(keys, key)
    assert found is not None
    assert (found.principal.tenant, found.principal.level, found.principal.groups) == ("north", 1, {"returns"})
    assert not found.writes
    assert opened_by(keys, key + "x") is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "Input should be a valid dictionary"),
        ("keys: []", "at least 1"),
        ("keys:\n- {name: a, tenant: b, sha256: abc}", "sha256"),
        ("keys:\n- {name: a, tenant: b, sha256: " + "a" * 64 + ", role: admin}", "role"),
        ("keys:\n" + 2 * ("- {name: a, tenant: b, sha256: " + "a" * 64 + "}\n"), "twice"),
        ("keys: [", "cannot be read"),
    ],
)
def test_a_wrong_file_is_refused_in_one_sentence(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "keys.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError, match=told):
        load_keys(path)


def test_keys_need_their_file(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="VIGENTE_AUTH_KEYS"):
        create_app(load(auth="keys"))
    with pytest.raises(SettingsError, match="cannot be read"):
        create_app(load(auth="keys", auth_keys=tmp_path / "none.yaml"))
