"""What an operator sees of a running service: spans of every stage, and counters. Ids, counts and durations; no content."""
