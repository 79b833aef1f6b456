"""The commands on the policy file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group
from rich.text import Text

from service.commands.terminal import AsJson, put
from service.policy.check import remarks
from service.policy.reader import SHIPPED, load_policy
from service.settings import load
from service.texts import reader_language, say

policy_app = typer.Typer(help="The policy file. · El archivo de política.", no_args_is_help=True)


@policy_app.command("check")
def _check(
    file: Annotated[Path | None, typer.Argument(help="A policy file; the one of VIGENTE_POLICY if not given.")] = None,
    as_json: AsJson = False,
) -> None:
    """Read it as the service would, and tell what may be meant otherwise. · Revisa el archivo de política."""
    path = file or load().policy
    policy = load_policy(path, os.environ)
    found = remarks(policy)
    one = sum(rule.cardinality == "one" for rule in policy.predicates.values())
    counts = {
        "file": str(path or SHIPPED.name),
        "predicates": len(policy.predicates),
        "one": one,
        "live_sources": len(policy.live_sources),
        "decisions": len(policy.decisions),
    }
    language = reader_language()
    put(
        as_json,
        counts | {"remarks": [{"code": each.code, "message": each.message} for each in found]},
        lambda: Group(
            Text(say("policy_read", language, **counts), "green"),
            *(Text(f"· {each.message}", "yellow") for each in found),
        ),
    )
