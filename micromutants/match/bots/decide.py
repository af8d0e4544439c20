"""What a bot decides where nothing is flicked: placing, spending, throwing, and what cards offer."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator

from micromutants.match.bots.worth import worth
from micromutants.rules import (
    Action,
    Bring,
    Buy,
    Decline,
    Forgo,
    Free,
    Grow,
    Load,
    Option,
    PutBeside,
    Reinforce,
    Reroll,
    Shove,
    Spot,
    State,
    Task,
    Throw,
    TurnOver,
    Use,
    apply,
    is_base,
    is_bug,
    legal,
    nearest_spot,
    setup_area,
    throw_origin,
)
from micromutants.rules.hands import THROW_LOFT, THROW_SPEED, scatter
from micromutants.table import Piece

DIRECTIONS = 12
"""Spots round a piece that are looked at when a bug is placed beside it."""

THROWS = 6
"""How many throws are tried."""

BROUGHT = 8
"""How many bugs are looked at for a place."""

GRAVITY = 9810.0


def best_put_beside(state: State, player: int) -> Action:
    """Where a bug that has captured an own base hurts least."""
    due = state.beside[0]
    found = _around(state, player, due.bug, state.table[due.base])
    return _best(state, player, (PutBeside(player, spot) for spot in found), None)


def best_reinforcement(state: State, player: int) -> Action:
    """A reinforcement, a webbed bug freed, or a die rolled again."""
    for option in _allowed(state, player, "free"):
        if option.use is not None:
            return Free(player, option.use, option.piece)
    enemies = _enemies(state, player)
    found: list[Action] = []
    for option in _allowed(state, player, "reinforce"):
        for base in state.table:
            if base.owner == player and is_base(state, base.id) and option.use is not None:
                spot = nearest_spot(state, player, option.piece, *_towards(base, enemies, 45.0), 0.0)
                if spot is not None:
                    found.append(Reinforce(player, option.use, spot))
    if not found:
        for option in _allowed(state, player, "reroll"):
            if option.use is not None:
                return Reroll(player, option.use)
    return _best(state, player, found, None)


def in_place_of_a_move(state: State, player: int) -> Action | None:
    """What may be done with a die that no flick is worth: roll it again, free a bug, turn one over."""
    for option in _allowed(state, player, "free"):
        if option.use is not None:
            return Free(player, option.use, option.piece)
    for option in _allowed(state, player, "reroll"):
        if option.use is not None:
            return Reroll(player, option.use)
    for option in _allowed(state, player, "turn-over"):
        hidden = state.table[option.piece].face.value == "normal"
        if option.use is not None and hidden:
            return TurnOver(player, option.piece, option.use)
    return None


def spend(state: State, player: int, generator: random.Random) -> Action | None:
    """Grow a base as soon as that can be paid, then buy cards."""
    grows = list(_allowed(state, player, "grow"))
    if grows:
        option = grows[int(generator.random() * len(grows))]
        return Grow(player, option.piece, option.card)
    for option in _allowed(state, player, "buy"):
        return Buy(player, option.card)
    return None


def forgo(state: State, player: int) -> Forgo:
    """Let the first die, the extra shot or the reinforcement go."""
    option = next(iter(_allowed(state, player, "forgo")))
    return Forgo(player, option.use if isinstance(option.use, Use) else None)


# --- pending decisions -----------------------------------------------------------------------------------------


def decide(state: State, player: int, generator: random.Random) -> Action:
    """Use what a card or terrain offers, or leave it, whichever is worth more."""
    due = state.pending[0]
    may_decline = any(True for _ in _allowed(state, player, "decline"))
    leave = Decline(player) if may_decline else None
    match due.task:
        case Task.THROW:
            return _throw(state, player, generator)
        case Task.SHOVE:
            return _best(state, player, [Shove(player)], leave)
        case Task.LOAD:
            enemies = [piece for piece in _enemies(state, player) if is_bug(state, piece.id)]
            source = state.table[due.source]
            nearest = sorted(enemies, key=lambda p: (math.hypot(p.x - source.x, p.y - source.y), p.id))[:1]
            piece = next(_allowed(state, player, "load")).piece
            if nearest:
                x, y = _towards(source, nearest, 40.0)
                spot = nearest_spot(state, player, piece, x, y, math.atan2(y - source.y, x - source.x))
                if spot is not None:
                    return Load(player, spot)
            return Decline(player)
        case Task.TURN:
            return TurnOver(player, next(_allowed(state, player, "turn-over")).piece)
    return _best(state, player, _bringing(state, player), leave)


def _bringing(state: State, player: int) -> Iterator[Action]:
    due = state.pending[0]
    around = [p for p in state.table if is_base(state, p.id) and p.owner == player]
    if due.task is not Task.MUSTER:
        around = [state.table[due.source]]
    enemies = _enemies(state, player)
    # What lies far from every enemy gains most by being brought.
    options = sorted(_allowed(state, player, "bring"), key=lambda o: (-_distance(state, o.piece, enemies), o.piece))
    for option in options[:BROUGHT]:
        for place in around:
            spot = nearest_spot(state, player, option.piece, *_towards(place, enemies, 30.0), 0.0)
            if spot is not None:
                yield Bring(player, spot)


def _distance(state: State, piece: str, enemies: list[Piece]) -> float:
    here = state.table.get(piece)
    if here is None:
        return 0.0
    return min((math.hypot(here.x - enemy.x, here.y - enemy.y) for enemy in enemies), default=0.0)


def _throw(state: State, player: int, generator: random.Random) -> Action:
    """The best of a few throws at enemy bugs, each tried once as the hand might make it."""
    x, y = throw_origin(state, player)
    enemies = [piece for piece in _enemies(state, player) if is_bug(state, piece.id)]
    crowded = sorted(enemies, key=lambda p: (-_crowd(p, enemies), p.id))
    found: list[tuple[float, int, Throw]] = []
    for number, target in enumerate(crowded[:THROWS]):
        distance = math.hypot(target.x - x, target.y - y)
        # A little short of the flight in empty air, for tokens skid on when they come down.
        power = math.sqrt(0.8 * distance * GRAVITY / math.sin(2.0 * THROW_LOFT)) / THROW_SPEED
        throw = Throw(player, math.atan2(target.y - y, target.x - x), min(1.0, max(0.05, power)))
        thrown = apply(state, throw).state
        after = apply(thrown, scatter(thrown, throw, generator)).state
        found.append((-worth(after, player), number, throw))
    if found:
        return min(found, key=lambda entry: entry[:2])[2]
    middle = setup_area(state, player)[1]
    mat = state.table.mat
    return Throw(player, math.atan2(mat.height / 2 - middle.y, mat.width / 2 - middle.x), 0.7)


def _crowd(piece: Piece, others: list[Piece]) -> int:
    return sum(math.hypot(piece.x - other.x, piece.y - other.y) < 60.0 for other in others)


# --- placing ---------------------------------------------------------------------------------------------------


def _around(state: State, player: int, bug: str, base: Piece) -> Iterator[Spot]:
    for i in range(DIRECTIONS):
        angle = math.tau * i / DIRECTIONS
        wish = (base.x + 45.0 * math.cos(angle), base.y + 45.0 * math.sin(angle))
        spot = nearest_spot(state, player, bug, *wish, angle + math.pi / 2)
        if spot is not None:
            yield spot


def _best(state: State, player: int, found: Iterable[Action], leave: Action | None) -> Action:
    """The action worth most; leaving it only where that is worth more than any."""
    best, best_value = None, -math.inf
    for action in found:
        value = worth(apply(state, action).state, player)
        if value > best_value:
            best, best_value = action, value
    if leave is not None and (best is None or worth(apply(state, leave).state, player) > best_value):
        return leave
    return best or forgo(state, player)


def _towards(piece: Piece, others: list[Piece], distance: float) -> tuple[float, float]:
    """The point so many mm from a piece towards the middle of the others."""
    if not others:
        return piece.x + distance, piece.y
    dx = sum(other.x for other in others) / len(others) - piece.x
    dy = sum(other.y for other in others) / len(others) - piece.y
    length = math.hypot(dx, dy) or 1.0
    return piece.x + distance * dx / length, piece.y + distance * dy / length


def _enemies(state: State, player: int) -> list[Piece]:
    return [piece for piece in state.table if piece.owner not in (player, -1)]


def _allowed(state: State, player: int, kind: str) -> Iterator[Option]:
    return (option for option in legal(state) if option.kind == kind and option.player == player)
