"""JSON and JSON Lines → a table of records, or sections of ``key: value`` lines."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from contract.errors import UnreadableDocument
from extraction import plain
from extraction.writing import Writer

_NAMES = ("title", "name", "título", "titulo", "nombre", "id", "key", "clave", "sku", "code", "código", "codigo")
_CELL = 200
_NAME_LENGTH = 120
_DEEPEST = 100


def write_json(writer: Writer, text: str, name: str) -> None:
    """One JSON value. Numbers stay as written."""
    try:
        value = _loads(text)
    except RecursionError as error:
        raise _too_deep(name) from error
    except json.JSONDecodeError as error:
        raise UnreadableDocument(f"{name} is not JSON ({error.msg} in line {error.lineno}): mend that line") from error
    _checked_depth(value, name)
    _write_value(writer, value, 1)


def write_json_lines(writer: Writer, text: str, name: str) -> None:
    """One JSON value a line."""
    values = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            values.append(_loads(line))
        except RecursionError as error:
            raise _too_deep(name) from error
        except json.JSONDecodeError as error:
            raise UnreadableDocument(
                f"{name} is not JSON Lines ({error.msg} in line {number}): mend that line"
            ) from error
    _checked_depth(values, name)
    _write_value(writer, values, 1)


def _loads(text: str) -> Any:
    return json.loads(text, parse_int=str, parse_float=str, parse_constant=str)


def _checked_depth(value: Any, name: str) -> None:
    level = [value]
    for _ in range(_DEEPEST):
        level = [part for whole in level for part in _parts(whole)]
        if not level:
            return
    raise _too_deep(name)


def _too_deep(name: str) -> UnreadableDocument:
    return UnreadableDocument(f"{name} is nested more than {_DEEPEST} levels deep: flatten it")


def _parts(value: Any) -> list[Any]:
    if isinstance(value, Mapping):
        return list(value.values())
    return value if isinstance(value, list) else []


def _write_value(writer: Writer, value: Any, level: int) -> None:
    if isinstance(value, Mapping):
        _write_record(writer, value, level)
    elif isinstance(value, list) and value and all(isinstance(part, Mapping) for part in value):
        _write_records(writer, value, level)
    elif isinstance(value, list):
        for part in value:
            if _scalar(part):
                writer.item(_text(part))
            else:
                _write_value(writer, part, level)
    else:
        plain.write(writer, _text(value), headings=False)


def _write_records(writer: Writer, records: Sequence[Mapping[str, Any]], level: int) -> None:
    """A table if the records are flat and alike, else a section each."""
    keys = list(dict.fromkeys(key for record in records for key in record))
    shared = sum(len(record) for record in records) / (len(records) * len(keys)) if keys else 0
    flat = all(_is_cell(value) for record in records for value in record.values())
    if flat and shared >= 0.5 and len(keys) <= 30 and len(records) > 1:
        writer.table(keys, [[_text(record.get(key)) for key in keys] for record in records])
        return
    for number, record in enumerate(records, 1):
        writer.heading(level + 1, _record_name(record) or str(number))
        _write_record(writer, record, level + 1)


def _is_cell(value: Any) -> bool:
    return _scalar(value) and len(text := _text(value)) <= _CELL and "\n" not in text


def _record_name(record: Mapping[str, Any]) -> str:
    by_name = {key.casefold(): value for key, value in record.items()}
    for key in _NAMES:
        value = by_name.get(key)
        if _scalar(value) and 0 < len(text := _text(value)) <= _NAME_LENGTH and "\n" not in text:
            return text
    return ""


def _write_record(writer: Writer, record: Mapping[str, Any], level: int) -> None:
    """The plain values as ``key: value`` lines, long ones as paragraphs, then the nested ones as sections."""
    lines, nested = [], []
    for key, value in record.items():
        if isinstance(value, list) and value and all(map(_scalar, value)):
            value = ", ".join(map(_text, value))
        if not _scalar(value):
            nested.append((key, value))
        elif (text := _text(value)) and len(text) <= _CELL and "\n" not in text:
            lines.append(f"{key}: {text}")
        elif text:
            nested.append((key, value))
    writer.paragraph("\n".join(lines))
    for key, value in nested:
        if _parts(value) or _scalar(value):
            writer.heading(level + 1, key)
            _write_value(writer, value, level + 1)


def _scalar(value: Any) -> bool:
    return not isinstance(value, Mapping | list)


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value).strip()
