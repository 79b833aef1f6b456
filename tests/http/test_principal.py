"""Who asks: one place decides, for every route."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from api.app import ROUTERS, create_app
from api.auth import credential, loopback_only
from contract.errors import SettingsError
from service.settings import load
from tests.http.serving import Service, assert_problem, document

ROUTES = [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]
READ = [(method, route) for route in ROUTES if route.path.startswith("/v1") for method in sorted(route.methods or ())]
ASKING = {"question": "What is the berth fee?"}


def calls(dependant: Dependant) -> Iterator[object]:
    for each in dependant.dependencies:
        yield each.call
        yield from calls(each)


def named(value: object) -> str:
    return value.name if isinstance(value, APIRoute) else str(value)


def send(service: Service, method: str, route: APIRoute, headers: list[tuple[str, str]]) -> httpx.Response:
    path = route.path.replace("{uri:path}", "a").replace("{job_id}", "a")
    body = {"content": "a"} if method == "PUT" else {"question": "a"} if method == "POST" else None
    return service.client.request(method, path, headers=headers, json=body)


def test_every_route_is_one_of_ours() -> None:
    paths = create_app(load(host="127.0.0.1")).openapi()["paths"]
    assert set(paths) == {route.path_format for route in ROUTES}


@pytest.mark.parametrize(("method", "route"), READ, ids=named)
def test_every_route_asks_the_one_place(method: str, route: APIRoute) -> None:
    assert list(calls(route.dependant)).count(credential) == 1


@pytest.mark.parametrize(("method", "route"), READ, ids=named)
@pytest.mark.parametrize(
    "wrong",
    [
        ("X-Vigente-Level", "4"),
        ("X-Vigente-Level", "-1"),
        ("X-Vigente-Level", "high"),
        ("X-Vigente-Level", ""),
        ("X-Vigente-Tenant", ""),
        ("X-Vigente-Tenant", "a b"),
        ("X-Vigente-Tenant", "a" * 65),
        ("X-Vigente-Groups", "a;b"),
        ("X-Vigente-Groups", "a,,b"),
        ("X-Vigente-Groups", ",".join(["a"] * 65)),
    ],
    ids=lambda pair: f"{pair[0]}={pair[1][:8]}",
)
def test_every_route_refuses_a_header_that_is_wrong(
    service: Service, method: str, route: APIRoute, wrong: tuple[str, str]
) -> None:
    answer = send(service, method, route, [wrong])
    assert_problem(answer, 422, "invalid_request")
    assert answer.json()["detail"].startswith(f"header.{wrong[0].lower()}")


@pytest.mark.parametrize(("method", "route"), READ, ids=named)
@pytest.mark.parametrize("name", ["X-Vigente-Tenant", "X-Vigente-Level", "X-Vigente-Groups"])
def test_every_route_refuses_a_header_that_stands_twice(
    service: Service, method: str, route: APIRoute, name: str
) -> None:
    assert_problem(send(service, method, route, [(name, "1"), (name, "2")]), 400, "bad_request")


@pytest.mark.parametrize(("method", "route"), READ, ids=named)
@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:80", "10.0.0.7", "[::ffff:10.0.0.7]:8080"])
def test_every_route_answers_only_what_is_addressed_to_this_machine(
    service: Service, method: str, route: APIRoute, host: str
) -> None:
    assert_problem(send(service, method, route, [("Host", host)]), 403, "forbidden")


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8080", "127.0.0.1", "[::1]:8080"])
def test_this_machine_has_several_names(service: Service, host: str) -> None:
    assert service.search("refund", {"Host": host})


def test_each_tenant_has_its_own_on_every_route(service: Service) -> None:
    north, south = {"X-Vigente-Tenant": "north"}, {"X-Vigente-Tenant": "south"}
    fees = {"north": "310.25", "south": "470.75"}  # with a dot: no id and no time holds one by chance
    for headers, fee in ((north, fees["north"]), (south, fees["south"])):
        said = document(f"Berth fee: {fee} USD", title="Berth fees", language="en", valid_from="2025-01-01")
        service.put_whole("fees/berth", said, headers)
    for headers, own, other in ((north, "310.25", "470.75"), (south, "470.75", "310.25")):
        answer, found = service.ask(**ASKING, headers=headers), service.search("berth fee", headers)
        assert own in answer["answer"]
        assert other not in str(answer)
        assert own in str(found)
        assert other not in str(found)
    assert "310.25" not in str(service.search("berth fee"))
    assert service.call("DELETE", "/v1/sources/fees/berth", north).status_code == 200
    assert service.ask(**ASKING, headers=north)["evidence"] == []
    assert "470.75" in service.ask(**ASKING, headers=south)["answer"]
    assert service.call("DELETE", "/v1/sources/fees/berth", south).status_code == 200


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "localhost"])
def test_loopback_may_be_served_without_credentials(host: str) -> None:
    loopback_only(host)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "10.0.0.7", "vigente.example", ""])
def test_any_other_address_is_refused(host: str) -> None:
    with pytest.raises(SettingsError, match="loopback"):
        loopback_only(host)
    with pytest.raises(SettingsError, match="loopback"):
        create_app(load(host=host))
