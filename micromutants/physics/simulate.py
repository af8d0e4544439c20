"""One launch on one table, from take-off to rest."""

from __future__ import annotations

from micromutants.physics.model import Launch, Outcome, Physics
from micromutants.table import Table


def simulate(table: Table, launch: Launch | tuple[Launch, ...], physics: Physics = Physics()) -> Outcome:
    raise NotImplementedError
