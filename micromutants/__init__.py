"""Micro Mutants: Evolution as a physics simulation: the public names.

>>> from micromutants import Mat, Physics, Piece, Shot, Table, press, simulate
>>> table = Table.of(Mat(), [Piece("hopper", "small", 0, 200.0, 200.0)])
>>> launch = press(Shot("hopper", azimuth=0.0, power=0.5), table["hopper"], Physics())
>>> outcome = simulate(table, launch, Physics())
>>> outcome.settled, outcome.moved
(True, ('hopper',))

Matches and their records are as near: see :mod:`micromutants.match`, :mod:`micromutants.rules`, and the README.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from micromutants.version import __version__

if TYPE_CHECKING:
    from micromutants.match import Match, load_record
    from micromutants.physics import Hand, Landing, Launch, Outcome, Physics, Scatter, Shot, press, scatter, simulate
    from micromutants.scenario import load_scenario
    from micromutants.table import Mat, Piece, Table

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

_HOMES = {
    "Match": "match",
    "load_record": "match",
    "load_scenario": "scenario",
    "Mat": "table",
    "Piece": "table",
    "Table": "table",
}
"""Where the public names live that are not of the physics."""


def __getattr__(name: str) -> object:
    """Load a public name when it is first asked for, so that ``micromutants --help`` waits for no physics."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(importlib.import_module(f"{__name__}.{_HOMES.get(name, 'physics')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names, loaded or not."""
    return sorted({*globals(), *__all__})
