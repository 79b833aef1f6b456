"""Example requests, as the OpenAPI document shows them."""

from __future__ import annotations

from typing import Any

from fastapi.openapi.models import Example

ASKED: dict[str, Example] = {
    "decision": {
        "summary": "A decision: the limit from the policy in force, the order read live",
        "value": {"question": "¿Puedo reembolsar el pedido 1042?"},
    },
    "past": {
        "summary": "What was in force on a day",
        "value": {"question": "What is the refund window?", "valid_at": "2025-06-01"},
    },
    "known": {
        "summary": "What was in force on a day, as it was known on another",
        "value": {
            "question": "What is the refund window?",
            "valid_at": "2026-04-01",
            "known_at": "2026-02-01T00:00:00Z",
        },
    },
    "declared": {
        "summary": "A declared decision by its name",
        "value": {"question": "Is it still in time?", "decision": "refund_eligibility", "subject": "1042"},
    },
}
SEARCHED: dict[str, Example] = {
    "words": {"summary": "The five best", "value": {"question": "refund window", "limit": 5}},
}
COMPARED: dict[str, Example] = {
    "valid": {
        "summary": "What a new revision changed",
        "value": {"question": "What is the refund window?", "from": "2026-01-01", "to": "2026-04-01"},
    },
    "known": {
        "summary": "What an ingestion changed",
        "value": {
            "question": "What is the refund window?",
            "from": "2026-01-01",
            "to": "2026-04-20",
            "axis": "known",
            "valid_at": "2026-04-01",
        },
    },
}
EXPECTED: dict[str, Example] = {
    "forum": {
        "summary": "A post that says otherwise",
        "value": {"question": "What is the refund window?", "uri": "forum/refunds.en"},
    },
}
STREAMED: dict[str, Any] = {
    "schema": {"type": "string", "description": "Server-sent events; the data of each is JSON"},
    "examples": {
        "events": {
            "summary": "The beginning and the end of a stream",
            "value": 'event: stage\ndata: {"stage":"question"}\n\n'
            'event: claim\ndata: {"id":"…","text":"The limit in force is 14 days.","citations":[…]}\n\n'
            'event: answer\ndata: {"answer":"…","claims":[…]}\n\n',
        }
    },
}
