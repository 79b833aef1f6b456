"""What is used: the one place that builds concrete parts and puts them behind the ports."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from contract.errors import NotFound, SettingsError
from contract.policy import Policy
from contract.ports import Embedder, Entailment, Generator, LiveReader, Migrated
from contract.store import Store
from contract.time import Clock, Instant, system_clock
from contract.watching import UNWATCHED, Watch
from graph.bolt.database import Address
from graph.bolt.schema import is_made_at, migrate_at
from graph.bolt.store import open_store as open_server
from graph.embedded.database import migrate_file
from graph.embedded.migrating import copy_file
from graph.embedded.store import open_store as open_file
from grounding.refusal_model import Coefficients, shipped
from grounding.refusal_model import load as load_coefficients
from models.embedding import open_embedder
from models.entailment import open_entailment
from models.generation import Budget, OpenAIGenerator, open_generator
from retrieval.live.reader import SourceReader
from service.policy.reader import load_policy
from service.settings import Settings
from service.telemetry.tracing import traced


@dataclass(frozen=True, slots=True)
class Product:
    """The parts of one running product. Flows take it whole; it has no behaviour of its own.

    ``extracting`` gives a model that states facts of documents, with the budget of one ingestion, where that is switched on.
    ``readings`` is where what sentences say is kept between revisions; None where nothing is.
    ``watch`` hears of the stages of every flow.
    """

    settings: Settings
    policy: Policy
    store: Store
    embedder: Embedder
    reader: LiveReader
    clock: Clock
    generator: Generator | None = None
    entailment: Entailment | None = None
    extracting: Callable[[], Generator] | None = field(default=None, kw_only=True)
    readings: Path | None = field(default=None, kw_only=True)
    refusal: Coefficients = field(default_factory=shipped)
    watch: Watch = field(default=UNWATCHED, kw_only=True)


@contextmanager
def opened(settings: Settings, clock: Clock = system_clock) -> Iterator[Product]:
    """Open everything, and close it at the end. What is not to be had raises ``Unavailable``."""
    policy = load_policy(settings.policy, os.environ)
    embedder = open_embedder(settings.embedder)
    entailment = open_entailment(settings.entailment)
    generator = generator_of(settings)
    extracting = extracting_of(settings, generator)
    refusal = load_coefficients(settings.refusal) if settings.refusal else shipped()
    with traced(settings.telemetry) as watch, store_of(settings, embedder) as store:
        reader = SourceReader(clock, os.environ)
        yield Product(
            settings,
            policy,
            store,
            embedder,
            reader,
            clock,
            generator,
            entailment,
            refusal,
            extracting=extracting,
            readings=settings.readings_path,
            watch=watch,
        )


def generator_of(settings: Settings) -> OpenAIGenerator | None:
    """The language model that the settings name, if any."""
    return open_generator(
        settings.llm,
        settings.llm_key.get_secret_value() if settings.llm_key else None,
        settings.llm_budget_tokens,
        settings.llm_cache,
        seconds=settings.llm_timeout_seconds,
        retries=settings.llm_retries,
    )


def extracting_of(settings: Settings, generator: OpenAIGenerator | None) -> Callable[[], Generator] | None:
    """The same with the budget of one ingestion, where it is to state facts of documents."""
    if not settings.llm_extraction:
        return None
    if generator is None:
        raise SettingsError("VIGENTE_LLM_EXTRACTION needs a language model: set VIGENTE_LLM to openai:NAME@URL")
    budget = Budget(settings.llm_extraction_tokens, settings.llm_extraction_calls, "VIGENTE_LLM_EXTRACTION_TOKENS")
    return lambda: generator.for_one_run(budget)


@contextmanager
def store_of(settings: Settings, embedder: Embedder) -> Iterator[Store]:
    """The store that the settings name, opened or made, for vectors of this embedder."""
    store: Store = (
        open_file(settings.store_path, model=embedder.name, dimension=embedder.dimension)
        if settings.in_file
        else open_server(address_of(settings), model=embedder.name, dimension=embedder.dimension)
    )
    try:
        yield store
    finally:
        store.close()


@contextmanager
def scratch(product: Product) -> Iterator[Product]:
    """The same product over a copy of its store, in a file that is gone at the end: for what is only tried out."""
    with TemporaryDirectory(prefix="vigente-") as folder:
        path = Path(folder) / "copy.db"
        if product.settings.in_file:
            copy_file(product.settings.store_path, path)
        model = product.embedder
        store: Store = open_file(path, model=model.name, dimension=model.dimension, durable=False)
        try:
            if not product.settings.in_file:
                store.load(product.store.dump())
            yield replace(product, store=store, readings=None, watch=UNWATCHED)
        finally:
            store.close()


def migrated(settings: Settings) -> Migrated:
    """Bring the store that the settings name to this version's schema. ``NotFound`` where there is none."""
    if not is_made(settings):
        raise NotFound(f"there is no store at {settings.store}: set VIGENTE_STORE to one, or ingest to make it")
    return migrate_file(settings.store_path) if settings.in_file else migrate_at(address_of(settings))


def is_made(settings: Settings) -> bool:
    """Whether the store that the settings name is there already: opening one that is not makes it."""
    return settings.store_path.exists() if settings.in_file else is_made_at(address_of(settings))


def address_of(settings: Settings) -> Address:
    """Where the Neo4j of the settings is, and who signs in."""
    password = settings.store_password
    return Address(
        settings.store,
        user=None if password is None else settings.store_user,
        password=None if password is None else password.get_secret_value(),
        database=settings.store_database,
        pool=settings.store_pool,
        wait_seconds=settings.store_wait_seconds,
        timeout_seconds=settings.store_timeout_seconds,
    )


def latest(product: Product) -> Instant:
    """The known time of a reader who fixed none: now, or the last commit where that was made by a clock that is ahead."""
    return max(product.clock(), product.store.state().known_at)
