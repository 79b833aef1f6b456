"""Who asks: the one place that resolves the principal, for every route.

With ``VIGENTE_AUTH=none`` the service listens on loopback only, answers what is addressed to this machine only (a page
that rebinds its own name to 127.0.0.1 is not), and believes its headers. With ``keys`` the bearer key tells the tenant,
the level and the groups, and headers that claim them are refused.
"""

from __future__ import annotations

from ipaddress import ip_address
from typing import Annotated

from fastapi import Depends, Header, Request

from api.keys import Credential, Keys, load_keys, opened_by
from api.state import Parts, parts
from contract.access import Principal
from contract.errors import Forbidden, RequestError, SettingsError, Unauthorized
from service.settings import Settings

_NAME = "[A-Za-z0-9_.@:-]{1,64}"
_NAMES = rf"^({_NAME}( ?, ?{_NAME}){{0,63}})?$"
ASKER = ("X-Vigente-Tenant", "X-Vigente-Level", "X-Vigente-Groups")
_SCHEME = "bearer"


def credential(
    request: Request,
    parts: Annotated[Parts, Depends(parts)],
    x_vigente_tenant: Annotated[
        str | None, Header(pattern=f"^{_NAME}$", description="The tenant; the service's own if absent")
    ] = None,
    x_vigente_level: Annotated[int, Header(ge=0, le=3, description="0 public … 3 restricted")] = 0,
    x_vigente_groups: Annotated[str, Header(pattern=_NAMES, description="Groups, separated by commas")] = "",
) -> Credential:
    """Who makes this request. A header that stands twice is refused: which of the two counts must be no guess."""
    if parts.keys is not None:
        return _by_key(request, parts.keys)
    asked = _host(request.headers.get("host", ""))
    if not _is_loopback(asked):
        raise Forbidden(f"VIGENTE_AUTH=none answers for this machine alone, not for {asked!r}: ask 127.0.0.1")
    for name in ASKER:
        if len(request.headers.getlist(name)) > 1:
            raise RequestError(f"{name} stands more than once: send it once")
    tenant = parts.product.settings.tenant if x_vigente_tenant is None else x_vigente_tenant
    groups = (name.strip() for name in x_vigente_groups.split(","))
    reader = Principal(tenant, "http", x_vigente_level, frozenset(name for name in groups if name))
    return Credential(reader, writes=True, metrics=True)


def reader(credential: Annotated[Credential, Depends(credential)]) -> Principal:
    return credential.principal


def writer(credential: Annotated[Credential, Depends(credential)]) -> Principal:
    if not credential.writes:
        name = credential.principal.subject
        raise Forbidden(f"the key of {name!r} may read and not write: give it `writes: true` in the file of keys")
    return credential.principal


def operator(credential: Annotated[Credential, Depends(credential)]) -> Principal:
    if not credential.metrics:
        name = credential.principal.subject
        raise Forbidden(f"the key of {name!r} may not read metrics: give it `metrics: true` in the file of keys")
    return credential.principal


def admitted(settings: Settings) -> Keys | None:
    """The keys that open the service; None for a service of this machine alone, without any."""
    if settings.auth == "none":
        loopback_only(settings.host)
        return None
    if settings.auth_keys is None:
        raise SettingsError("VIGENTE_AUTH=keys needs the file of keys: set VIGENTE_AUTH_KEYS")
    return load_keys(settings.auth_keys)


def _by_key(request: Request, keys: Keys) -> Credential:
    shown = request.headers.getlist("authorization")
    scheme, _, key = shown[0].partition(" ") if len(shown) == 1 else ("", "", "")
    found = opened_by(keys, key.strip()) if scheme.lower() == _SCHEME else None
    if found is None:
        raise Unauthorized("no known key came with the request: send it as `Authorization: Bearer KEY`")
    for name in ASKER:
        if name in request.headers:
            raise RequestError(f"{name} is told by the key: leave it out")
    return found


def loopback_only(host: str) -> None:
    """Without credentials the service is for this machine alone."""
    if not _is_loopback(host):
        raise SettingsError(
            f"VIGENTE_AUTH=none serves on loopback only, not on {host}: set VIGENTE_HOST=127.0.0.1, or VIGENTE_AUTH=keys"
        )


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


Reader = Annotated[Principal, Depends(reader)]
Writer = Annotated[Principal, Depends(writer)]
Operator = Annotated[Principal, Depends(operator)]
