"""Who asks: the one place that resolves the principal, for every route.

With ``VIGENTE_AUTH=none`` the service listens on loopback only, answers what is addressed to this machine only (a page
that rebinds its own name to 127.0.0.1 is not), and believes its headers.
"""

from __future__ import annotations

from ipaddress import ip_address
from typing import Annotated

from fastapi import Depends, Header, Request

from api.state import Parts, parts
from contract.access import Principal
from contract.errors import Forbidden, RequestError, SettingsError

_NAME = "[A-Za-z0-9_.@:-]{1,64}"
_NAMES = rf"^({_NAME}( ?, ?{_NAME}){{0,63}})?$"
_HEADERS = ("X-Vigente-Tenant", "X-Vigente-Level", "X-Vigente-Groups")


def principal(
    request: Request,
    parts: Annotated[Parts, Depends(parts)],
    x_vigente_tenant: Annotated[
        str | None, Header(pattern=f"^{_NAME}$", description="The tenant; the service's own if absent")
    ] = None,
    x_vigente_level: Annotated[int, Header(ge=0, le=3, description="0 public … 3 restricted")] = 0,
    x_vigente_groups: Annotated[str, Header(pattern=_NAMES, description="Groups, separated by commas")] = "",
) -> Principal:
    """The reader of this request. A header that stands twice is refused: which of the two counts must be no guess."""
    asked = _host(request.headers.get("host", ""))
    if not _is_loopback(asked):
        raise Forbidden(f"VIGENTE_AUTH=none answers for this machine alone, not for {asked!r}: ask 127.0.0.1")
    for name in _HEADERS:
        if len(request.headers.getlist(name)) > 1:
            raise RequestError(f"{name} stands more than once: send it once")
    tenant = parts.product.settings.tenant if x_vigente_tenant is None else x_vigente_tenant
    groups = (name.strip() for name in x_vigente_groups.split(","))
    return Principal(tenant, "http", x_vigente_level, frozenset(name for name in groups if name))


def loopback_only(host: str) -> None:
    """Without credentials the service is for this machine alone."""
    if not _is_loopback(host):
        raise SettingsError(f"VIGENTE_AUTH=none serves on loopback only, not on {host}: set VIGENTE_HOST=127.0.0.1")


def _is_loopback(host: str) -> bool:
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _host(header: str) -> str:
    """The host of a ``Host`` header, without its port and brackets."""
    return header[1:].partition("]")[0] if header.startswith("[") else header.partition(":")[0]


Reader = Annotated[Principal, Depends(principal)]
