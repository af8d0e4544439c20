"""What a bot aims at, and which press of the shooter brings a chip there: the range of a lone chip, turned round."""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Sequence
from typing import NamedTuple

from micromutants.match.bots.gains import (
    EXTRA_SHOT,
    Gain,
    chance_to_cover,
    gains,
    gains_of_projectile,
    harmless,
    share_of,
    threat,
)
from micromutants.match.bots.side import forces
from micromutants.physics import Physics, Shot, press, simulate
from micromutants.rules import Extra, State, is_base, is_projectile, is_resource
from micromutants.table import KINDS, Mat, Piece, Table

LOFTS = (math.radians(38.0), math.radians(55.0))
"""The lofts that are tried: a flat one that skids on, a steep one that lands nearly where it comes down."""

POWERS = tuple((i / 16) ** 2 for i in range(2, 17))
"""Powers at which the range is measured; dense at the low end, where a little changes much."""

AIM_JITTER, POWER_JITTER = math.radians(1.0), 0.02
"""How far a candidate may lie beside the straight aim: rad, share of the power."""


AT_ONE = 4
"""How many shots at one target are looked at."""

FLAT = 0.6
"""How much less the flat loft promises than the steep one: what slides in runs against what it should cover."""


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


def power_for(distance: float, reached: Sequence[float], powers: Sequence[float] = POWERS) -> float:
    """The least power that brings a lone chip so far, full power where none does.

    Args:
        distance: mm.
        reached: How far it comes at each of the powers, as :func:`ranges` gives it.
        powers: In rising order.
    """
    low_power, low = 0.0, 0.0
    for power, far in zip(powers, reached, strict=True):
        if far >= distance:
            return low_power + (power - low_power) * (distance - low) / (far - low) if far > low else power
        low_power, low = power, far
    return 1.0


class Chance(NamedTuple):
    """A shot, and a guess at the chance that it covers what it aims at."""

    shot: Shot
    chance: float


def shots(state: State, pieces: Sequence[Piece], most: int, generator: random.Random) -> list[Chance]:
    """The shots that promise most, a guess at the chance to cover the target times what that would gain.

    No more than ``AT_ONE`` of them aim at the same target, lest a tempting one hides all others.

    Args:
        state: A state in which one of the pieces is flicked.
        pieces: Those that may be: bugs, or a projectile.
        most: How many shots at most.
        generator: For the small differences between shots.
    """
    if not pieces:
        return []
    player = pieces[0].owner
    hand = state.setup.seats[player].hand
    # A projectile is flicked alone, and all bugs are after the same.
    shooting = is_projectile(state, pieces[0].id)
    aims = targets(state, pieces[0])
    found = []
    for piece in pieces:
        tame = not shooting and harmless(state, piece)
        for target, gain in aims:
            if tame and not (is_base(state, target.id) or is_resource(target.id)):
                continue
            chance = chance_to_cover(piece, target, hand)
            for loft, less in zip(LOFTS, (FLAT, 1.0), strict=True):
                found.append((-gain * chance * less, piece.id, target.id, loft, chance * less))
    found.sort()
    taken: dict[str, int] = {}
    chosen: list[Chance] = []
    for _, piece_id, target_id, loft, chance in found:
        if len(chosen) < most and taken.get(target_id, 0) < AT_ONE:
            taken[target_id] = taken.get(target_id, 0) + 1
            shot = shot_at(state, state.table[piece_id], state.table[target_id], loft, generator)
            chosen.append(Chance(shot, chance))
    return chosen


def targets(state: State, piece: Piece) -> list[Gain]:
    """What a bug or a projectile may be after, and what covering each would gain.

    A bug that threatens something is worth more by what it might take.
    """
    player = piece.owner
    extra = EXTRA_SHOT if state.player == player and state.extra is Extra.NONE else 0.0
    share, every = share_of(state), forces(state)
    if is_projectile(state, piece.id):
        found = gains_of_projectile(state, every, piece, extra=extra, share=share)
    else:
        found = gains(state, every, player, extra=extra, share=share)
    others = [other for other in every if other != player]
    threats = {other: gains(state, every, other, extra=EXTRA_SHOT, victim=player) for other in others}
    return [Gain(t, v + (threat(state, t, threats[t.owner]) if t.spec.chip else 0.0)) for t, v in found]


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
