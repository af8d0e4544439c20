"""What a position is worth to a player: how far each side is from falling, what it has, what stands where."""

from __future__ import annotations

import math

from micromutants.rules import (
    Base,
    Extra,
    Pending,
    Phase,
    State,
    Task,
    bases_in_play,
    bugs_in_play,
    buyable,
    cards_of,
    collected,
    growable,
    holdings,
    in_game,
    in_hand,
    is_bug,
    is_resource,
    part_of,
    score,
    webbed,
)
from micromutants.table import Face, Piece

WIN = 1000.0
BUG = 10.0
"""A bug; all else is measured against it."""

HIT = 10.0
"""What each further capture that a base withstands is worth, however far the side is from falling."""

DANGER, DANGER_SCALE = 150.0, 1.7
"""What it costs to be on the point of falling, and over how many captures of bases that fades."""

BUG_STEP = 1.5
"""How many captures of bases the capture of a bug is like, where bugs decide: a bug is harder to cover."""

EXTRA_SHOT = 14.0
"""An extra shot that waits to be used: about what the best flick of a turn gains on average."""

NEAR_BASE, NEAR_SCALE = 2.0, 140.0
"""Worth of a bug at an enemy base, and the distance in mm over which it fades."""

NEAR_RESOURCE, RESOURCE_SCALE = 1.5, 80.0
"""The same at the nearest resource."""

EXPOSED, EXPOSING, EXPOSED_WITHIN = 0.6, 0.3, 130.0
"""What an own bug within so many mm of an enemy bug may cost, and what an enemy bug there may bring."""

RESOURCE, CARD, POINT = 9.0, 9.0, 12.0
"""A resource that can still be spent, an evolution card in play, a point for bases taken."""

LAST_RESOURCE, LAST_SCALE = 60.0, 1.5
"""What it is worth to be ahead when the last resource is taken, and over how many resources that fades."""

WEBBED = 4.0
"""What a web costs."""

SHOOT, MOVE, SHOVE, TURN, RESERVE, PLACE = 8.0, 10.0, 3.0, 2.0, 8.0, 4.0
"""What cards offer: a shot, a further move, a shove, a bug turned, one from out of play, one brought elsewhere."""

WARP, METEORS = 6.0, 0.27
"""What a throw of Warp Entrances brings, and how many Meteors come down on each bug of a crowd."""

CROWD = 80.0
"""Bugs within so many mm of another are a crowd round it."""


def worth(state: State, player: int) -> float:
    """What the position is worth to a player, in tenths of a bug; chances of either side are rough guesses."""
    if state.phase is Phase.OVER:
        return 0.0 if state.winner is None else WIN if state.winner == player else -WIN
    if player in state.out:
        return -WIN
    others = [other for other in in_game(state) if other != player]
    value = _side(state, player) + _dominating(state, player) + _exposures(state, player)
    value -= sum(_side(state, other) for other in others) / len(others)
    if state.extra is Extra.EARNED:
        value += EXTRA_SHOT if state.player == player else -EXTRA_SHOT
    for due in state.pending:
        if due.task is not Task.DROP:
            value += offered(state, due) if due.player == player else -offered(state, due)
    return value


def danger(state: State, player: int) -> float:
    """What it costs a side to be as near to falling as it is, by its bases and by its bugs."""
    bugs = len(bugs_in_play(state, player)) + len(in_hand(state, player))
    steps = (hits_to_fall(state, player), BUG_STEP * max(0, bugs - 2))
    return DANGER * sum(math.exp(-far / DANGER_SCALE) for far in steps)


def hits_to_fall(state: State, player: int) -> float:
    """How many captures of a player's bases it takes until that side falls by its bases.

    Where either of two small or grown bases would do beside the main one, their mean counts: a grown one protects the
    side only from those who can not reach the other.
    """
    bases = bases_in_play(state, player)
    hits = sorted(withstands(base) for base in bases)
    if len(state.setup.seats) > 2:
        return sum(hits)
    if state.setup.mode != "advanced":
        return sum(hits[: max(0, len(hits) - 1)])
    main = [withstands(base) for base in bases if is_main(state, base)]
    others = sorted(withstands(base) for base in bases if not is_main(state, base))
    return sum(main) + (sum(others) / 2 if len(others) == 2 else 0.0)


