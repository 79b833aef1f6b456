"""One frozen object of settings, and where each value came from.

Precedence: an argument, the environment (``VIGENTE_…``), ``.env``, ``vigente.toml``, the default.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import (
    BaseSettings,
    DotEnvSettingsSource,
    EnvSettingsSource,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from contract.errors import SettingsError

PREFIX = "VIGENTE_"
# Read by tests, the demo, the evals and the policy file, not by the settings.
_FOREIGN = {
    "SHARED", "CASES", "REQUIRE_SHARED", "REQUIRE_MODELS", "REQUIRE_NEO4J", "TEST_NEO4J", "NEO4J_START", "EXAMPLES", "ORDERS_URL",
}  # fmt: skip
FILE = "sqlite"
SERVERS = ("neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc")  # schemes, as the driver knows them


class Settings(BaseSettings):
    """What can be set. ``store`` is ``sqlite:PATH`` or ``neo4j://HOST``; ``embedder`` is ``bundled`` or ``hf:NAME``."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_file=".env", toml_file="vigente.toml", extra="ignore", frozen=True
    )

    store: str = Field(
        "sqlite:.vigente/vigente.db",
        description="where the knowledge is kept: sqlite:PATH, or neo4j://HOST[:PORT] (also neo4j+s://, bolt://, bolt+s://)",
    )
    store_user: str = Field("neo4j", description="with Neo4j: who signs in, if a password is set")
    store_password: SecretStr | None = Field(None, description="with Neo4j: its password; none if it asks for none")
    store_database: str | None = Field(None, description="with Neo4j: the database; the user's own if not set")
    store_pool: int = Field(50, ge=1, description="with Neo4j: connections open at most")
    store_wait_seconds: float = Field(15.0, gt=0, description="with Neo4j: how long a lost server is waited for")
    store_timeout_seconds: float = Field(300.0, gt=0, description="with Neo4j: how long one transaction may take")
    embedder: str = Field("bundled", description="bundled, or hf:NAME (needs the extra 'models')")
    llm: str = Field("none", description="a language model that words answers: none, or openai:NAME@URL (extra 'llm')")
    llm_key: SecretStr | None = Field(None, description="with a language model: the key of its endpoint")
    llm_budget_tokens: int = Field(
        2_000_000, ge=1, description="with a language model: tokens that one process may spend"
    )
    llm_cache: Path | None = Field(None, description="with a language model: a folder where its replies are kept")
    llm_timeout_seconds: float = Field(60.0, gt=0, description="with a language model: how long one try may take")
    llm_retries: int = Field(4, ge=0, description="with a language model: tries after one that did not get through")
    llm_extraction: bool = Field(False, description="with a language model: let it state facts of documents too")
    llm_extraction_tokens: int = Field(1_000_000, ge=1, description="tokens that one ingestion may spend on that")
    llm_extraction_calls: int = Field(5_000, ge=1, description="calls that one ingestion may make for that")
    llm_extraction_together: int = Field(4, ge=1, le=64, description="calls that are under way at one time")
    entailment: str = Field("rules", description="who checks claims: rules, or hf:NAME for a model beside them")
    readings: Path | None = Field(
        None,
        description="a folder that keeps what sentences say, so that none is parsed twice; beside a store in a file",
    )
    policy: Path | None = Field(None, description="the policy file; the one that ships if not set")
    refusal: Path | None = Field(
        None, description="the coefficients that say when to decline, as 'vigente refusal refit' writes them"
    )
    auth: str = Field("none", description="none: loopback only, the tenant comes from headers; keys: by auth_keys")
    auth_keys: Path | None = Field(None, description="with auth keys: the file of key digests and what each may read")
    tenant: str = Field("default", description="the tenant of the command line")
    host: str = Field("127.0.0.1", description="where the HTTP service listens")
    port: int = Field(8080, ge=0, le=65535, description="its port")
    max_document_mb: int = Field(100, ge=1, description="a larger document is refused, in megabytes")
    max_document_seconds: int = Field(120, ge=1, description="processor time to read one document, in seconds")
    max_document_memory_mb: int = Field(3000, ge=500, description="memory to read one document, in megabytes")
    candidates: int = Field(50, ge=5, le=1000, description="how many candidates each retriever proposes")
    live_timeout_seconds: float = Field(3.0, gt=0, description="the longest wait for a live source")
    telemetry: str = Field(
        "none", description="where spans of every stage go: none, console (standard error), or otlp:URL of a collector"
    )
    trace_content: bool = Field(False, description="keep the question's words in traces, not only their hash")

    @field_validator("store")
    @classmethod
    def _known_store(cls, value: str) -> str:
        kind, _, where = value.partition(":")
        if kind in SERVERS and where.startswith("//"):
            host = urlsplit(value)
            if host.username or host.password or "@" in value:
                raise ValueError("name no user in it: set VIGENTE_STORE_USER and VIGENTE_STORE_PASSWORD")
            if host.hostname and not host.path.strip("/") and not host.query:
                return value
        elif kind == FILE and where:
            return value
        raise ValueError("write it as sqlite:PATH or neo4j://HOST[:PORT]")

    @field_validator("auth")
    @classmethod
    def _known_auth(cls, value: str) -> str:
        if value not in ("none", "keys"):
            raise ValueError("write it as none (loopback only) or keys")
        return value

    @field_validator("embedder")
    @classmethod
    def _known_embedder(cls, value: str) -> str:
        if value != "bundled" and not value.startswith("hf:"):
            raise ValueError("write it as bundled or hf:NAME")
        return value

    @field_validator("telemetry")
    @classmethod
    def _known_telemetry(cls, value: str) -> str:
        if value in ("none", "console") or value.removeprefix("otlp:").startswith(("http://", "https://")):
            return value
        raise ValueError("write it as none, console or otlp:http://HOST:4318")

    @property
    def in_file(self) -> bool:
        """Whether the store is a file; else it is a server."""
        return self.store.startswith(f"{FILE}:")

    @property
    def store_path(self) -> Path:
        """The file of a store that is one (``in_file``)."""
        return Path(self.store.partition(":")[2])

    @property
    def readings_path(self) -> Path | None:
        """The folder for what sentences say: as set, else beside a store in a file; none for a server."""
        beside = self.store_path.with_name(f"{self.store_path.stem}-readings") if self.in_file else None
        return self.readings or beside

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003 the base class's signature
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, dotenv_settings, TomlConfigSettingsSource(settings_cls)


