"""What a position is worth to a player."""

from __future__ import annotations

import math

from micromutants.match.bots.aim import BASE_KINDS
from micromutants.rules import Extra, State
from micromutants.table import Face, Piece

WIN = 1000.0
BUG = 10.0
LAST_BUGS = 6
"""From so many bugs down, each lost one weighs more: at two the game is lost."""

BASE_WHOLE, BASE_DAMAGED = 70.0, 40.0
EXTRA_SHOT = 6.0
NEAR_BASE, NEAR_SCALE = 1.5, 160.0
"""Worth of a bug at an enemy base, and the distance in mm over which it fades."""

EXPOSED, EXPOSED_WITHIN = 0.4, 130.0
"""What a bug within so many mm of an enemy bug may cost."""


def worth(state: State, player: int) -> float:
    """What the position is worth to a player, in tenths of a bug; chances of either side are rough guesses."""
    if state.winner is not None:
        return WIN if state.winner == player else -WIN
    value = _side(state, player) - _side(state, 1 - player) - _exposed(state, player)
    if state.extra is Extra.EARNED:
        value += EXTRA_SHOT if state.player == player else -EXTRA_SHOT
    return value


def _side(state: State, player: int) -> float:
    own = [piece for piece in state.table if piece.owner == player]
    bugs = [piece for piece in own if piece.kind not in BASE_KINDS]
    targets = [piece for piece in state.table if piece.owner == 1 - player and piece.kind in BASE_KINDS]
    in_hand = sum(beside.owner != player for beside in state.beside)
    count = len(bugs) + in_hand
    value = BUG * count - 2.0 * BUG * sum(1.0 / n for n in range(count + 1, LAST_BUGS + 1))
    for piece in own:
        if piece.kind in BASE_KINDS:
            value += BASE_WHOLE if piece.face is Face.NORMAL else BASE_DAMAGED
    for bug in bugs:
        if targets:
            value += NEAR_BASE * math.exp(-min(_apart(bug, base) for base in targets) / NEAR_SCALE)
    return value


def _exposed(state: State, player: int) -> float:
    bugs = [piece for piece in state.table if piece.kind not in BASE_KINDS]
    enemies = [bug for bug in bugs if bug.owner == 1 - player]
    near = sum(any(_apart(bug, enemy) < EXPOSED_WITHIN for enemy in enemies) for bug in bugs if bug.owner == player)
    return EXPOSED * near


def _apart(a: Piece, b: Piece) -> float:
    return math.hypot(a.x - b.x, a.y - b.y)