def withstands(base: Piece) -> int:
    """How many captures eliminate a base."""
    return 2 if base.kind == "base" and base.face is Face.NORMAL else 1


def is_main(state: State, base: Piece) -> bool:
    """Whether a base is the main base of its army."""
    part = part_of(state, base.id)
    return isinstance(part, Base) and part.main


def offered(state: State, due: Pending) -> float:
    """What a decision that a card or terrain leaves to a player may bring."""
    match due.task:
        case Task.LOAD | Task.SHOOT:
            return SHOOT
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
            return max(0.0, meteor_gain(state, due.player))
        case Task.BRING if due.reserve:
            return RESERVE
        case Task.BRING if due.inside and due.source in state.table:
            # A Warp Entrance is worth what a bug is worth where it lies.
            return PLACE * _near(state.table[due.source], _targets(state, due.player), NEAR_SCALE)
    return PLACE


def meteor_gain(state: State, player: int) -> float:
    """What a throw of Meteors at the best crowd brings: enemy bugs less own ones."""
    bugs = [piece for piece in state.table if is_bug(state, piece.id)]
    best = 0.0
    for target in bugs:
        if target.owner != player:
            around = [bug for bug in bugs if _apart(bug, target) < CROWD]
            best = max(best, sum(METEORS * (BUG if bug.owner != player else -BUG) for bug in around))
    return best


def _side(state: State, player: int) -> float:
    bugs, bases = bugs_in_play(state, player), bases_in_play(state, player)
    value = BUG * (len(bugs) + len(in_hand(state, player))) - danger(state, player)
    value += HIT * sum(withstands(base) for base in bases)
    targets = _targets(state, player)
    for bug in bugs:
        value += NEAR_BASE * _near(bug, targets, NEAR_SCALE)
        if webbed(state, bug.id):
            value -= WEBBED
    if state.setup.mode == "advanced":
        of_use = 2 * len(growable(state, player)) + len(buyable(state, player))
        of_use += len(growable(state, player))
        value += RESOURCE * min(of_use, len(collected(state, player))) + CARD * len(cards_of(state, player))
        lying = [piece for piece in state.table if is_resource(piece.id)]
        for bug in bugs if lying and of_use else ():
            value += NEAR_RESOURCE * _near(bug, lying, RESOURCE_SCALE)
    if len(state.setup.seats) > 2:
        value += POINT * score(state, player)
    return value


def _targets(state: State, player: int) -> list[Piece]:
    return [base for other in in_game(state) if other != player for base in bases_in_play(state, other)]


def _dominating(state: State, player: int) -> float:
    """What it is worth to be ahead in bases, or behind, as the last resource comes near (rule W2)."""
    if state.setup.mode != "advanced" or len(state.setup.seats) > 2:
        return 0.0
    left = sum(is_resource(piece.id) for piece in state.table)
    ranks = [(holdings(state, side), len(bugs_in_play(state, side))) for side in (player, 1 - player)]
    sign = (ranks[0] > ranks[1]) - (ranks[0] < ranks[1])
    return sign * LAST_RESOURCE * math.exp(-left / LAST_SCALE)


def _exposures(state: State, player: int) -> float:
    bugs = [piece for piece in state.table if is_bug(state, piece.id)]
    own = [bug for bug in bugs if bug.owner == player]
    enemies = [bug for bug in bugs if bug.owner != player]
    threatened, threatening = set[str](), set[str]()
    for bug in own:
        for enemy in enemies:
            if _apart(bug, enemy) < EXPOSED_WITHIN:
                threatened.add(bug.id)
                threatening.add(enemy.id)
    return EXPOSING * len(threatening) - EXPOSED * len(threatened)


def _near(piece: Piece, targets: list[Piece], scale: float) -> float:
    """1 at the nearest of the targets, less farther off; 0 where there is none."""
    return math.exp(-min(_apart(piece, target) for target in targets) / scale) if targets else 0.0


def _apart(a: Piece, b: Piece) -> float:
    return math.hypot(a.x - b.x, a.y - b.y)
