"""Putting one piece down by hand during a match: a reinforcement, a bug beside a base, what a card brings."""

from __future__ import annotations

import math
from collections.abc import Mapping

import msgspec

from micromutants.geometry import Pose
from micromutants.rules import (
    Bring,
    Load,
    Option,
    Phase,
    PutBeside,
    Reinforce,
    Spot,
    State,
    Task,
    legal,
    nearest_spot,
    owner_of,
)
from micromutants.rules.places import anchors, placed
from micromutants.table import KINDS, Piece
from micromutants.ui.draw import Ghost
from micromutants.ui.intents import Intent, Keyed

MOVES = (5.0, 1.0, 0.2)
"""Steps of a bug by keys, mm, coarse to finest."""

TURN = math.radians(15.0)
"""Step of its angle, rad."""

KINDS_PLACED = ("put-beside", "reinforce", "load", "bring")
"""Options that put a piece down."""

ARROWS: Mapping[Intent, tuple[int, int]] = {
    Intent.LEFT: (-1, 0),
    Intent.RIGHT: (1, 0),
    Intent.UP: (0, 1),
    Intent.DOWN: (0, -1),
}
"""Which way the arrow keys move a piece, in steps of :data:`MOVES`."""


def is_placing(state: State) -> bool:
    """Whether a player has to put a piece down now."""
    if state.phase is Phase.DECIDE:
        return state.pending[0].task in (Task.LOAD, Task.BRING, Task.MUSTER)
    return state.phase in (Phase.REINFORCE, Phase.PUT_BESIDE) and any(o.kind in KINDS_PLACED for o in legal(state))


class Placing:
    """The piece in the hand.  It is always shown on the legal spot nearest to where the player would have it."""

    def __init__(self, state: State) -> None:
        self.state = state
        offers = [o for o in legal(state) if o.kind in KINDS_PLACED]
        # Two dice of one breed are one choice.
        self.choices: tuple[Option, ...] = tuple({o.piece: o for o in reversed(offers)}.values())[::-1]
        self.index = 0
        self.wish = Pose(state.table.mat.width / 2, state.table.mat.height / 2)
        self._found: dict[tuple[int, float, float, float], Spot | None] = {}
        self._begin()

    @property
    def fixed(self) -> bool:
        """Whether there is only one place: that of the source."""
        return self.state.phase is Phase.DECIDE and self.state.pending[0].inside

    @property
    def from_mat(self) -> bool:
        """Whether the choices are bugs that lie on the mat."""
        return any(option.piece in self.state.table for option in self.choices)

    def around(self) -> tuple[Piece, ...]:
        """The pieces beside one of which, or in place of which, it is put."""
        state = self.state
        if state.phase is Phase.PUT_BESIDE:
            return (state.table[state.beside[0].base],)
        if state.phase is Phase.DECIDE:
            return anchors(state, state.pending[0])
        return tuple(p for p in state.table if p.owner == state.player and p.kind.endswith("base"))

    def _begin(self) -> None:
        """Begin beside what it belongs to, on the side of the middle of the mat."""
        around, mat = self.around(), self.state.table.mat
        if not around:
            return
        middle = (mat.width / 2, mat.height / 2)
        by = min(around, key=lambda p: (abs(p.x - middle[0]), p.id))
        far = math.hypot(middle[0] - by.x, middle[1] - by.y) or 1.0
        choice = self.choice
        reach = KINDS["small"].reach
        if choice is not None:
            reach = placed(self.state, owner_of(self.state, choice.piece), Spot(choice.piece, *middle)).spec.reach
        step = by.spec.reach + reach + 3.0
        self.wish = Pose(by.x + (middle[0] - by.x) / far * step, by.y + (middle[1] - by.y) / far * step, 0.0)

    @property
    def choice(self) -> Option | None:
        """What would be placed."""
        return self.choices[self.index] if self.choices else None

    def choose(self, index: int) -> None:
        """Take another of the choices (rule T5)."""
        if self.choices:
            self.index = index % len(self.choices)

    def choose_piece(self, piece: str | None) -> bool:
        """Take the choice that lies on the mat as this piece; returns whether there is one."""
        for index, option in enumerate(self.choices):
            if option.piece == piece and piece in self.state.table:
                self.index = index
                return True
        return False

    def point(self, x: float, y: float) -> None:
        """Wish for another place, mm."""
        self.wish = Pose(x, y, self.wish.angle)

    def turn(self, by: float) -> None:
        """Turn the piece by ``by`` rad."""
        self.wish = Pose(self.wish.x, self.wish.y, (self.wish.angle + by) % math.tau)

    def keyed(self, keyed: Keyed) -> bool:
        """Move, turn or change the piece by keys; returns whether the intent was one of ours."""
        intent = keyed.intent
        if intent in ARROWS:
            # Steps count from where the piece is shown, so that no key press is lost outside the allowed spots.
            at = self.spot() or self.wish
            dx, dy = ARROWS[intent]
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
        """The piece as it would lie."""
        spot, choice = self.spot(), self.choice
        if spot is None or choice is None:
            return ()
        piece = placed(self.state, owner_of(self.state, choice.piece), spot)
        lying = self.state.table.get(choice.piece)
        if lying is not None:
            piece = msgspec.structs.replace(piece, face=lying.face)
        return (Ghost(piece, legal=True),)

    def action(self) -> Reinforce | PutBeside | Load | Bring | None:
        """What putting the piece down here would be."""
        spot, choice = self.spot(), self.choice
        if spot is None or choice is None:
            return None
        match choice.kind:
            case "put-beside":
                return PutBeside(choice.player, spot)
            case "load":
                return Load(choice.player, spot)
            case "bring":
                return Bring(choice.player, spot)
        assert choice.use is not None, "a reinforcement is paid for by a die"
        return Reinforce(choice.player, choice.use, spot)
