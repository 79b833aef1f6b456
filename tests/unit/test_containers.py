"""The image and the composition, as far as they can be held to something without Docker: their schemas and a linter."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.settings import PREFIX, Settings

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
COMPOSE = ROOT / "docker-compose.yml"
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
BIN = Path(sys.executable).parent


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))["services"]
    return found


def test_the_dockerfile_passes_its_linter() -> None:
    told = subprocess.run([BIN / "hadolint", ROOT / "Dockerfile"], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout) == (0, "")


def test_the_composition_has_the_form_of_its_specification() -> None:
    call = [BIN / "check-jsonschema", "--builtin-schema", "vendor.compose-spec", COMPOSE]
    told = subprocess.run(call, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout + told.stderr


def test_the_image_is_built_from_every_package() -> None:
    packages = {name.partition(".")[0] for name in PROJECT["tool"]["setuptools"]["packages"]}
    kept = {line[1:] for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line[:1] == "!"}
    assert packages | {"requirements", "pyproject.toml", PROJECT["project"]["readme"]} <= kept
    assert all((ROOT / name).exists() for name in kept)


def test_the_image_runs_as_nobody_in_particular() -> None:
    users = re.findall(r"^USER (\S+)", DOCKERFILE, re.MULTILINE)
    assert users
    assert users[-1] not in ("root", "0")


def test_every_service_says_when_it_is_healthy(services: dict[str, Any]) -> None:
    assert services["neo4j"]["healthcheck"]["test"]
    assert "HEALTHCHECK" in DOCKERFILE
    assert services["vigente"]["depends_on"]["neo4j"]["condition"] == "service_healthy"


def test_no_password_stands_in_the_composition(services: dict[str, Any]) -> None:
    """Each is asked of the environment, and the start is refused where it is not set."""
    for service in services.values():
        for name, value in service["environment"].items():
            if "PASSWORD" in name or name == "NEO4J_AUTH":
                assert re.fullmatch(r"(neo4j/)?\$\{VIGENTE_STORE_PASSWORD:\?[^}]+\}", value), name


def test_what_the_composition_sets_are_settings(services: dict[str, Any]) -> None:
    known = {f"{PREFIX}{name.upper()}" for name in Settings.model_fields}
    assert set(services["vigente"]["environment"]) <= known
    assert set(re.findall(r"VIGENTE_[A-Z_]+", DOCKERFILE)) <= known


def test_ports_are_those_of_this_machine_alone(services: dict[str, Any]) -> None:
    for service in services.values():
        assert all(port.startswith("127.0.0.1:") for port in service["ports"])


def test_the_image_is_named_for_the_version(services: dict[str, Any]) -> None:
    assert services["vigente"]["image"] == f"vigente:{PROJECT['project']['version']}"


def test_data_outlive_the_containers(services: dict[str, Any]) -> None:
    named = set(yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))["volumes"])
    mounted = {volume.partition(":")[0] for service in services.values() for volume in service["volumes"]}
    assert mounted == named
