"""Settings: where each value comes from, and what a wrong one says."""

from __future__ import annotations

from pathlib import Path

import pytest

from contract.errors import SettingsError
from service.settings import load, shown, unknown_variables
from service.wiring import address_of


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("STORE", "STORE_POOL", "STORE_PASSWORD", "PORT", "TENANT", "EMBEDDER", "AUTH"):
        monkeypatch.delenv(f"VIGENTE_{name}", raising=False)


def origins(**arguments: object) -> dict[str, tuple[str, str]]:
    return {one.name: (one.value, one.origin) for one in shown(load(**arguments), **arguments)}


def test_each_layer_overrules_the_next(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "vigente.toml").write_text('port = 1\ntenant = "toml"\nstore = "sqlite:toml.db"\n')
    (tmp_path / ".env").write_text("VIGENTE_PORT=2\nVIGENTE_TENANT=dotenv\n")
    monkeypatch.setenv("VIGENTE_PORT", "3")
    found = origins()
    assert found["port"] == ("3", "environment")
    assert found["tenant"] == ("dotenv", ".env")
    assert found["store"] == ("sqlite:toml.db", "vigente.toml")
    assert found["embedder"] == ("bundled", "default")
    assert origins(port=4)["port"] == ("4", "argument")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "many"),
        ("PORT", "70000"),
        ("STORE", "mysql:x"),
        ("STORE", "sqlite:"),
        ("STORE", "neo4j://"),
        ("STORE", "neo4j://host/path"),
        ("STORE", "http://host:7474"),
        ("STORE_POOL", "0"),
        ("EMBEDDER", "x"),
        ("AUTH", "basic"),
    ],
)
def test_a_wrong_value_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(f"VIGENTE_{name}", value)
    with pytest.raises(SettingsError, match=f"VIGENTE_{name}"):
        load()


@pytest.mark.parametrize(
    "store", ["neo4j://graph", "neo4j+s://graph.example:7687", "bolt://127.0.0.1:7701", "bolt://[::1]"]
)
def test_a_server_can_be_the_store(monkeypatch: pytest.MonkeyPatch, store: str) -> None:
    monkeypatch.setenv("VIGENTE_STORE", store)
    assert (load().store, load().in_file) == (store, False)


def test_a_password_is_shown_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIGENTE_STORE", "neo4j://graph")
    monkeypatch.setenv("VIGENTE_STORE_PASSWORD", "hunter2-secret")
    settings = load()
    told = repr(settings) + str([one.value for one in shown(settings)]) + repr(address_of(settings))
    assert "hunter2" not in told
    assert address_of(settings).password == "hunter2-secret"
    monkeypatch.setenv("VIGENTE_STORE", "neo4j://neo4j:hunter2-secret@graph")
    with pytest.raises(SettingsError, match="VIGENTE_STORE_PASSWORD") as error:
        load()
    assert "hunter2" not in str(error.value)


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "vigente.toml").write_text("port = = 1")
    with pytest.raises(SettingsError, match=r"vigente\.toml"):
        load()


def test_a_misspelt_variable_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIGENTE_STORR", "sqlite:x")
    assert any("VIGENTE_STORR" in one and "VIGENTE_STORE" in one for one in unknown_variables())


def test_settings_are_frozen() -> None:
    settings = load()
    with pytest.raises(ValueError, match="frozen"):
        settings.port = 1  # type: ignore[misc]
