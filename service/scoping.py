"""Who sees what: the one place where a reader, or the service itself, is given a scope of a product's store."""

from __future__ import annotations

from contract.access import MOST, Principal, Scope
from contract.ports import GraphView
from contract.time import Instant
from service.wiring import Product, latest


def scope_of(
    product: Product, reader: Principal, valid_at: Instant | None = None, known_at: Instant | None = None
) -> Scope:
    """What a reader may see, as valid and as known then; as of now and as known now where they fixed none."""
    readable = reader.readable(product.store.audiences())
    return _scope(product, reader.tenant, readable, valid_at, known_at)


def view_of(
    product: Product, reader: Principal, valid_at: Instant | None = None, known_at: Instant | None = None
) -> GraphView:
    """The view of that scope."""
    return product.store.view(scope_of(product, reader, valid_at, known_at))


def everyone(product: Product, tenant: str, valid_at: Instant | None = None, known_at: Instant | None = None) -> Scope:
    """All readers of a tenant together: what the service itself goes by."""
    readable = frozenset(number for number, _ in product.store.audiences())
    return _scope(product, tenant, readable, valid_at, known_at)


def operator(product: Product, tenant: str) -> Principal:
    """Who may read all of a tenant."""
    groups = frozenset(group for _, audience in product.store.audiences() for group in audience.groups)
    return Principal(tenant, "operator", MOST, groups)


def _scope(
    product: Product, tenant: str, readable: frozenset[int], valid_at: Instant | None, known_at: Instant | None
) -> Scope:
    valid = product.clock() if valid_at is None else valid_at
    return Scope(tenant, readable, valid, latest(product) if known_at is None else known_at)
