"""Whether the parts of a running product can do their work: each is really asked."""

from __future__ import annotations

from collections.abc import Callable

from contract.errors import VigenteError
from service.scoping import everyone
from service.wiring import Product


def store_works(product: Product) -> bool:
    return _works(product.store.state)


def index_works(product: Product) -> bool:
    """A search by a vector that points nowhere: it reads the index and tells nothing."""
    return _works(lambda: _nearest(product))


def embedder_works(product: Product) -> bool:
    return _works(lambda: product.embedder.query("ready"))


def _nearest(product: Product) -> object:
    now = product.clock()
    view = product.store.view(everyone(product, product.settings.tenant, now, now))
    return view.nearest(bytes(4 * product.embedder.dimension), 1)


def _works(probe: Callable[[], object]) -> bool:
    try:
        probe()
    except VigenteError:
        return False
    return True
