"""The command line: it translates words into calls of the flows, and records into tables or JSON."""

from __future__ import annotations

import json
import logging
import sys
from typing import Annotated

import structlog
import typer

from contract.errors import NotFound, RequestError, VigenteError
from contract.ports import JobState
from service import communities, jobs, shapes
from service.ask import AskRequest, ask, begin, candidates
from service.commands import show
from service.commands.changes import changes_command
from service.commands.conflicts import conflicts_app
from service.commands.entities import entities_app
from service.commands.explain import diff_command, trace_app, why_command, why_not_command
from service.commands.graph import graph_command
from service.commands.ingest import ingest_command
from service.commands.policy import policy_app
from service.commands.refusal import refusal_app
from service.commands.sources import sources_command
from service.commands.store import export, store_app
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
    refused,
    write_utf8,
)
from service.demo import demo
from service.explain.timeline import timeline
from service.inbox.finding import after_undo
from service.ingestion.upload import taken_out
from service.server import serve
from service.settings import load, shown, unknown_variables
from service.texts import reader_language, say
from service.wiring import Product

app = typer.Typer(
    name="vigente",
    help="Answers only from what is in force. · Responde solo con lo que está vigente.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
communities_app = typer.Typer(
    help="Communities and their summaries. · Comunidades y sus resúmenes.", no_args_is_help=True
)
jobs_app = typer.Typer(help="Durable jobs. · Trabajos duraderos.", no_args_is_help=True)
app.add_typer(communities_app, name="communities")
app.add_typer(conflicts_app, name="conflicts")
app.add_typer(policy_app, name="policy")
app.add_typer(refusal_app, name="refusal")
app.add_typer(entities_app, name="entities")
app.add_typer(store_app, name="store")
app.add_typer(jobs_app, name="jobs")
app.add_typer(trace_app, name="trace")
app.command("ingest")(ingest_command)
app.command("sources")(sources_command)
app.command("changes")(changes_command)
app.command("graph")(graph_command)
app.command("diff")(diff_command)
app.command("why")(why_command)
app.command("why-not")(why_not_command)
app.command("export")(export)


@app.callback()
def _root(debug: Annotated[bool, typer.Option("--debug", help="Show stack traces and logs.")] = False) -> None:
    level = logging.DEBUG if debug else logging.CRITICAL
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


@app.command("ask")
def _ask(
    question: Annotated[str, typer.Argument(help="In Spanish or English.")],
    valid_at: ValidAt = None,
    known_at: KnownAt = None,
    tenant: Tenant = None,
    level: Level = 0,
    group: Groups = None,
    decision: Annotated[str | None, typer.Option(help="A decision that the policy file declares.")] = None,
    subject: Annotated[str | None, typer.Option(help="What the decision is about.")] = None,
    trace: Annotated[bool, typer.Option("--trace", help="Show what each stage did.")] = False,
    as_json: AsJson = False,
) -> None:
    """Ask, and get an answer from what is in force. · Pregunta y responde con lo vigente."""
    with product_of(tenant) as product:
        request = _request(product, question, valid_at, known_at, level, group, decision, subject)
        answer = ask(product, request)
        record = product.store.trace(request.principal.tenant, answer.trace_id) if trace else None
    shape = shapes.answer(answer) | ({"trace": shapes.trace(record)} if record else {})
    put(as_json, shape, lambda: show.answer(answer))
    if record and not as_json:
        show.console().print(show.trace(record))


@app.command("search")
def _search(
    question: Annotated[str, typer.Argument(help="Words, codes or a question.")],
    valid_at: ValidAt = None,
    known_at: KnownAt = None,
    tenant: Tenant = None,
    level: Level = 0,
    group: Groups = None,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="How many candidates to show.")] = 10,
    as_json: AsJson = False,
) -> None:
    """Show candidates with every method's rank and raw score. · Muestra los candidatos."""
    with product_of(tenant) as product:
        asked = begin(product, _request(product, question, valid_at, known_at, level, group))
        found, _, _ = candidates(product, asked)
        best = found.candidates[:limit]
        located = {item.passage.id: item for item in asked.view.located([one.passage_id for one in best])}
    pairs = [(one, located[one.passage_id]) for one in best if one.passage_id in located]
    shape = {"question": question, "candidates": [shapes.candidate(one, where) for one, where in pairs]}
    put(as_json, shape, lambda: show.candidates(pairs, asked.question.language))


@app.command("timeline")
def _timeline(
    uri: Annotated[str, typer.Argument(help="The source's URI.")],
    valid_at: ValidAt = None,
    known_at: KnownAt = None,
    tenant: Tenant = None,
    level: Level = 0,
    group: Groups = None,
    as_json: AsJson = False,
) -> None:
    """Draw when each revision of a source is in force. · Dibuja cuándo rige cada revisión."""
    with product_of(tenant) as product:
        principal = principal_of(product, level, group)
        result = timeline(product, principal, uri, instant(valid_at), instant(known_at))
        now = instant(valid_at) or product.clock()
    width = show.console().width
    put(as_json, shapes.timeline(result), lambda: show.timeline(result, now, reader_language(), width))