@dataclass(frozen=True, slots=True)
class Shown:
    """One setting as ``vigente settings`` lists it."""

    name: str
    value: str
    origin: str
    description: str


def load(**arguments: Any) -> Settings:
    """Read the settings. A wrong value raises ``SettingsError`` naming it, where it stands and the mend."""
    given = {name: value for name, value in arguments.items() if value is not None}
    try:
        return Settings(**given)
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]) if first["loc"] else "settings"
        reason = str(first["msg"]).removeprefix("Value error, ")
        raise SettingsError(f"{PREFIX}{name.upper()} is wrong: {reason}{_got(first.get('input'))}") from None
    except (OSError, ValueError) as error:
        raise SettingsError(f"the settings cannot be read: {error}; mend vigente.toml or .env") from error


def shown(settings: Settings, **arguments: Any) -> list[Shown]:
    """Every setting with its value and where it came from, first origin that names it."""
    layers = _layers(settings, {name: value for name, value in arguments.items() if value is not None})
    listed = []
    for name, field in Settings.model_fields.items():
        origin = next((label for label, values in layers if name in values), "default")
        listed.append(Shown(name, _text(getattr(settings, name)), origin, field.description or ""))
    return listed


def unknown_variables() -> list[str]:
    """One sentence for each ``VIGENTE_`` variable that means nothing, with the nearest known name."""
    known = {name.upper() for name in Settings.model_fields} | _FOREIGN
    sentences = []
    for variable in sorted(os.environ):
        name = variable.removeprefix(PREFIX)
        if variable.startswith(PREFIX) and name not in known:
            near = get_close_matches(name, known, n=1)
            hint = f"; did you mean {PREFIX}{near[0]}?" if near else ""
            sentences.append(f"{variable} is not a setting{hint}")
    return sentences


def _layers(settings: Settings, arguments: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    kind = type(settings)
    return [
        ("argument", InitSettingsSource(kind, arguments)()),
        ("environment", EnvSettingsSource(kind)()),
        (".env", DotEnvSettingsSource(kind)()),
        ("vigente.toml", TomlConfigSettingsSource(kind)()),
    ]


def _got(value: object) -> str:
    """What was given, unless it may hold a password."""
    return "" if "@" in str(value) else f" (got {value!r})"


def _text(value: object) -> str:
    return "" if value is None else str(value)
