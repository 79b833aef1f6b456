"""The commands of an operator: on the store as a whole."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from contract.errors import NotFound, RequestError
from models.embedding import open_embedder
from service import shapes
from service.commands import show
from service.commands.terminal import (
    AsJson,
    Groups,
    KnownAt,
    Level,
    Tenant,
    ValidAt,
    bar,
    instant,
    principal_of,
    product_of,
    put,
)
from service.scoping import view_of
from service.settings import Settings, load
from service.stores import operations
from service.stores.export import graph
from service.stores.export_files import Form, write
from service.texts import reader_language, say
from service.wiring import is_made, migrated, store_of

store_app = typer.Typer(help="Operations on the store. · Operaciones del almacén.", no_args_is_help=True)


@store_app.command("check")
def _check(as_json: AsJson = False) -> None:
    """Whether records, states and indexes agree. · Comprueba que todo concuerde."""
    with product_of(None) as product:
        found = product.store.check()
    put(as_json, {"findings": [shapes.finding(one) for one in found]}, lambda: show.findings(found, reader_language()))
    raise typer.Exit(3 if found else 0)


@store_app.command("migrate")
def _migrate(as_json: AsJson = False) -> None:
    """Bring the store to this version's schema; a file after a backup. · Lleva el almacén al esquema de esta versión."""
    done = migrated(load())
    key = "migrated" if done.backup else "migrated_without_backup"
    key = key if done.before < done.after else "not_migrated"
    values = {"before": done.before, "after": done.after, "backup": done.backup}
    put(as_json, values, lambda: say(key, reader_language(), **values))


@store_app.command("reindex")
def _reindex(as_json: AsJson = False) -> None:
    """Make every index again from the records. · Rehace todos los índices."""
    with product_of(None) as product, bar(as_json) as progress:
        progress(say("reindexing", reader_language()), 0.0)
        names = product.store.reindex()
    put(as_json, {"indexes": list(names)}, lambda: say("reindexed", reader_language(), indexes=", ".join(names)))


@store_app.command("backup")
def _backup(
    file: Annotated[Path, typer.Argument(help="A file that is not there yet: vigente.jsonl.gz")],
    as_json: AsJson = False,
) -> None:
    """Write the whole store into one file. · Guarda todo el almacén en un archivo."""
    settings = load()
    _must_be_made(settings)
    with store_of(settings, open_embedder(settings.embedder)) as store, bar(as_json) as progress:
        records = operations.backup(store, file, progress)
    shape = {"file": str(file), "records": records, "bytes": file.stat().st_size}
    put(as_json, shape, lambda: say("backed_up", reader_language(), **shape))


@store_app.command("restore")
def _restore(
    file: Annotated[Path, typer.Argument(help="What 'vigente store backup' wrote, of any kind of store.")],
    as_json: AsJson = False,
) -> None:
    """Fill an empty store from a backup, all or nothing. · Recupera una copia en un almacén vacío."""
    settings = load()
    with bar(as_json) as progress:
        records = operations.restore(file, store_of(settings, open_embedder(settings.embedder)), progress)
    shape = {"file": str(file), "records": records}
    put(as_json, shape, lambda: say("restored", reader_language(), **shape))


@store_app.command("copy")
def _copy(
    source: Annotated[str, typer.Argument(metavar="FROM", help="A store, as VIGENTE_STORE names one.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="Another, empty one.")],
    as_json: AsJson = False,
) -> None:
    """Copy a whole store into another one, exactly. · Copia un almacén entero en otro."""
    here, there = load(store=source), load(store=target)
    _must_be_made(here)
    embedder = open_embedder(here.embedder)
    with store_of(here, embedder) as one, store_of(there, embedder) as other, bar(as_json) as progress:
        records = operations.copy(one, other, progress)
    shape = {"from": source, "to": target, "records": records}
    put(as_json, shape, lambda: say("copied", reader_language(), source=source, target=target, records=records))


def export(
    form: Annotated[Form, typer.Option("--format", help="How it is written.")],
    out: Annotated[Path | None, typer.Option(help="A file; for csv a folder. Standard output if not given.")] = None,
    valid_at: ValidAt = None,
    known_at: KnownAt = None,
    tenant: Tenant = None,
    level: Level = 0,
    group: Groups = None,
    as_json: AsJson = False,
) -> None:
    """Write what a reader may see as a graph. · Exporta como grafo lo que un lector puede ver."""
    if out is None and (as_json or form is Form.CSV):
        raise RequestError("name a place to write to: --out PATH")
    with product_of(tenant) as product:
        principal = principal_of(product, level, group)
        view = view_of(product, principal, instant(valid_at), instant(known_at))
        count = write(graph(view), form, out)
    if out is not None:
        shape = {"format": form.value, "out": str(out), "nodes": count.nodes, "edges": count.edges}
        put(as_json, shape, lambda: say("exported", reader_language(), **shape))


def _must_be_made(settings: Settings) -> None:
    if not is_made(settings):
        raise NotFound(f"there is no store at {settings.store}: give the address of one")