@app.command("delete")
def _delete(
    uri: Annotated[str, typer.Argument(help="The source's URI.")],
    tenant: Tenant = None,
    purge: Annotated[bool, typer.Option("--purge", help="Remove the content for real; ids and hashes stay.")] = False,
    as_json: AsJson = False,
) -> None:
    """Take a source out of every answer, at once. · Retira una fuente de toda respuesta."""
    with product_of(tenant) as product:
        name = product.settings.tenant
        if uri not in product.store.families(name):
            raise NotFound(f"no source {uri!r} here; 'vigente search' shows the URIs of what it finds")
        commit = taken_out(product, name, uri, product.clock(), purge=purge)
    gone = list(commit.superseded)
    shape = {"uri": uri, "commit": commit.number, "withdrawn": gone, "purged": purge}
    put(as_json, shape, lambda: say("deleted", reader_language(), uri=uri, revisions=len(gone)))


@app.command("undo")
def _undo(
    revision: Annotated[str, typer.Argument(help="A revision id, as 'timeline --json' and 'ingest --json' show it.")],
    tenant: Tenant = None,
    as_json: AsJson = False,
) -> None:
    """Undo one revision, as if it never came. · Deshace una revisión."""
    with product_of(tenant) as product:
        commit = product.store.undo(product.settings.tenant, revision, product.clock())
        after_undo(product, product.settings.tenant, revision)
    shape = {"revision_id": revision, "commit": commit.number}
    put(as_json, shape, lambda: say("undone", reader_language(), revision=revision))


@communities_app.command("refresh")
def _refresh(tenant: Tenant = None, as_json: AsJson = False) -> None:
    """Cluster what is in force; make again only what changed. · Rehace solo lo que cambió."""
    with product_of(tenant) as product, bar(as_json) as progress:
        job = jobs.submit(product, product.settings.tenant, communities.KIND, "{}")
        done = jobs.run(product, job, communities.work, progress)
    outcome = json.loads(done.outcome or "{}")
    if done.state is not JobState.DONE:
        raise VigenteError(f"the refresh failed: {done.reason}")
    counts = {name: len(value) if isinstance(value, list) else value for name, value in outcome.items()}
    put(
        as_json, {"job": shapes.job(done) | {"outcome": outcome}}, lambda: say("refreshed", reader_language(), **counts)
    )


@communities_app.command("list")
def _communities(
    at_level: Annotated[int | None, typer.Option("--at-level", help="0 the coarsest, 1 the finer.")] = None,
    tenant: Tenant = None,
    level: Level = 0,
    group: Groups = None,
    as_json: AsJson = False,
) -> None:
    """The communities a reader may know. · Las comunidades que un lector puede conocer."""
    with product_of(tenant) as product:
        found = communities.themes(product, principal_of(product, level, group), at_level)
    put(as_json, {"communities": [shapes.theme(one) for one in found]}, lambda: show.themes(found, reader_language()))


@communities_app.command("show")
def _community(
    community: Annotated[str, typer.Argument(help="A community's id, or the beginning of it.")],
    tenant: Tenant = None,
    level: Level = 0,
    group: Groups = None,
    as_json: AsJson = False,
) -> None:
    """One community, with its whole summary and where it comes from. · Una comunidad, entera."""
    with product_of(tenant) as product:
        found = communities.theme(product, principal_of(product, level, group), community)
    shape = {"communities": [shapes.theme(one) for one in found]}
    put(as_json, shape, lambda: show.themes(found, reader_language(), whole=True))


@jobs_app.command("list")
def _jobs(tenant: Tenant = None, as_json: AsJson = False) -> None:
    """Durable jobs and how they ended. · Los trabajos y cómo acabaron."""
    with product_of(tenant) as product:
        found = product.store.jobs(product.settings.tenant)
    put(as_json, {"jobs": [shapes.job(one) for one in found]}, lambda: show.jobs(found, reader_language()))


@app.command("settings")
def _settings(as_json: AsJson = False) -> None:
    """Each setting, its value and where it came from. · Cada ajuste y de dónde viene."""
    settings = load()
    items = shown(settings)
    shape = {item.name: {"value": item.value, "origin": item.origin} for item in items}
    put(as_json, {"settings": shape}, lambda: show.settings(items, reader_language()))


@app.command("serve")
def _serve(
    host: Annotated[str | None, typer.Option(help="Where to listen; VIGENTE_HOST if not given.")] = None,
    port: Annotated[int | None, typer.Option(help="The port; VIGENTE_PORT if not given.")] = None,
) -> None:
    """Run the HTTP service with its worker. · Arranca el servicio HTTP."""
    serve(load(host=host, port=port))


@app.command("demo")
def _demo(
    everything: Annotated[bool, typer.Option("--all", help="Every scene of examples/questions.yaml.")] = False,
    as_json: AsJson = False,
) -> None:
    """Take the examples in and ask what a newcomer would. · Muestra el producto con los ejemplos."""
    raise typer.Exit(demo(as_json=as_json, everything=everything))


def _request(
    product: Product,
    question: str,
    valid_at: str | None,
    known_at: str | None,
    level: int,
    groups: list[str] | None,
    decision: str | None = None,
    subject: str | None = None,
) -> AskRequest:
    principal = principal_of(product, level, groups)
    return AskRequest(question, principal, instant(valid_at), instant(known_at), decision, subject)


def main() -> None:
    """Run the command line. Every refusal is one sentence on stderr; a stack trace only with ``--debug``."""
    write_utf8()
    for sentence in unknown_variables():
        sys.stderr.write(f"vigente: {sentence}\n")
    try:
        app()
    except VigenteError as error:
        if "--debug" in sys.argv:
            raise
        refused(str(error), error.exit_code)
    except UnicodeEncodeError as error:
        if "--debug" in sys.argv:
            raise
        half = str(error.object)[:80]
        refused(f"{half!r} holds half a character: write it in UTF-8", RequestError.exit_code)
