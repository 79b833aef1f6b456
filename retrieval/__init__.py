"""Candidates for a question: lexical, dense, facts, the two-hop walk, communities, live reads. The aim is recall."""
