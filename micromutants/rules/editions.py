"""What later versions of the rules changed, so that records of older ones still give the same game.

Each change is told by the version that brought it; it is in force where ``Setup.edition`` is at least that.
"""

from __future__ import annotations

from micromutants.rules.model import State

FLICKED_ANEW = 5
"""What the flicked piece ends over or under counts each time it is flicked, also where it lay there before."""

PROJECTILES_FUMBLE = 5
"""A projectile that ends beneath an enemy piece is eliminated: no second shot, no fire left burning (rule M6)."""

FIRE_OFF_TERRAIN = 5
"""A projectile that stays on the mat and is knocked onto a template is removed (rule G6)."""

ONE_BUG_AN_ENTRANCE = 5
"""A bug goes through one Warp Entrance of a throw, and entrances that overlap only each other stay open (rule G4)."""

NO_SHOT_FOR_WHO_IS_OUT = 5
"""A reaction in the turn of a player who is out already earns that player no extra shot."""

POINTS_IN_WORDS = 5
"""The sentence of a victory by points, or by the last resource, tells who has how many."""

ENTRANCES_LIE_ABOVE = 6
"""A Warp Entrance that lay partly over another one lies on the bug that takes the place of that one (rule G4)."""

MOVED_BOTH = 7
"""A bug that was moved beneath one that was moved too does not fumble: it is captured, or nothing happens (rule M7)."""

FALLEN_BY_STEPS = 7
"""Of two sides that fall in one shot it is told by each step of the resolution which fell first (rule W5)."""

FRESH_CHIPS = 7
"""A chip that comes back in the turn in which it moved and was eliminated counts as a bug that has not moved."""

TRUER_WORDS = 7
"""Happenings say which card was declined, why nothing came of a bug or projectile, and what decided after W5."""


def since(state: State, version: int) -> bool:
    """Whether a change that a version of the rules brought is in force in a game."""
    return state.setup.edition >= version
