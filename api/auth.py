"""Who asks: the one place that resolves the principal, for every route.

With ``VIGENTE_AUTH=none`` the service listens on loopback only and believes its headers.
"""

from __future__ import annotations

import re
from ipaddress import ip_address
from typing import Annotated

from fastapi import Depends, Header

from api.state import Parts, parts
from contract.access import Principal
from contract.errors import RequestError, SettingsError

_NAME = re.compile(r"[\w.@:-]{1,64}")
_MOST_GROUPS = 64


def principal(
    parts: Annotated[Parts, Depends(parts)],
    x_vigente_tenant: Annotated[str | None, Header(description="The tenant; the service's own if absent")] = None,
    x_vigente_level: Annotated[int, Header(ge=0, le=3, description="0 public … 3 restricted")] = 0,
    x_vigente_groups: Annotated[str, Header(description="Groups, separated by commas")] = "",
) -> Principal:
    """The reader of this request; names that no store would keep are refused."""
    tenant = x_vigente_tenant if x_vigente_tenant is not None else parts.product.settings.tenant
    groups = [name.strip() for name in x_vigente_groups.split(",") if name.strip()]
    if not _NAME.fullmatch(tenant):
        raise RequestError("X-Vigente-Tenant is wrong: use up to 64 letters, digits and . _ @ : -")
    if len(groups) > _MOST_GROUPS or not all(_NAME.fullmatch(name) for name in groups):
        raise RequestError("X-Vigente-Groups is wrong: up to 64 names of letters, digits and . _ @ : -, with commas")
    return Principal(tenant, "http", x_vigente_level, frozenset(groups))


def loopback_only(host: str) -> None:
    """Without credentials the service is for this machine alone."""
    if host == "localhost":
        return
    try:
        local = ip_address(host).is_loopback
    except ValueError:
        local = False
    if not local:
        raise SettingsError(f"VIGENTE_AUTH=none serves on loopback only, not on {host}: set VIGENTE_HOST=127.0.0.1")


Reader = Annotated[Principal, Depends(principal)]
