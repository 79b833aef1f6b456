"""Tables of HTML made plain: no table in a cell, no cell over several rows or columns, one row of headers."""

from __future__ import annotations

from bs4 import BeautifulSoup, Tag

from extraction import plain

_MAX_SPAN = 100
_MOST_CELLS = 50_000  # of all tables of one page together, with those that are repeated


def prepare(soup: BeautifulSoup) -> None:
    """Change every table of a page into one that Markdown can write."""
    room = _MOST_CELLS
    for table in reversed(soup.find_all("table")):  # the inner ones first
        room = _spread(soup, table, room)
        if table.find_parent(["td", "th"]):
            table.replace_with(_told(table))
        else:
            _join_headers(soup, table)


def _told(table: Tag) -> str:
    """A table that stands in a cell, as words: ``name: value, name: value; …``."""
    rows = [[_text(cell) for cell in row.find_all(["td", "th"])] for row in table.find_all("tr")]
    rows = [row for row in rows if any(row)]
    header, body = plain.with_header(rows)
    if header and all(len(row) == len(header) for row in body) and (len(header) > 2 or table.find("th")):
        return "; ".join(", ".join(f"{key}: {cell}" for key, cell in zip(header, row, strict=True)) for row in body)
    return "; ".join((": " if len(row) == 2 else ", ").join(row) for row in rows)


def _join_headers(soup: BeautifulSoup, table: Tag) -> None:
    """Rows of headers as one; a first one that says the same in all columns is the table's title and goes before it."""
    heads: list[Tag] = []
    for row in table.find_all("tr"):
        cells = row.find_all(["td", "th"], recursive=False)
        if not cells or (any(cell.name == "td" for cell in cells) and row.parent and row.parent.name != "thead"):
            break
        texts = {_text(cell) for cell in cells}
        if not heads and len(cells) > 1 and len(texts) == 1:
            title = soup.new_tag("p")
            title.string = texts.pop()
            table.insert_before(title)
            row.extract()
            continue
        heads.append(row)
    if len(heads) < 2:
        return
    joined = plain.joined_header([[cell.get_text(" ") for cell in row.find_all(["td", "th"])] for row in heads])
    for cell, text in zip(heads[0].find_all(["td", "th"]), joined, strict=False):
        cell.string = " ".join(text.split())
    for row in heads[1:]:
        row.extract()


def _spread(soup: BeautifulSoup, table: Tag, room: int) -> int:
    """Repeat cells that span rows or columns, so that every row says all of itself; as long as there is ``room`` for more."""
    waiting: dict[int, tuple[int, Tag]] = {}  # column -> (rows left, cell)
    for row in table.find_all("tr"):
        if row.find_parent("table") is not table:
            continue
        own = iter(row.find_all(["td", "th"], recursive=False))
        cells: list[Tag] = []
        while room > 0:
            room -= 1
            column = len(cells)
            if column in waiting:
                left, cell = waiting.pop(column)
                if left > 1:
                    waiting[column] = (left - 1, cell)
                cells.append(_copied(soup, cell.name, _text(cell)))
                continue
            cell_or_none = next(own, None)
            if cell_or_none is None:
                break
            down, across = _number(cell_or_none, "rowspan"), _number(cell_or_none, "colspan")
            cells.append(cell_or_none)
            text = _text(cell_or_none)
            cells.extend(_copied(soup, cell_or_none.name, text) for _ in range(across - 1))
            room -= across
            if down > 1:
                waiting.update({column + step: (down - 1, cell_or_none) for step in range(across)})
        if room > 0:
            row.clear()
            row.extend(cells)
    _fill_up(soup, table)
    for cell in table.find_all(["td", "th"]):  # where there was no room, cells stand as they are
        cell.attrs.pop("rowspan", None)
        cell.attrs.pop("colspan", None)
    return room


def _fill_up(soup: BeautifulSoup, table: Tag) -> None:
    """Give the first row as many cells as the longest: Markdown leaves out what stands beyond it."""
    rows = [row for row in table.find_all("tr") if row.find_parent("table") is table]
    wide = [len(row.find_all(["td", "th"], recursive=False)) for row in rows]
    if wide and max(wide) > wide[0]:
        name = rows[0].find(["td", "th"])
        for _ in range(max(wide) - wide[0]):
            rows[0].append(soup.new_tag(name.name if isinstance(name, Tag) else "td"))


def _number(cell: Tag, attribute: str) -> int:
    text = str(cell.get(attribute) or "1").strip()
    del cell[attribute]
    return min(max(int(text), 1), _MAX_SPAN) if text.isdecimal() else 1


def _text(cell: Tag) -> str:
    return " ".join(cell.get_text(" ").split())


def _copied(soup: BeautifulSoup, name: str, text: str) -> Tag:
    copy = soup.new_tag(name)
    copy.string = text
    return copy
