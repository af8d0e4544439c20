"""What a position is worth to a player: what each side has, and what each may take next."""

from __future__ import annotations

import math
from collections.abc import Mapping

from micromutants.match.bots.gains import (
    EXTRA_SHOT,
    attack,
    best_chance,
    gains_of_projectile,
    meteor_gain,
    share_of,
)
from micromutants.match.bots.side import NEAR_SCALE, WIN, Force, forces, lead, near, resources, side
from micromutants.rules import Extra, Pending, Phase, State, Task, kind_of
from micromutants.table import Piece

MOVE, SHOVE, TURN, RESERVE, PLACE = 10.0, 3.0, 2.0, 8.0, 4.0
"""What cards offer: a further move, a shove, a bug turned, one from out of play, one brought elsewhere."""

SHOOT = 1.0
"""What a shot is worth beside what it may be expected to hit."""

WARP = 6.0
"""What a throw of Warp Entrances brings."""

THREAT, PROMISE = 0.7, 0.4
"""How much counts what an opponent may take in the turn that comes next, and what the player may in the turn after."""


def worth(state: State, player: int) -> float:
    """What the position is worth to a player, in the measure of ``BUG``; chances of either side are rough guesses."""
    if state.phase is Phase.OVER:
        return 0.0 if state.winner is None else WIN if state.winner == player else -WIN
    if player in state.out:
        return -WIN
    every = forces(state)
    others = [other for other in every if other != player]
    value = side(state, every, player) + lead(state, every, player, len(resources(state)))
    value -= sum(side(state, every, other) for other in others) / len(others)
    value += PROMISE * attack(state, every, player, share=share_of(state))
    value -= THREAT * sum(attack(state, every, other, victim=player) for other in others) / math.sqrt(len(others))
    if state.extra is Extra.EARNED:
        value += EXTRA_SHOT if state.player == player else -EXTRA_SHOT
    for due in state.pending:
        if due.task is not Task.DROP:
            value += offered(state, every, due) * (1.0 if due.player == player else -1.0)
    return value


def offered(state: State, every: Mapping[int, Force], due: Pending) -> float:
    """What a decision that a card or terrain leaves to a player may bring."""
    match due.task:
        case Task.LOAD | Task.SHOOT:
            return SHOOT + _expected_of_shot(state, every, due)
        case Task.MOVE:
            return MOVE
        case Task.SHOVE:
            return SHOVE
        case Task.TURN:
            return TURN
        case Task.MUSTER:
            return RESERVE
        case Task.THROW if due.source == "warp-gate":
            return WARP
        case Task.THROW:
            return max(0.0, meteor_gain(every, due.player))
        case Task.BRING if due.reserve:
            return RESERVE
        case Task.BRING if due.inside and due.source in state.table:
            # A Warp Entrance is worth what a bug is worth where it lies.
            bases = [base for force in every.values() if force.player != due.player for base in force.bases]
            return PLACE * near(state.table[due.source], bases, NEAR_SCALE)
    return PLACE


def _expected_of_shot(state: State, every: Mapping[int, Force], due: Pending) -> float:
    """What a projectile may expect to gain from where it lies, or from beside the bug that shoots it."""
    source = state.table.get(due.source)
    if source is None:
        return 0.0
    shot = source
    if due.task is Task.LOAD:
        piece = f"{due.breed}-1"
        shot = Piece(piece, kind_of(state, due.player, piece), due.player, source.x, source.y)
    extra = EXTRA_SHOT if state.player == due.player and state.extra is Extra.NONE else 0.0
    found = gains_of_projectile(state, every, shot, extra=extra, share=share_of(state))
    return best_chance(shot, found, state.setup.seats[due.player].hand)[0]
