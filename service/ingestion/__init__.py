"""The flow of ingestion: inputs found, read by children within limits, prepared, committed one revision at a time."""
