"""What a bot aims at, and which press of the shooter brings a chip there: the range of a lone chip, turned round."""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Sequence

import msgspec

from micromutants.geometry import Disc, Hexagon, Rect
from micromutants.match.bots.worth import (
    BUG,
    EXTRA_SHOT,
    HIT,
    POINT,
    RESOURCE,
    danger,
    meteor_gain,
    withstands,
)
from micromutants.physics import Hand, Physics, Shot, press, simulate
from micromutants.rules import (
    Extra,
    State,
    buyable,
    growable,
    in_game,
    is_base,
    is_bug,
    is_projectile,
    is_resource,
    powers_of,
)
from micromutants.rules.effects.unit import Attack
from micromutants.table import KINDS, NOBODY, Face, Mat, Piece, Table

LOFTS = (math.radians(38.0), math.radians(55.0))
"""The lofts that are tried: a flat one that skids on, a steep one that lands nearly where it comes down."""

POWERS = tuple((i / 16) ** 2 for i in range(2, 17))
"""Powers at which the range is measured; dense at the low end, where a little changes much."""

AIM_JITTER, POWER_JITTER = math.radians(1.0), 0.02
"""How far a candidate may lie beside the straight aim: rad, share of the power."""


AT_ONE = 5
"""How many shots at one target are looked at."""

SECOND_LOFT = 0.8
"""How much less the other loft promises: steep suits chips, which a sliding one would run against, flat cardboard."""

SPREAD, SPREAD_SHARE = 12.0, 0.08
"""How far shots come apart along their way whatever the hand, mm, and share of the distance."""


@functools.lru_cache(maxsize=64)
def ranges(kind: str, across: bool, loft: float, physics: Physics) -> tuple[float, ...]:
    """How far a lone chip comes at each of the ``POWERS``, mm from centre to centre.

    Args:
        kind: Kind of chip.
        across: Whether a long chip is flicked across its length.
        loft: Take-off angle, rad.
        physics: Model constants.
    """
    size = 8000.0
    angle = math.pi / 2 if across else 0.0
    chip = Piece("chip", kind, 0, size / 2, size / 2, angle)
    table = Table.of(Mat(size, size), [chip])
    found = []
    for power in POWERS:
        at_rest = simulate(table, press(Shot("chip", 0.0, power, loft), chip, physics), physics).table["chip"]
        found.append(math.hypot(at_rest.x - chip.x, at_rest.y - chip.y))
    return tuple(found)


def power_for(distance: float, reached: tuple[float, ...]) -> float:
    """The least power that brings a lone chip so far, full power where none does.

    Args:
        distance: mm.
        reached: What :func:`ranges` gives.
    """
    low_power, low = 0.0, 0.0
    for power, far in zip(POWERS, reached, strict=True):
        if far >= distance:
            return low_power + (power - low_power) * (distance - low) / (far - low) if far > low else power
        low_power, low = power, far
    return 1.0


def shots(state: State, pieces: Sequence[Piece], most: int, generator: random.Random) -> list[Shot]:
    """The shots that promise most, a guess at the chance to cover the target times what that would gain.

    No more than ``AT_ONE`` of them aim at the same target, lest a tempting one hides all others.

    Args:
        state: A state in which one of the pieces is flicked.
        pieces: Those that may be: bugs, or a projectile.
        most: How many shots at most.
        generator: For the small differences between shots.
    """
    player = pieces[0].owner if pieces else 0
    gains = gains_of_targets(state, player, shooting=any(is_projectile(state, piece.id) for piece in pieces))
    hand = state.setup.seats[player].hand
    found = []
    for piece in pieces:
        for target, gain in gains:
            chance = chance_to_cover(piece, target, hand)
            for number, loft in enumerate(reversed(LOFTS) if target.spec.chip else LOFTS):
                found.append((-gain * chance * SECOND_LOFT**number, piece.id, target.id, loft))
    found.sort()
    taken: dict[str, int] = {}
    chosen: list[Shot] = []
    for _, piece_id, target_id, loft in found:
        if len(chosen) < most and taken.get(target_id, 0) < AT_ONE:
            taken[target_id] = taken.get(target_id, 0) + 1
            chosen.append(shot_at(state, state.table[piece_id], state.table[target_id], loft, generator))
    return chosen


