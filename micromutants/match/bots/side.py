"""What a side has: how far it is from falling, its bugs, bases, resources and cards."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from micromutants.rules import (
    Base,
    State,
    army_of,
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
)
from micromutants.rules.spending import GROWING
from micromutants.table import NOBODY, Face, Piece

WIN = 1000.0
BUG = 8.0
"""A bug; all else is measured against it."""

HIT = 10.0
"""What each further capture that a base withstands is worth, however far the side is from falling."""

DANGER, DANGER_SCALE = 150.0, 1.7
"""What it costs to be on the point of falling, and over how many captures of bases that fades."""

BUG_STEP = 1.5
"""How many captures of bases the capture of a bug is like, where bugs decide: a bug is harder to cover."""

FEWEST = 2
"""A side falls with so many bugs."""

NEAR_BASE, NEAR_SCALE = 2.0, 140.0
"""Worth of a bug at an enemy base, and the distance in mm over which it fades."""

NEAR_RESOURCE, RESOURCE_SCALE = 2.5, 80.0
"""The same at the nearest resource."""

RESOURCE, CARD, POINT = 20.0, 9.0, 12.0
"""A resource that can still be spent, an evolution card in play, a point for bases taken."""

COMPLETE = 8.0
"""How much more the resource is worth with which a base can be grown."""

LAST_RESOURCE, LAST_SCALE = 60.0, 1.5
"""What it is worth to be ahead when the last resource is taken, and over how many resources that fades."""

WEBBED = 4.0
"""What a web costs."""


class Force(NamedTuple):
    """What a player has on the mat, looked up once for all that is asked about a position.

    Attributes:
        player: Whose it is.
        bugs: The bugs.
        bases: The bases.
        hand: How many bugs wait to be placed.
        webbed: Ids of the bugs that a web holds.
    """

    player: int
    bugs: Sequence[Piece]
    bases: Sequence[Piece]
    hand: int
    webbed: Sequence[str]


def forces(state: State) -> dict[int, Force]:
    """What each player in the game has on the mat."""
    bugs: dict[int, list[Piece]] = {player: [] for player in in_game(state)}
    bases: dict[int, list[Piece]] = {player: [] for player in bugs}
    for piece in state.table:
        if piece.owner not in bugs:
            continue
        if not piece.spec.chip:
            bases[piece.owner].append(piece)
        elif is_bug(state, piece.id):
            bugs[piece.owner].append(piece)
    webs = [web.bug for web in state.webs]
    waiting = state.beside or len(state.arranged) < len(state.setup.seats)
    return {
        player: Force(player, bugs[player], bases[player], len(in_hand(state, player)) if waiting else 0, webs)
        for player in bugs
    }


def side(state: State, every: Mapping[int, Force], player: int) -> float:
    """What all that a player has is worth, whatever the others have."""
    force = every[player]
    value = BUG * (len(force.bugs) + force.hand) - danger(state, force)
    value += HIT * sum(withstands(base) for base in force.bases)
    targets = [base for other in every.values() if other.player != player for base in other.bases]
    for bug in force.bugs:
        value += NEAR_BASE * near(bug, targets, NEAR_SCALE)
        if bug.id in force.webbed:
            value -= WEBBED
    if state.setup.mode == "advanced":
        held = len(collected(state, player))
        value += worth_of_resources(state, player, held) + CARD * len(cards_of(state, player))
        if resources_of_use(state, player) > held:
            lying = resources(state)
            value += NEAR_RESOURCE * sum(near(bug, lying, RESOURCE_SCALE) for bug in force.bugs)
    if len(state.setup.seats) > 2:
        value += POINT * score(state, player)
    return value


def danger(state: State, force: Force) -> float:
    """What it costs a side to be as near to falling as it is, by its bases and by its bugs."""
    return danger_with(hits_to_fall(state, force.bases), len(force.bugs) + force.hand)


def danger_with(hits: float, bugs: int) -> float:
    """What it costs a side to fall with so many more captures of bases, and to have so many bugs."""
    steps = (hits, BUG_STEP * max(0, bugs - FEWEST))
    return DANGER * sum(math.exp(-far / DANGER_SCALE) for far in steps)


def hits_to_fall(state: State, bases: Iterable[Piece]) -> float:
    """How many captures it takes until a side that has these bases falls by its bases.

    Where either of two small or grown bases would do beside the main one, their mean counts: a grown one protects the
    side only from those who can not reach the other.
    """
    if len(state.setup.seats) > 2:
        return sum(withstands(base) for base in bases)
    if state.setup.mode != "advanced":
        hits = sorted(withstands(base) for base in bases)
        return sum(hits[: max(0, len(hits) - 1)])
    main, others = 0, []
    for base in bases:
        if is_main(state, base):
            main = withstands(base)
        else:
            others.append(withstands(base))
    return main + (sum(others) / 2 if len(others) == 2 else 0.0)


def withstands(base: Piece) -> int:
    """How many captures eliminate a base."""
    return 2 if base.kind == "base" and base.face is Face.NORMAL else 1


def is_main(state: State, base: Piece) -> bool:
    """Whether a base is the main base of its army."""
    part = part_of(state, base.id)
    return isinstance(part, Base) and part.main


def resources(state: State) -> list[Piece]:
    """The resources that lie on the mat."""
    return [piece for piece in state.table if piece.owner == NOBODY and is_resource(piece.id)]


def resources_of_use(state: State, player: int) -> int:
    """How many resources a player could still spend, all in all: two and one for each base that is still small."""
    return 3 * len(growable(state, player)) + len(buyable(state, player))


def worth_of_resources(state: State, player: int, held: int) -> float:
    """What it is worth to a player to hold so many resources."""
    value = RESOURCE * min(resources_of_use(state, player), held)
    return value + COMPLETE if held >= GROWING and growable(state, player) else value


def lead(state: State, every: Mapping[int, Force], player: int, left: int) -> float:
    """What it is worth to be ahead in bases, or behind, with so many resources left on the mat (rule W2)."""
    if state.setup.mode != "advanced" or len(state.setup.seats) > 2:
        return 0.0
    ranks = [(holdings(state, each), len(every[each].bugs) + every[each].hand) for each in (player, 1 - player)]
    sign = (ranks[0] > ranks[1]) - (ranks[0] < ranks[1])
    return sign * (WIN if left == 0 else LAST_RESOURCE * math.exp(-left / LAST_SCALE))


def dice_chances(state: State, player: int) -> dict[str, float]:
    """For each breed of a player's army the chance that at least one of the two dice shows it."""
    army = army_of(state, player)
    return {
        breed.id: 1.0 - math.prod(1.0 - die.count(breed.id) / len(die) for die in army.dice) for breed in army.breeds
    }


def near(piece: Piece, targets: Iterable[Piece], scale: float) -> float:
    """1 at the nearest of the targets, less farther off; 0 where there is none."""
    return math.exp(-min((apart(piece, target) for target in targets), default=math.inf) / scale)


def apart(a: Piece, b: Piece) -> float:
    """Distance of two centres, mm."""
    return math.hypot(a.x - b.x, a.y - b.y)
