"""A chip under the shooter seen from above: how it lies, where it is pressed, which way it will fly."""

from __future__ import annotations

import math

import pygame

from micromutants.geometry import outline
from micromutants.physics import Shot
from micromutants.physics.shooter import half_length
from micromutants.table import Piece
from micromutants.ui import theme


def draw_top_view(surface: pygame.Surface, rect: pygame.Rect, piece: Piece, shot: Shot, army: str) -> None:
    """Draw it as it lies on the mat, the far side up.

    Args:
        surface: Target.
        rect: Where; the chip fills about half of it.
        piece: The chip.
        shot: What is meant.
        army: Whose colour the chip has.
    """
    if min(rect.size) < 16:
        return
    kind = piece.spec
    scale = min(rect.size) * 0.30 / kind.reach
    style = theme.army_style(army)

    def at(x: float, y: float) -> tuple[float, float]:
        # The mat's y runs upwards, the screen's downwards.
        return rect.centerx + scale * (x - piece.x), rect.centery - scale * (y - piece.y)

    edge = [at(x, y) for x, y in outline(kind.shape, piece.pose)]
    pygame.draw.polygon(surface, theme.mix(style.colour, theme.BLACK, 0.2), edge)
    pygame.draw.aalines(surface, theme.mix(style.colour, theme.WHITE, 0.5), True, edge)
    c, s = math.cos(shot.azimuth), math.sin(shot.azimuth)
    half = half_length(kind, shot.azimuth - piece.angle)
    start, tip = at(piece.x, piece.y), at(piece.x + 1.6 * kind.reach * c, piece.y + 1.6 * kind.reach * s)
    wide = max(2, min(rect.size) // 26)
    pygame.draw.line(surface, theme.GOLD, start, tip, wide)
    for turn in (2.6, -2.6):
        head = 0.42 * kind.reach
        way = shot.azimuth + turn
        x, y = piece.x + 1.6 * kind.reach * c, piece.y + 1.6 * kind.reach * s
        pygame.draw.line(surface, theme.GOLD, tip, at(x + head * math.cos(way), y + head * math.sin(way)), wide)
    # The shooter presses behind the middle, and the chip flies forward.
    pressed = at(piece.x - shot.offset * half * c, piece.y - shot.offset * half * s)
    radius = max(3, round(min(rect.size) * 0.07))
    pygame.draw.circle(surface, theme.BLACK, pressed, radius + 1)
    pygame.draw.circle(surface, theme.INK, pressed, radius)
