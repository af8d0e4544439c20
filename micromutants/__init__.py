"""Micro Mutants: Evolution as a physics simulation: the public names.

>>> from micromutants import Mat, Physics, Piece, Shot, Table, press, simulate
>>> table = Table.of(Mat(), [Piece("hopper", "small", 0, 200.0, 200.0)])
>>> launch = press(Shot("hopper", azimuth=0.0, power=0.5), table["hopper"], Physics())
>>> outcome = simulate(table, launch, Physics())
"""

from micromutants.match import Match, load_record
from micromutants.physics import Hand, Landing, Launch, Outcome, Physics, Scatter, Shot, press, scatter, simulate
from micromutants.scenario import load_scenario
from micromutants.table import Mat, Piece, Table
from micromutants.version import __version__

__all__ = [
    "Hand",
    "Landing",
    "Launch",
    "Mat",
    "Match",
    "Outcome",
    "Physics",
    "Piece",
    "Scatter",
    "Shot",
    "Table",
    "__version__",
    "load_record",
    "load_scenario",
    "press",
    "scatter",
    "simulate",
]
