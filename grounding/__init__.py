"""Claims tied to the words that carry them, each checked; or a refusal with its reason."""
