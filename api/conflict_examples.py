"""Example requests to the inbox of conflicts, as the OpenAPI document shows them."""

from __future__ import annotations

from fastapi.openapi.models import Example

ASSIGNED: dict[str, Example] = {"somebody": {"summary": "Somebody looks into it", "value": {"owner": "returns-desk"}}}
NOTED: dict[str, Example] = {"asked": {"summary": "What was done so far", "value": {"note": "Asked the supplier."}}}
RESOLVED: dict[str, Example] = {
    "value": {"summary": "By the value", "value": {"value": "14 days", "note": "The sheet of March is the later one."}},
    "members": {"summary": "By who states it", "value": {"members": ["policy/refund.en"]}},
}
REOPENED: dict[str, Example] = {"doubt": {"summary": "With the reason", "value": {"note": "The supplier disagrees."}}}
