"""The inbox of conflicts: found at ingestion, read under a reader's scope, settled with a history."""
