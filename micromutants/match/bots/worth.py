"""What a position is worth to a player."""

from __future__ import annotations

import math

from micromutants.rules import (
    Extra,
    Phase,
    State,
    Task,
    cards_of,
    collected,
    in_game,
    is_base,
    is_bug,
    is_resource,
    owner_of,
    score,
    webbed,
)
from micromutants.table import Face, Piece

WIN = 1000.0
BUG = 10.0
LAST_BUGS = 6
"""From so many bugs down, each lost one weighs more: at two the game is lost."""

BASE_WHOLE, BASE_DAMAGED, BASE_SMALL = 70.0, 40.0, 40.0
EXTRA_SHOT = 6.0
NEAR_BASE, NEAR_SCALE = 1.5, 160.0
"""Worth of a bug at an enemy base, and the distance in mm over which it fades."""

NEAR_RESOURCE, RESOURCE_SCALE = 1.0, 90.0
"""The same at the nearest resource."""

EXPOSED, EXPOSED_WITHIN = 0.4, 130.0
"""What a bug within so many mm of an enemy bug may cost."""

RESOURCE, CARD, POINT = 9.0, 8.0, 12.0
"""A resource in hand, an evolution card in play, a point for bases taken."""

WEBBED, OFFERED = 4.0, 3.0
"""What a web costs, and what a decision that a card offers may bring."""


def worth(state: State, player: int) -> float:
    """What the position is worth to a player, in tenths of a bug; chances of either side are rough guesses."""
    if state.phase is Phase.OVER:
        return 0.0 if state.winner is None else WIN if state.winner == player else -WIN
    if player in state.out:
        return -WIN
    others = [other for other in in_game(state) if other != player]
    value = _side(state, player) - _exposed(state, player)
    value -= sum(_side(state, other) for other in others) / len(others)
    if state.extra is Extra.EARNED:
        value += EXTRA_SHOT if state.player == player else -EXTRA_SHOT
    for due in state.pending:
        if due.task is not Task.DROP:
            value += OFFERED if due.player == player else -OFFERED
    return value


def _side(state: State, player: int) -> float:
    own = [piece for piece in state.table if piece.owner == player]
    bugs = [piece for piece in own if is_bug(state, piece.id)]
    targets = [piece for piece in state.table if piece.owner != player and is_base(state, piece.id)]
    ids = {piece.id for piece in bugs}
    in_hand = sum(owner_of(state, beside.bug) == player for beside in state.beside if beside.bug not in ids)
    count = len(bugs) + in_hand
    value = BUG * count - 2.0 * BUG * sum(1.0 / n for n in range(count + 1, LAST_BUGS + 1))
    for piece in own:
        if is_base(state, piece.id):
            whole = BASE_WHOLE if piece.face is Face.NORMAL else BASE_DAMAGED
            value += whole if piece.kind == "base" else BASE_SMALL
    for bug in bugs:
        if targets:
            value += NEAR_BASE * math.exp(-min(_apart(bug, base) for base in targets) / NEAR_SCALE)
        if webbed(state, bug.id):
            value -= WEBBED
    if state.setup.mode == "advanced":
        value += RESOURCE * len(collected(state, player)) + CARD * len(cards_of(state, player))
        lying = [piece for piece in state.table if is_resource(piece.id)]
        for bug in bugs if lying else ():
            value += NEAR_RESOURCE * math.exp(-min(_apart(bug, one) for one in lying) / RESOURCE_SCALE)
    if len(state.setup.seats) > 2:
        value += POINT * score(state, player)
    return value


def _exposed(state: State, player: int) -> float:
    bugs = [piece for piece in state.table if is_bug(state, piece.id)]
    enemies = [bug for bug in bugs if bug.owner != player]
    near = sum(any(_apart(bug, enemy) < EXPOSED_WITHIN for enemy in enemies) for bug in bugs if bug.owner == player)
    return EXPOSED * near


def _apart(a: Piece, b: Piece) -> float:
    return math.hypot(a.x - b.x, a.y - b.y)
