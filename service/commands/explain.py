"""The commands that explain: diff, why, why-not, trace."""

from __future__ import annotations

from typing import Annotated

import typer

from contract.time import parse
from service.ask import AskRequest
from service.commands import explained, show
from service.commands.terminal import (
    AsJson,
    Groups,
    KnownAt,
    Level,
    Tenant,
    ValidAt,
    instant,
    principal_of,
    product_of,
    put,
)
from service.explain import shapes
from service.explain.difference import Axis, difference
from service.explain.replay import replay, trace_of
from service.explain.why import why
from service.explain.whynot import why_not
from service.shapes import trace
from service.texts import reader_language

Question = Annotated[str, typer.Argument(help="In Spanish or English.")]
trace_app = typer.Typer(help="What a question's stages did. · Lo que hizo cada etapa.", no_args_is_help=True)


def diff_command(
    question: Question,
    start: Annotated[str, typer.Option("--from", help="One point in time: 2026-01-01.")],
    end: Annotated[str, typer.Option("--to", help="Another one.")],
    axis: Annotated[Axis, typer.Option(help="valid: the world's time; known: this service's.")] = Axis.VALID,
    valid_at: ValidAt = None,
    known_at: KnownAt = None,
    tenant: Tenant = None,
    level: Level = 0,
    group: Groups = None,
    as_json: AsJson = False,
) -> None:
    """One question at two points in time, and what made the answers differ. · Una pregunta en dos momentos."""
    with product_of(tenant) as product:
        request = AskRequest(question, principal_of(product, level, group), instant(valid_at), instant(known_at))
        found = difference(product, request, parse(start), parse(end), axis)
    put(as_json, shapes.difference(found), lambda: explained.difference(found, found.after.language))


def why_command(
    identity: Annotated[
        str, typer.Argument(metavar="ID", help="The id of a trace, a piece of evidence, a fact or a revision.")
    ],
    valid_at: ValidAt = None,
    known_at: KnownAt = None,
    tenant: Tenant = None,
    level: Level = 0,
    group: Groups = None,
    as_json: AsJson = False,
) -> None:
    """What something rests on: the words, their revision, what keeps it in force. · En qué se apoya algo."""
    with product_of(tenant) as product:
        found = why(product, principal_of(product, level, group), identity, instant(valid_at), instant(known_at))
    put(as_json, shapes.why(found), lambda: explained.why(found, reader_language()))


def why_not_command(
    question: Question,
    uri: Annotated[str, typer.Argument(help="The source that one would have expected.")],
    valid_at: ValidAt = None,
    known_at: KnownAt = None,
    tenant: Tenant = None,
    level: Level = 0,
    group: Groups = None,
    as_json: AsJson = False,
) -> None:
    """Why a source does not carry an answer. · Por qué una fuente no sostiene una respuesta."""
    with product_of(tenant) as product:
        request = AskRequest(question, principal_of(product, level, group), instant(valid_at), instant(known_at))
        found = why_not(product, request, uri)
    put(as_json, shapes.why_not(found), lambda: explained.why_not(found, found.language))


@trace_app.command("show")
def _show(
    identity: Annotated[str, typer.Argument(metavar="ID", help="A trace's id, as 'vigente ask --json' gives it.")],
    tenant: Tenant = None,
    level: Level = 0,
    group: Groups = None,
    as_json: AsJson = False,
) -> None:
    """What each stage kept, and dropped. · Lo que cada etapa conservó y descartó."""
    with product_of(tenant) as product:
        found = trace_of(product, principal_of(product, level, group), identity)
    put(as_json, trace(found), lambda: show.trace(found))


@trace_app.command("replay")
def _replay(
    identity: Annotated[str, typer.Argument(metavar="ID", help="A trace's id, as 'vigente ask --json' gives it.")],
    question: Annotated[
        str | None, typer.Option(help="The question's words, where the trace does not keep them.")
    ] = None,
    tenant: Tenant = None,
    level: Level = 0,
    group: Groups = None,
    as_json: AsJson = False,
) -> None:
    """Ask again as it was asked; tell what differs. · Repite la pregunta y dice qué difiere."""
    with product_of(tenant) as product:
        found = replay(product, principal_of(product, level, group), identity, question)
    put(as_json, shapes.replayed(found), lambda: explained.replayed(found, reader_language()))
