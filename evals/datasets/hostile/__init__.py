"""Malformed, odd and hostile files, made by a seed: what a folder of the world may hold, and what an attacker puts there."""

from evals.datasets.hostile.files import BAIT, Hostile, kinds, made

__all__ = ["BAIT", "Hostile", "kinds", "made"]
