"""The error tree.

* ``VigenteError``: everything the product raises on purpose. Its message is one sentence that names the thing and the mend.

  * ``RequestError``: the caller's request cannot be taken (exit 2, HTTP 4xx)

    * ``InvalidQuestion`` · ``InvalidDate`` · ``InvalidInterval`` · ``NotFound`` · ``Unauthorized`` · ``Forbidden``
    * ``SettingsError``: a setting or the policy file is wrong

  * ``DocumentError``: one document cannot be taken; the others go on (exit 1)

    * ``UnreadableDocument`` · ``EmptyDocument`` · ``DocumentTooLarge`` · ``InvalidMetadata``

  * ``Unavailable``: a store, model or live source is not to be had (exit 3, HTTP 503)

    * ``StoreUnavailable`` · ``StoreMismatch`` · ``ModelUnavailable`` · ``LiveReadFailed``
"""

from __future__ import annotations


class VigenteError(Exception):
    """Root of the tree. ``code`` is stable and goes to HTTP and JSON."""

    code = "error"
    exit_code = 2


class RequestError(VigenteError):
    code = "bad_request"


class InvalidQuestion(RequestError):
    code = "invalid_question"


class InvalidDate(RequestError):
    code = "invalid_date"


class InvalidInterval(RequestError):
    code = "invalid_interval"


class NotFound(RequestError):
    code = "not_found"


class Unauthorized(RequestError):
    """Nobody is known by what was shown, or nothing was shown."""

    code = "unauthorized"


class Forbidden(RequestError):
    code = "forbidden"


class SettingsError(RequestError):
    code = "settings"


class DocumentError(VigenteError):
    code = "document"
    exit_code = 1


class UnreadableDocument(DocumentError):
    code = "unreadable_document"


class EmptyDocument(DocumentError):
    code = "empty_document"


class DocumentTooLarge(DocumentError):
    code = "document_too_large"


class InvalidMetadata(DocumentError):
    code = "invalid_metadata"


class Unavailable(VigenteError):
    code = "unavailable"
    exit_code = 3


class StoreUnavailable(Unavailable):
    code = "store_unavailable"


class StoreMismatch(Unavailable):
    """The store was written with another schema, model or dimension."""

    code = "store_mismatch"


class ModelUnavailable(Unavailable):
    code = "model_unavailable"


class LiveReadFailed(Unavailable):
    code = "live_read_failed"
