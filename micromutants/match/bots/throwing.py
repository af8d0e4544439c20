"""How a bot throws: at what Meteors and Warp Entrances shall come down, and how hard."""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Iterable, Sequence

from micromutants.match.bots.aim import power_for
from micromutants.match.bots.worth import worth
from micromutants.physics import Launch, Physics, simulate
from micromutants.rules import State, Throw, apply, is_base, is_bug, throw_origin
from micromutants.rules.hands import THROW_HEIGHT, THROW_LOFT, THROW_SPEED, scatter
from micromutants.table import Mat, Piece, Table

POWERS = tuple(i / 16 for i in range(2, 17))
"""Powers at which it is measured how far a token comes."""

TUMBLES = (-8.0, -3.0, 3.0, 8.0)
"""Tumbles of the tokens that are measured, rad/s: they leave the hand with any."""

ALONG, ACROSS_SHARE = 100.0, 0.15
"""How far tokens come apart along their way, mm, and across it, share of the distance: standard deviations."""

BEFORE = 30.0
"""How far before an enemy base Warp Entrances are thrown, mm."""

TRIES = 6
"""How many throws of Warp Entrances are tried in the simulation."""


def best_throw(state: State, player: int, generator: random.Random) -> Throw:
    """Meteors go where they are likeliest to hit enemy bugs and no own ones, Warp Entrances before enemy bases."""
    enemies = [piece for piece in state.table if piece.owner not in (player, -1)]
    mat = state.table.mat
    if state.pending[0].source != "warp-gate":
        bugs = [piece for piece in enemies if is_bug(state, piece.id)]
        own = [piece for piece in state.table if piece.owner == player and is_bug(state, piece.id)]
        return throw_to(state, player, *crowd_to_hit(throw_origin(state, player), bugs, own, mat))
    bases = [piece for piece in enemies if is_base(state, piece.id)]
    throws = [throw_to(state, player, *_before(base, mat)) for base in bases][:TRIES]
    throws = throws or [throw_to(state, player, mat.width / 2, mat.height / 2)]
    found = []
    for number, throw in enumerate(throws):
        thrown = apply(state, throw).state
        values = [
            worth(apply(thrown, scatter(thrown, throw, generator)).state, player) for _ in range(TRIES // len(throws))
        ]
        found.append((-sum(values) / len(values), number))
    return throws[min(found)[1]]


def throw_to(state: State, player: int, x: float, y: float) -> Throw:
    """The throw with which tokens come to rest about a point, as far as a throw reaches."""
    from_x, from_y = throw_origin(state, player)
    distance = math.hypot(x - from_x, y - from_y)
    power = power_for(distance, thrown_ranges(state.setup.physics), POWERS)
    return Throw(player, math.atan2(y - from_y, x - from_x), max(POWERS[0] / 2, power))


@functools.lru_cache(maxsize=8)
def thrown_ranges(physics: Physics) -> tuple[float, ...]:
    """How far a lone token comes on average at each of the ``POWERS``, mm from where it leaves the hand."""
    size = 8000.0
    token = Piece("token", "token", -1, size / 2, size / 2)
    table = Table.of(Mat(size, size), [token])
    found = []
    for power in POWERS:
        far = 0.0
        for tumble in TUMBLES:
            launch = Launch("token", 0.0, power * THROW_SPEED, THROW_LOFT, tumble, 0.0, THROW_HEIGHT)
            far += simulate(table, launch, physics).table["token"].x - token.x
        found.append(far / len(TUMBLES))
    return tuple(found)


def crowd_to_hit(
    origin: tuple[float, float], enemies: Sequence[Piece], own: Sequence[Piece], mat: Mat
) -> tuple[float, float]:
    """The enemy bug at which a throw from the origin hits most enemies less own bugs; the middle where none pays."""
    best, where = 0.0, (mat.width / 2, mat.height / 2)
    for bug in enemies:
        value = _hits(origin, (bug.x, bug.y), enemies) - _hits(origin, (bug.x, bug.y), own)
        if value > best:
            best, where = value, (bug.x, bug.y)
    return where


def _hits(origin: tuple[float, float], aim: tuple[float, float], bugs: Iterable[Piece]) -> float:
    """In proportion to how many of the bugs tokens hit that are thrown from the origin at the aim."""
    dx, dy = aim[0] - origin[0], aim[1] - origin[1]
    distance = math.hypot(dx, dy) or 1.0
    across = ACROSS_SHARE * distance
    found = 0.0
    for bug in bugs:
        x, y = bug.x - aim[0], bug.y - aim[1]
        along, aside = (x * dx + y * dy) / distance, (y * dx - x * dy) / distance
        found += math.exp(-0.5 * ((along / ALONG) ** 2 + (aside / across) ** 2))
    return found / across


def _before(base: Piece, mat: Mat) -> tuple[float, float]:
    """The point so far before a base, on its way to the middle of the mat."""
    dx, dy = mat.width / 2 - base.x, mat.height / 2 - base.y
    length = math.hypot(dx, dy) or 1.0
    return base.x + BEFORE * dx / length, base.y + BEFORE * dy / length
