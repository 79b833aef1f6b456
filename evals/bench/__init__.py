"""One bench a file: generated data with a seed, ratios inside one run, memory."""
