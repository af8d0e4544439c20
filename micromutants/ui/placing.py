"""Putting one bug down by hand during a match: a reinforcement, or a bug beside the base that it captured."""

from __future__ import annotations

import math

from micromutants.geometry import Pose
from micromutants.rules import Option, Phase, PutBeside, Reinforce, Spot, State, legal, nearest_spot
from micromutants.rules.places import placed
from micromutants.ui.draw import Ghost
from micromutants.ui.intents import Intent, Keyed

MOVES = (5.0, 1.0, 0.2)
"""Steps of a bug by keys, mm, coarse to finest."""

TURN = math.radians(15.0)
"""Step of its angle, rad."""

_ARROWS = {Intent.LEFT: (-1, 0), Intent.RIGHT: (1, 0), Intent.UP: (0, 1), Intent.DOWN: (0, -1)}


class Placing:
    """The bug in the hand.  It is always shown on the legal spot nearest to where the player would have it."""

    def __init__(self, state: State) -> None:
        self.state = state
        offers = [o for o in legal(state) if o.kind in ("put-beside", "reinforce")]
        # Two dice of one breed are one choice.
        self.choices: tuple[Option, ...] = tuple({o.piece: o for o in reversed(offers)}.values())[::-1]
        self.index = 0
        self.wish = Pose(state.table.mat.width / 2, state.table.mat.height / 2)
        self._found: dict[tuple[int, float, float, float], Spot | None] = {}
        self._begin()

    def _begin(self) -> None:
        """Begin beside a base: the captured one, or the own one that stands nearest to the middle."""
        state = self.state
        if state.phase is Phase.PUT_BESIDE:
            base = state.table[state.beside[0].base]
        else:
            mine = [p for p in state.table if p.owner == state.player and p.kind.endswith("base")]
            if not mine:
                return
            middle = state.table.mat.width / 2
            base = min(mine, key=lambda p: (abs(p.x - middle), p.id))
        towards = 1 if base.y < state.table.mat.height / 2 else -1
        self.wish = Pose(base.x, base.y + towards * 45.0, 0.0)

    @property
    def choice(self) -> Option | None:
        """What would be placed."""
        return self.choices[self.index] if self.choices else None

    def choose(self, index: int) -> None:
        """Take another of the choices (rule T5)."""
        if self.choices:
            self.index = index % len(self.choices)

    def point(self, x: float, y: float) -> None:
        """Wish for another place, mm."""
        self.wish = Pose(x, y, self.wish.angle)

    def turn(self, by: float) -> None:
        """Turn the bug by ``by`` rad."""
        self.wish = Pose(self.wish.x, self.wish.y, (self.wish.angle + by) % math.tau)

    def keyed(self, keyed: Keyed) -> bool:
        """Move, turn or change the bug by keys; returns whether the intent was one of ours."""
        intent = keyed.intent
        if intent in _ARROWS:
            # Steps count from where the bug is shown, so that no key press is lost outside the allowed spots.
            at = self.spot() or self.wish
            dx, dy = _ARROWS[intent]
            self.wish = Pose(at.x + dx * MOVES[keyed.step], at.y + dy * MOVES[keyed.step], self.wish.angle)
        elif intent in (Intent.ROTATE, Intent.ROTATE_BACK):
            self.turn(TURN if intent is Intent.ROTATE else -TURN)
        elif intent in (Intent.NEXT, Intent.PREVIOUS):
            self.choose(self.index + (1 if intent is Intent.NEXT else -1))
        else:
            return False
        return True

    def spot(self) -> Spot | None:
        """The legal spot nearest to the wish."""
        choice = self.choice
        if choice is None:
            return None
        key = (self.index, round(self.wish.x, 1), round(self.wish.y, 1), round(self.wish.angle, 4))
        if key not in self._found:
            self._found[key] = nearest_spot(self.state, choice.player, choice.piece, *key[1:])
        return self._found[key]

    def ghosts(self) -> tuple[Ghost, ...]:
        """The bug as it would lie."""
        spot, choice = self.spot(), self.choice
        if spot is None or choice is None:
            return ()
        owner = choice.player if choice.kind == "reinforce" else self._captor(choice.player)
        return (Ghost(placed(self.state, owner, spot), legal=True),)

    def _captor(self, base_owner: int) -> int:
        """Whose bug has captured the base."""
        return next(p for p in range(len(self.state.setup.seats)) if p != base_owner)

    def action(self) -> Reinforce | PutBeside | None:
        """What putting the bug down here would be."""
        spot, choice = self.spot(), self.choice
        if spot is None or choice is None:
            return None
        if choice.kind == "put-beside":
            return PutBeside(choice.player, spot)
        assert choice.use is not None, "a reinforcement is paid for by a die"
        return Reinforce(choice.player, choice.use, spot)
