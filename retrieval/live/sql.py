"""A row of a database, by SQLAlchemy: read-only, one thing by its id, which goes in as a parameter and never as text."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any

from contract.policy import LiveSourceRule
from retrieval.live.observing import Failed


def ready(source: LiveSourceRule) -> None:
    """Load the library and the driver, which may take longer than a read may. Raises ``Failed`` where one is lacking."""
    try:
        import sqlalchemy
    except ImportError as error:
        raise Failed(f"{source.name} needs the extra 'sql': pip install 'vigente[sql]'") from error
    try:
        _engine(source.url)
    except ImportError as error:
        raise Failed(f"{source.name} needs the driver of its database, {error.name}: install it") from error
    except sqlalchemy.exc.SQLAlchemyError as error:
        raise Failed(f"{source.name} cannot be read: {type(error).__name__}: see its url") from error


def fetch(source: LiveSourceRule, subject: str) -> Mapping[str, Any]:
    """The one row that the query gives, by column, of a source that is ``ready``.

    Raises ``Failed`` for none, for several, and for a database that fails.
    """
    import sqlalchemy

    try:
        with _engine(source.url).connect() as connection:
            _read_only(connection)
            rows = connection.execute(sqlalchemy.text(source.sql or ""), {"subject": subject}).mappings().fetchmany(2)
            connection.rollback()
    except sqlalchemy.exc.SQLAlchemyError as error:
        raise Failed(f"{source.name} could not be read: {type(error).__name__}", passing=True) from error
    if len(rows) != 1:
        raise Failed(f"{source.name} has {'several rows' if rows else 'no row'} for that subject")
    return {name: _plain(value) for name, value in rows[0].items()}


@lru_cache(maxsize=16)
def _engine(url: str) -> Any:
    import sqlalchemy

    return sqlalchemy.create_engine(url, pool_pre_ping=True)


def _read_only(connection: Any) -> None:
    """Whatever the query is, nothing is written: the database is told, where it can be, and all is rolled back."""
    said = {
        "sqlite": "PRAGMA query_only = ON",
        "postgresql": "SET TRANSACTION READ ONLY",
        "mysql": "SET TRANSACTION READ ONLY",
    }
    if order := said.get(connection.dialect.name):
        connection.exec_driver_sql(order)


def _plain(value: Any) -> Any:
    """A column's value as JSON would have it; dates as ISO text, decimals as they are written."""
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value
