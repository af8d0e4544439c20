"""Matches of bots by the hundred, each held to what must be true of every match."""

from micromutants.soak.invariants import changes, faults
from micromutants.soak.kinds import KINDS, seed_of, setup_of
from micromutants.soak.playing import Played, play_one
from micromutants.soak.report import as_values, lines, verdict
from micromutants.soak.running import MOST_MATCHES, soak

__all__ = [
    "KINDS",
    "MOST_MATCHES",
    "Played",
    "as_values",
    "changes",
    "faults",
    "lines",
    "play_one",
    "seed_of",
    "setup_of",
    "soak",
    "verdict",
]
