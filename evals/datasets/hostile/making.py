"""What makers of hostile files share: a draw by the seed, and the list that they put themselves on."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass

WORDS = (
    "plazo",
    "refund",
    "días",
    "within",
    "policy",
    "artículo",
    "14",
    "the",
    "supplier",
    "garantía",
    "€30",
    "return",
    "عقد",
    "срок",
    "合同",
    "חוזה",
)


@dataclass(frozen=True, slots=True)
class Making:
    """One draw. ``bait`` is an address that nothing may ever visit."""

    random: random.Random
    bait: str

    def number(self, least: int, most: int) -> int:
        """A number whose size, not its value, is even: small ones come as often as large ones."""
        return round(least * math.exp(math.log(most / least) * self.random.random()))

    def words(self, count: int) -> str:
        return " ".join(self.random.choices(WORDS, k=count))


Maker = Callable[[Making], str | bytes]
MAKERS: list[tuple[str, str, Maker]] = []  # kind, the file's ending, maker


def kind(ending: str) -> Callable[[Maker], Maker]:
    def registered(maker: Maker) -> Maker:
        MAKERS.append((maker.__name__.removeprefix("_"), ending, maker))
        return maker

    return registered


def entities(make: Making) -> str:
    laughs = "".join(f'<!ENTITY l{at} "{f"&l{at - 1};" * 10}">' for at in range(1, 10))
    outside = make.random.choice([f'<!ENTITY % x SYSTEM "{make.bait}">%x;', '<!ENTITY x SYSTEM "file:///etc/passwd">'])
    return f'<?xml version="1.0"?><!DOCTYPE d [<!ENTITY l0 "lol">{laughs}{outside}]>'
