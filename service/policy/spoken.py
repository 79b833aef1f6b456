"""Texts of the policy file that people read or write: in every language, with the placeholders that are filled in."""

from __future__ import annotations

import string
from collections.abc import Collection

from contract.errors import SettingsError
from contract.policy import Texts
from language.tables import LANGUAGES
from service.policy.yaml_node import Node, nearest


def by_language(node: Node) -> dict[str, tuple[str, ...]]:
    """Lists of texts by language, of which one at least is not empty."""
    node.only(LANGUAGES)
    found = {language: node.texts(language) for language in node.values}
    if not any(found.values()):
        raise SettingsError(f"{node.file}: {node.path} is empty: write a list under one of {', '.join(LANGUAGES)}")
    return found


def texts(node: Node, key: str, known: Collection[str]) -> Texts:
    """A text a person reads, in every language of the product, with these placeholders and no others."""
    child = node.child(key, required=True)
    child.only(LANGUAGES)
    found = {language: child.text(language) for language in LANGUAGES}
    for language, text in found.items():
        placeholders(child, language, text, known)
    return found


def placeholders(node: Node, key: str, text: str, known: Collection[str]) -> set[str]:
    """The placeholders that a text has; one that is not known is refused."""
    try:
        found = {field for _, field, _, _ in string.Formatter().parse(text) if field is not None}
    except ValueError as error:
        raise node.wrong(key, f"has a stray brace ({error})", "write {{ and }} for braces that are meant") from error
    for field in found - set(known):
        raise node.wrong(key, f"has the placeholder {{{field}}}", nearest(field, known))
    return found
