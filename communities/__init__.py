"""Clusters of what is in force, with summaries that cite: projection, Leiden, ids that stay, refresh of what changed."""
