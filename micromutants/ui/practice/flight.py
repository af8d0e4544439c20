"""A flick at the practice table: what was meant, what came of it, and how it is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from micromutants.physics import Launch, Outcome, Physics, Shot
from micromutants.rules import Tremble
from micromutants.scenario import Move, Result
from micromutants.table import Table
from micromutants.ui.draw import Look
from micromutants.ui.playback import Moment, Playback, Reel
from micromutants.ui.practice.looks import bare
from micromutants.ui.standing import at_start


@dataclass(frozen=True, slots=True)
class Flight:
    """A flick, or several at once.

    Attributes:
        name: Of the saved shot that it was; empty for a flick of the player's own.
        before: The table before it.
        moves: What was meant; a hand may have done something else.
        launches: What the chips really did.
        physics: With which.
        outcome: What came of it.
        results: What became of the expectations that it was held against.
    """

    name: str
    before: Table
    moves: tuple[Move, ...]
    launches: tuple[Launch, ...]
    physics: Physics
    outcome: Outcome
    results: tuple[Result, ...] = ()

    @property
    def piece(self) -> str:
        """Id of the first piece that was moved."""
        return self.moves[0].piece

    @property
    def reached(self) -> bool | None:
        """Whether all that was expected came; None where nothing was."""
        return all(result.passed for result in self.results) if self.results else None


def film(flight: Flight, looks: Mapping[str, Look]) -> Reel:
    """A flight that is being shown, as the entry of a match that nobody plays.

    Args:
        flight: The flick.
        looks: How the pieces look.
    """
    setup = bare(flight.before.mat)
    press, outcome, stands = flight.moves[0], flight.outcome, at_start(setup)
    action = Tremble(press, flight.launches[0]) if isinstance(press, Shot) else None
    moment = Moment(1, setup, action, flight.before, outcome.table, outcome.track, (), stands, stands, looks)
    return Reel(Playback(moment, calm=True, traced=flight.piece))
