"""The batch job that keeps communities and their summaries in step with what is in force."""

from __future__ import annotations

import json

from communities.refresh import Refreshed, refresh
from contract.access import Principal
from contract.communities import Theme
from contract.errors import NotFound
from contract.ports import Job
from service import jobs
from service.jobs import Step
from service.scoping import everyone, view_of
from service.telemetry.measures import of_refresh
from service.wiring import Product

KIND = "communities.refresh"


def refreshed(product: Product, tenant: str, step: Step) -> Refreshed:
    """Cluster what is in force now and write the result at once; only what changed is summarised again."""
    with product.watch.stage("communities") as note:
        result = _refreshed(product, tenant, step)
        note(of_refresh(result))
    return result


def _refreshed(product: Product, tenant: str, step: Step) -> Refreshed:
    now = product.clock()
    view = product.store.view(everyone(product, tenant, now))
    last = jobs.last_done(product, tenant, KIND)
    before = None if last is None else product.store.view(everyone(product, tenant, last, last))
    result = refresh(
        view,
        before,
        product.store.communities(tenant),
        product.store.summaries(tenant),
        now,
        lambda share: step("communities", share),
        product.watch,
    )
    product.store.replace_communities(tenant, result.communities, result.summaries, now)
    return result


def work(product: Product, job: Job, step: Step) -> str:
    """The refresh as a job; its outcome counts what was made, kept and dropped."""
    result = refreshed(product, job.tenant, step)
    return json.dumps(
        {
            "communities": len(result.communities),
            "summaries": len(result.summaries),
            "made": list(result.made),
            "kept": len(result.kept),
            "dropped": list(result.dropped),
        }
    )


def themes(product: Product, principal: Principal, level: int | None = None) -> tuple[Theme, ...]:
    """The communities a reader may know, with the summaries made for them."""
    return view_of(product, principal).themes(level)


def theme(product: Product, principal: Principal, community_id: str) -> tuple[Theme, ...]:
    """One community (by its id or the beginning of it), a theme for each language; unknown and hidden look alike."""
    found = tuple(one for one in themes(product, principal) if one.community.id.startswith(community_id))
    if not found:
        raise NotFound(f"no community {community_id!r} here; list them with 'vigente communities list'")
    return found
