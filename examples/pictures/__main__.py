"""Draws the pictures of docs/neo4j-browser.md: ``python -m examples.pictures bolt://127.0.0.1:7687``.

The examples go into the empty database at that address; then each query of the Browser kit is run with the values in its
header, and what it gives is drawn. The same examples give the same pictures. Who signs in is set as for the service, in
VIGENTE_STORE_USER and VIGENTE_STORE_PASSWORD.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import neo4j

from cypher.kit import saved, style
from examples.pictures.filled import CORPUS, LATE, TENANT, fill
from examples.pictures.frame import picture
from examples.pictures.grass import Style
from graph.bolt.database import Address
from service.settings import load
from service.wiring import address_of

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
# Without cold-rooms.md, so that one reference still dangles.
_LATE = (LATE / "refund-es-2023-02-01.md", LATE / "embalaje-ley-802.md")


def draw(address: Address, folder: Path) -> None:
    """One PNG a query, named as it."""
    folder.mkdir(parents=True, exist_ok=True)
    looks = Style(style())
    auth = None if address.user is None else (address.user, address.password or "")
    with neo4j.GraphDatabase.driver(address.uri, auth=auth) as driver, driver.session() as session:
        for each in saved():
            result = session.run(each.query.text, dict(each.examples))
            rows = [record.values() for record in result]
            (folder / f"{each.name}.png").write_bytes(picture(each, result.keys(), rows, looks))


def main() -> None:
    said = argparse.ArgumentParser(prog="python -m examples.pictures", description=__doc__)
    said.add_argument("address", help="where the database answers")
    said.add_argument("--as-it-is", action="store_true", help="draw what is there, and take nothing in")
    said.add_argument("--folder", type=Path, default=PICTURES, help="where the pictures go")
    given = said.parse_args()
    settings = load(store=given.address, tenant=TENANT)
    if not given.as_it_is:
        fill(settings, [CORPUS], _LATE)
    draw(address_of(settings), given.folder)


if __name__ == "__main__":
    main()