def gains_of_targets(state: State, player: int, *, shooting: bool) -> list[tuple[Piece, float]]:
    """What a player would gain by covering each piece, where that is anything.

    Args:
        state: The game.
        player: Who flicks.
        shooting: Whether a projectile is flicked, which covers bugs alone.
    """
    found = []
    share = 1.0 / max(1, len(in_game(state)) - 1)
    extra = EXTRA_SHOT if state.player == player and state.extra is Extra.NONE else 0.0
    of_use = bool(growable(state, player) or buyable(state, player))
    for piece in state.table:
        gain = 0.0
        enemy = piece.owner not in (player, NOBODY)
        if enemy and is_bug(state, piece.id):
            gain = _gain_of_bug(state, piece, extra, share, shooting)
        elif enemy and is_base(state, piece.id) and not shooting:
            gain = _gain_of_base(state, player, piece, extra, share)
        elif is_resource(piece.id) and of_use and not shooting:
            gain = RESOURCE
        elif piece.id == "gravity-manipulator" and not shooting:
            gain = meteor_gain(state, player) - BUG
        if gain > 0.0:
            found.append((piece, gain))
    return found


def chance_to_cover(piece: Piece, target: Piece, hand: Hand) -> float:
    """A guess at the chance that a piece comes to lie over another, from the distance, the sizes and the hand."""
    distance = math.hypot(piece.x - target.x, piece.y - target.y)
    room = _inner(target) + 0.7 * _inner(piece)
    along = SPREAD + distance * (SPREAD_SHARE + 2.0 * hand.power_sd)
    across = SPREAD / 3.0 + distance * hand.aim_sd
    chance = math.erf(room / (math.sqrt(2.0) * along)) * math.erf(room / (math.sqrt(2.0) * across))
    # What slides in runs against a chip, and over cardboard.
    return chance * (0.6 if target.spec.chip else 1.0)


def _gain_of_bug(state: State, bug: Piece, extra: float, share: float, shooting: bool) -> float:
    attack = Attack("projectile" if shooting else "bug")
    value = BUG * share + extra
    for power in powers_of(state, bug.id):
        effect = power.effect
        if effect.shields is not None and effect.shields(power.params, bug, attack):
            return 0.0
        if effect.absorbs is not None and effect.absorbs(power.params, bug, attack):
            return BUG * share / 3.0
        if effect.backlash is not None and effect.backlash(power.params, bug) and not shooting:
            value -= BUG + extra
    without = msgspec.structs.replace(state, table=state.table.without(bug.id))
    return value + share * (danger(without, bug.owner) - danger(state, bug.owner))


def _gain_of_base(state: State, player: int, base: Piece, extra: float, share: float) -> float:
    eliminates = withstands(base) == 1
    if eliminates:
        table = state.table.without(base.id)
    else:
        table = state.table.put(msgspec.structs.replace(base, face=Face.SPECIAL))
    after = msgspec.structs.replace(state, table=table)
    value = share * (HIT + danger(after, base.owner) - danger(state, base.owner)) + (extra if eliminates else 0.0)
    if eliminates and len(state.setup.seats) > 2:
        first = all(trophy.owner != base.owner for trophy in state.trophies if trophy.by == player)
        value += POINT * (2.0 if first else 1.0)
    return value


def shot_at(state: State, piece: Piece, target: Piece, loft: float, generator: random.Random) -> Shot:
    """A press that brings a piece to another, with a small difference each time.

    Args:
        state: The game.
        piece: A bug or a projectile.
        target: Where it shall go.
        loft: Take-off angle, rad.
        generator: For the difference.
    """
    azimuth = math.atan2(target.y - piece.y, target.x - piece.x)
    across = KINDS[piece.kind].name == "rect" and abs(math.cos(azimuth - piece.angle)) < math.sqrt(0.5)
    distance = math.hypot(piece.x - target.x, piece.y - target.y)
    power = power_for(distance, ranges(piece.kind, across, loft, state.setup.physics))
    aside, more = 2.0 * generator.random() - 1.0, 2.0 * generator.random() - 1.0
    return Shot(piece.id, azimuth + AIM_JITTER * aside, min(1.0, power * (1.0 + POWER_JITTER * more)), loft)


def _inner(piece: Piece) -> float:
    """Radius in mm of the largest circle about its centre that a piece holds."""
    match piece.shape:
        case Rect(length, width):
            return min(length, width) / 2
        case Hexagon(across):
            return across / 2
        case Disc(radius):
            return radius
