"""Who may come in, with VIGENTE_AUTH=keys: a file of key digests, each with its tenant, its level, its groups.

keys:
  - name: returns-desk          # who that is, in logs and traces
    sha256: 9f86d081…           # of the key; the key itself stands nowhere
    tenant: default
    level: 1                    # 0 public … 3 restricted; 0 if absent
    groups: [returns]           # none if absent
    writes: true                # may put and delete sources; false if absent
    metrics: true               # may read /metrics, which counts all tenants together; false if absent
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from contract.access import Principal
from contract.errors import SettingsError

_NAME = "^[A-Za-z0-9_.@:-]{1,64}$"


@dataclass(frozen=True, slots=True)
class Credential:
    """What a key opens: as whom, whether that may change sources, and whether it may see how the whole service does."""

    principal: Principal
    writes: bool = False
    metrics: bool = False


Keys = Mapping[str, Credential]  # by the key's SHA-256, in hexadecimal digits


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, Field(pattern=_NAME)]
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    tenant: Annotated[str, Field(pattern=_NAME)]
    level: Annotated[int, Field(ge=0, le=3)] = 0
    groups: frozenset[Annotated[str, Field(pattern=_NAME)]] = frozenset()
    writes: bool = False
    metrics: bool = False


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    keys: Annotated[list[_Entry], Field(min_length=1)]


def load_keys(path: Path) -> Keys:
    """Read the file. ``SettingsError`` where it is missing, of another form, or names one key or one name twice."""
    try:
        entries = _File.model_validate(yaml.safe_load(path.read_text(encoding="utf-8"))).keys
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise SettingsError(f"the keys of {path} cannot be read ({_flat(error)}): set VIGENTE_AUTH_KEYS") from error
    except ValidationError as error:
        first = error.errors(include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise SettingsError(f"{path}: {where}: {first['msg']}; see docs/running.md for the form") from error
    for what, values in (("name", [each.name for each in entries]), ("sha256", [each.sha256 for each in entries])):
        if twice := {value for value in values if values.count(value) > 1}:
            raise SettingsError(f"{path} has the {what} {min(twice)} twice: give each entry its own")
    return {
        each.sha256: Credential(Principal(each.tenant, each.name, each.level, each.groups), each.writes, each.metrics)
        for each in entries
    }


def opened_by(keys: Keys, key: str) -> Credential | None:
    """What a key opens. Only its digest is compared, so that the time it takes tells nothing about a key."""
    return keys.get(_digest(key))


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def _flat(error: Exception) -> str:
    return " ".join(str(error).split())
