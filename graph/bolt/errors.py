"""The driver's errors as ours, in one place: one sentence each that names the thing and the mend."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from neo4j.exceptions import (
    AuthError,
    ClientError,
    ConfigurationError,
    ConstraintError,
    DriverError,
    IncompleteCommit,
    Neo4jError,
    ServiceUnavailable,
    SessionExpired,
)

from contract.errors import StoreUnavailable

_READ_ONLY = "the database is read only: take server.databases.read_only off it"
_CODES = {
    "Neo.ClientError.Security.CredentialsExpired": "its first password must be changed before it takes queries",
    "Neo.ClientError.Security.AuthenticationRateLimit": "too many wrong passwords came in a row: wait a little and try again",
    "Neo.ClientError.Security.Forbidden": "the user may not do this: give it the right to read, write and make indexes",
    "Neo.ClientError.General.ForbiddenOnReadOnlyDatabase": _READ_ONLY,
    "Neo.ClientError.General.WriteOnReadOnlyAccessDatabase": _READ_ONLY,
    "Neo.ClientError.General.WriteOnReadOnlyAccessMode": "the user may only read: give it the right to write",
    "Neo.ClientError.Database.DatabaseNotFound": "there is no such database: set VIGENTE_STORE_DATABASE to one that is there",
    "Neo.TransientError.Database.DatabaseUnavailable": "the database is not up: wait for it, or see the server's log",
    "Neo.ClientError.Transaction.TransactionTimedOut": (
        "it took longer than VIGENTE_STORE_TIMEOUT_SECONDS: set more, or see what else the server does"
    ),
    "Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration": (
        "it took longer than VIGENTE_STORE_TIMEOUT_SECONDS: set more, or see what else the server does"
    ),
    "Neo.TransientError.General.MemoryPoolOutOfMemoryError": "it is short of memory: give the server a larger heap",
    "Neo.TransientError.General.OutOfMemoryError": "it is short of memory: give the server a larger heap",
}
_SERVER = ("Neo.TransientError.", "Neo.DatabaseError.")


@contextmanager
def translated(address: str) -> Iterator[None]:
    """What the server or the way to it failed at, as ``StoreUnavailable``.

    Broken constraints and wrong queries are faults of ours and stay as they are. So does ``IncompleteCommit``: whether
    it is written is not known, and who wrote can find out.
    """
    try:
        yield
    except (ConstraintError, IncompleteCommit):
        raise
    except Neo4jError as error:
        mend = _mend(error)
        if mend is None:
            raise
        raise StoreUnavailable(f"Neo4j at {address} refused ({error.code}): {mend}") from error
    except (ServiceUnavailable, SessionExpired) as error:
        raise StoreUnavailable(
            f"no Neo4j answers at {address}: start it, or set VIGENTE_STORE to where it is ({_first(error)})"
        ) from error
    except ConfigurationError as error:
        raise StoreUnavailable(
            f"Neo4j at {address} cannot be reached as set: mend VIGENTE_STORE ({_first(error)})"
        ) from error
    except (DriverError, OSError) as error:  # the driver lets some faults of a socket through as they are
        raise StoreUnavailable(f"the way to Neo4j at {address} failed: try again ({_first(error)})") from error


def _mend(error: Neo4jError) -> str | None:
    code = error.code or ""
    if code in _CODES:
        return _CODES[code]
    if isinstance(error, AuthError):
        return "set VIGENTE_STORE_USER and VIGENTE_STORE_PASSWORD to a user of it"
    if not isinstance(error, ClientError) and code.startswith(_SERVER):
        return f"see the server's log, and try again ({_first(error)})"
    return None


def _first(error: Exception) -> str:
    """The first line of what an error says."""
    return (str(error).splitlines() or [type(error).__name__])[0].strip().rstrip(":")
