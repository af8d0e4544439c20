"""Automatic arrangements of an army in its set-up area."""

from __future__ import annotations

import math

from micromutants.geometry import Pose
from micromutants.rules.armies import is_base
from micromutants.rules.homes import BASE_INSET, BASE_PITCH, Home, home
from micromutants.rules.model import Spot, State
from micromutants.rules.places import free_in_area, placed
from micromutants.rules.roster import kind_of, roster
from micromutants.table import Piece


def arrangement(state: State, player: int, variant: int = 0) -> tuple[Spot, ...]:
    """An automatic arrangement of a player's bugs, legal for an ``Arrange``.

    Args:
        state: A game that is being set up.
        player: Whose bugs.
        variant: Which one, any whole number: 0 a line in front of the bases, 1 rings around the bases, 2 a wedge,
            3 loose ranks, then again from 0 mirrored left to right.

    Raises:
        ValueError: A bug has no room in the set-up area, as in no game that starts as the rules say.
    """
    bugs = sorted(roster(state, player), key=lambda bug: _SIZES.index(kind_of(state, player, bug)))
    own = home(state, player)
    patterns = _CORNER_PATTERNS if own.corner else _PATTERNS
    targets = patterns[variant % len(patterns)](len(bugs), state.table.mat.width)
    mirrored = variant // len(patterns) % 2 == 1
    down: list[Piece] = [piece for piece in state.table if is_base(state, piece.id)]
    spots: dict[str, Spot] = {}
    for bug, (u, v, angle) in zip(bugs, targets, strict=True):
        if mirrored:
            u, angle = -u, math.pi - angle
        pose = free_in_area(state, player, bug, _seen(state, own, u, v, angle), down)
        if pose is None:
            raise ValueError(f"arrangement: no room for {bug!r} in the set-up area of player {player}")
        spots[bug] = Spot(bug, *pose)
        down.append(placed(state, player, spots[bug]))
    return tuple(spots[bug] for bug in roster(state, player))


def _seen(state: State, own: Home, u: float, v: float, angle: float) -> Pose:
    """A target as a pose on the mat."""
    if own.corner:
        return Pose(*own.at(u, v), angle + own.turn)
    mat = state.table.mat
    if own.y == 0.0:
        return Pose(mat.width / 2 + u, v, angle + own.turn)
    return Pose(mat.width / 2 - u, mat.height - v, angle + own.turn)


_SIZES = ("rect", "large", "small")
"""Big chips choose their spots first."""

_Target = tuple[float, float, float]
"""A spot as its player sees it: mm to the right of the middle, mm from the own edge or corner, angle in rad."""


def _spread(count: int, width: float) -> list[float]:
    """So many places over a width, evenly, about its middle."""
    return [width * ((i + 0.5) / count - 0.5) for i in range(count)]


def _line(count: int, width: float) -> list[_Target]:
    """Seven big chips in the gaps between the bases and before them, the others in one line at the front."""
    gaps = (-75.0, 75.0, -210.0, 210.0, 0.0, -150.0, 150.0)
    out: list[_Target] = []
    for i in range(min(count, len(gaps))):
        upright = i < 4
        out.append((gaps[i], 95.0 if upright else 147.0, math.pi / 2 if upright else 0.0))
    out.extend((u, 175.0, 0.0) for u in _spread(count - len(out), min(width - 60.0, 620.0)))
    return out


def _rings(count: int, width: float) -> list[_Target]:
    """Each bug beside one of the bases, from the front round both sides."""
    out: list[_Target] = []
    for i in range(count):
        base, step = (1, 0, 2)[i % 3], i // 3
        angle = math.pi / 2 + (step + 1) // 2 * (1 if step % 2 else -1) * math.tau / 6
        u = (-BASE_PITCH, 0.0, BASE_PITCH)[base] + 52.0 * math.cos(angle)
        out.append((u, BASE_INSET + 52.0 * math.sin(angle), angle + math.pi / 2))
    return out


def _wedge(count: int, width: float) -> list[_Target]:
    """A wedge with its point in the middle of the front, small chips ahead."""
    out: list[_Target] = []
    pitch = min(80.0, 2.0 * (width - 60.0) / count) / 2.0
    for rank in range(count - 1, -1, -1):
        side, step = (1 if rank % 2 else -1), (rank + 1) // 2
        out.append((side * step * pitch, 178.0 - step * 14.0, -side * 0.35))
    return out


def _ranks(count: int, width: float) -> list[_Target]:
    """Two loose ranks, one behind the bases and one before them."""
    back = count // 3
    out: list[_Target] = [(u, 28.0, 0.0) for u in _spread(back, min(width - 80.0, 600.0) * 0.6)]
    front = _spread(count - back, min(width - 80.0, 600.0))
    out.extend((u, 150.0 + 22.0 * (i % 2), 0.0) for i, u in enumerate(front))
    return out


_PATTERNS = (_line, _rings, _wedge, _ranks)


def _arc(count: int, radius: float, spread: float) -> list[_Target]:
    """So many targets on an arc about the own corner, evenly over an angle of ``spread`` rad."""
    angles = _spread(count, spread)
    return [(radius * math.sin(a), radius * math.cos(a), -a) for a in angles]


def _corner_line(count: int, width: float) -> list[_Target]:
    """The big chips before the bases, the others along the front."""
    big = min(count, 7)
    return [*_arc(big, 238.0, 1.1), *_arc(count - big, 285.0, 1.35)]


def _corner_rings(count: int, width: float) -> list[_Target]:
    """Each bug beside one of the bases."""
    spots = ((0.0, 134.0), (-105.0, 200.0), (105.0, 200.0))
    out: list[_Target] = []
    for i in range(count):
        u, v = spots[i % 3]
        angle = math.pi / 2 + (i // 3 + 1) // 2 * (1 if i // 3 % 2 else -1) * math.tau / 6
        out.append((u + 52.0 * math.cos(angle), v + 52.0 * math.sin(angle), angle + math.pi / 2))
    return out


def _corner_wedge(count: int, width: float) -> list[_Target]:
    """A wedge with its point on the diagonal, small chips ahead."""
    out: list[_Target] = []
    for rank in range(count - 1, -1, -1):
        side, step = (1 if rank % 2 else -1), (rank + 1) // 2
        out.append((side * step * 18.0, 286.0 - step * 16.0, 0.0))
    return out


def _corner_ranks(count: int, width: float) -> list[_Target]:
    """Two ranks, one behind the front and one at it."""
    back = count // 2
    return [*_arc(back, 245.0, 1.2), *_arc(count - back, 285.0, 1.3)]


_CORNER_PATTERNS = (_corner_line, _corner_rings, _corner_wedge, _corner_ranks)
