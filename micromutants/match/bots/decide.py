"""What a bot decides where nothing is flicked: placing, spending, throwing, and what cards offer."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator

from micromutants.match.bots.aim import targets
from micromutants.match.bots.gains import best_chance
from micromutants.match.bots.side import worth_of_resources
from micromutants.match.bots.throwing import best_throw
from micromutants.match.bots.worth import worth
from micromutants.rules import (
    Action,
    Breed,
    Bring,
    Buy,
    Card,
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
    TurnOver,
    Use,
    apply,
    army_of,
    breed_of,
    bugs_in_play,
    card_named,
    collected,
    growable,
    is_base,
    kind_of,
    legal,
    nearest_spot,
)
from micromutants.rules.spending import GROWING
from micromutants.table import Piece

DIRECTIONS = 12
"""Spots round a piece that are looked at when a bug is placed beside it."""

BROUGHT = 8
"""How many bugs are looked at for a place."""

CARD_USE = 0.5
"""What an evolution card is worth for each bug in play that it concerns."""


def best_put_beside(state: State, player: int) -> Action:
    """Where a bug that has captured an own base hurts least: far from what it could take, and near what can take it."""
    due = state.beside[0]
    base = state.table[due.base]
    found = [PutBeside(player, spot) for spot in _around(state, player, due.bug, base)]
    if not found:
        spot = nearest_spot(state, player, due.bug, base.x, base.y, 0.0)
        assert spot is not None
        return PutBeside(player, spot)
    return _best(state, player, found, None)


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
                for others in (enemies, _nearest(base, enemies)):
                    spot = nearest_spot(state, player, option.piece, *_towards(base, others, 45.0), 0.0)
                    if spot is not None:
                        found.append(Reinforce(player, option.use, spot))
    if not found:
        again = roll_again(state, player)
        if again is not None:
            return again
    return _best(state, player, found, None)


def in_place_of_a_move(state: State, player: int) -> Action | None:
    """The best that a die may do in place of a flick: free a webbed bug, turn one over; None if neither."""
    found: list[Action] = [Free(player, o.use, o.piece) for o in _allowed(state, player, "free") if o.use is not None]
    for option in _allowed(state, player, "turn-over"):
        if option.use is not None:
            found.append(TurnOver(player, option.piece, option.use))
    return _best(state, player, found, None) if found else None


def roll_again(state: State, player: int) -> Reroll | None:
    """A die rolled again, where a card allows it."""
    uses = (option.use for option in _allowed(state, player, "reroll"))
    return next((Reroll(player, use) for use in uses if use is not None), None)


def spend(state: State, player: int) -> Action | None:
    """Grow a base or buy a card, whichever is worth most, if it is worth more than what it costs.

    A card is only bought with what no base needs to grow.
    """
    spare = len(collected(state, player)) - GROWING * len(growable(state, player))
    found: list[Action] = [Grow(player, option.piece, option.card) for option in _allowed(state, player, "grow")]
    found += [Buy(player, option.card) for option in _allowed(state, player, "buy") if spare > 0]
    best, best_value = None, worth(state, player)
    for action in found:
        card = action.card if isinstance(action, Grow | Buy) else ""
        after = apply(state, action).state
        value = worth(after, player) + _use_of(state, player, card)
        # What is spent has no better use: it is no loss.
        for each, sign in ((state, 1.0), (after, -1.0)):
            value += sign * worth_of_resources(state, player, len(collected(each, player)))
        if value > best_value:
            best, best_value = action, value
    return best


def _use_of(state: State, player: int, card_id: str) -> float:
    """What a card brings beyond another: it is of more use the more bugs in play it speaks of."""
    card = card_named(state, player, card_id)
    if card is None:
        return 0.0
    breeds = army_of(state, player).breeds
    named = [breed.id for breed in breeds if _speaks_of(card, breed)]
    return CARD_USE * sum(breed_of(bug.id) in named for bug in bugs_in_play(state, player))


def _speaks_of(card: Card, breed: Breed) -> bool:
    """Whether a card changes the card of a breed, or names the breed."""
    told = [value for given in card.effects for value in given.values()]
    names = [name for value in told for name in (value if isinstance(value, list | tuple) else (value,))]
    return breed.id in names or breed.ability.id in names


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
            return best_throw(state, player, generator)
        case Task.SHOVE:
            return _best(state, player, [Shove(player)], leave)
        case Task.LOAD:
            return _load(state, player) or Decline(player)
        case Task.TURN:
            return TurnOver(player, next(_allowed(state, player, "turn-over")).piece)
    return _best(state, player, _bringing(state, player), leave)


def _load(state: State, player: int) -> Load | None:
    """The projectile beside its bug, on the side of what it is most likely to gain by."""
    source = state.table[state.pending[0].source]
    piece = next(_allowed(state, player, "load")).piece
    shot = Piece(piece, kind_of(state, player, piece), player, source.x, source.y)
    _, target = best_chance(shot, targets(state, shot), state.setup.seats[player].hand)
    if target is None:
        return None
    x, y = _towards(source, [target], 40.0)
    spot = nearest_spot(state, player, piece, x, y, math.atan2(y - source.y, x - source.x))
    return None if spot is None else Load(player, spot)


def _bringing(state: State, player: int) -> Iterator[Action]:
    due = state.pending[0]
    around = [p for p in state.table if is_base(state, p.id) and p.owner == player]
    if due.task is not Task.MUSTER:
        around = [state.table[due.source]]
    targets = [piece for piece in _enemies(state, player) if is_base(state, piece.id)]
    # What lies far from every enemy base gains most by being brought.
    options = sorted(_allowed(state, player, "bring"), key=lambda o: (-_distance(state, o.piece, targets), o.piece))
    for option in options[:BROUGHT]:
        for place in around:
            spot = nearest_spot(state, player, option.piece, *_towards(place, _nearest(place, targets), 30.0), 0.0)
            if spot is not None:
                yield Bring(player, spot)


def _distance(state: State, piece: str, enemies: list[Piece]) -> float:
    here = state.table.get(piece)
    if here is None:
        return 0.0
    return min((math.hypot(here.x - enemy.x, here.y - enemy.y) for enemy in enemies), default=0.0)


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


def _nearest(piece: Piece, others: list[Piece]) -> list[Piece]:
    """The nearest of the others to a piece, alone; none where there is none."""
    return sorted(others, key=lambda p: (math.hypot(p.x - piece.x, p.y - piece.y), p.id))[:1]


def _enemies(state: State, player: int) -> list[Piece]:
    return [piece for piece in state.table if piece.owner not in (player, -1)]


def _allowed(state: State, player: int, kind: str) -> Iterator[Option]:
    return (option for option in legal(state) if option.kind == kind and option.player == player)
