"""The panel of an aim: the shot from the side and from above, its power, what each power would do, its direction."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from micromutants.physics import Shot
from micromutants.table import Piece
from micromutants.ui import paint, theme
from micromutants.ui.bands import draw_power_bar
from micromutants.ui.draw import draw_side_view
from micromutants.ui.topview import draw_top_view

LOW = 140
"""Below this height, at scale 1, all numbers stand in one line, so that the picture has room."""

BANDS = (
    "What each power would do. Tall and gold: it ends over an enemy. Blue: on the bare mat. Low and red: it is lost. "
    "A thin line: it leaves the mat."
)
"""What the marks on the bar of powers mean."""

SHOT = "Loft is how steeply the bug leaves, press how far from its centre the shooter pushes it down."
"""What the other numbers mean."""


def _is_low(rect: pygame.Rect, scale: float) -> bool:
    return rect.height < LOW * scale and rect.width > 2 * rect.height


def _bar(rect: pygame.Rect, scale: float) -> pygame.Rect:
    """Where the bar of powers is."""
    pad, size = round(8 * scale), round(13 * scale)
    return pygame.Rect(rect.x + pad, rect.y + pad // 2 + round(size * 1.6), rect.width - 2 * pad, round(9 * scale))


def draw_aim_panel(
    surface: pygame.Surface,
    rect: pygame.Rect,
    piece: Piece,
    shot: Shot,
    bands: Sequence[str],
    army: str,
    scale: float,
) -> None:
    """Draw it.

    Args:
        surface: Target.
        rect: Where.
        piece: The chip under the shooter.
        shot: What is meant.
        bands: What each power would do, as :func:`.bands.bands` tells it; empty where that is not known.
        army: Whose colour the chip has.
        scale: Of the type.
    """
    size, pad, low, bar = round(13 * scale), round(8 * scale), _is_low(rect, scale), _bar(rect, scale)
    above = bar.bottom - rect.y if low else 0
    draw_side_view(
        surface, rect, piece.kind, shot.loft, shot.offset, shot.power, army, size, words=not low, above=above
    )
    top, degrees = rect.y + pad // 2, math.degrees(shot.azimuth) % 360.0
    at = paint.text(surface, f"power {100 * shot.power:.2f} %", (rect.x + pad, top), size, theme.GOLD, bold=True)
    paint.text(surface, f"{degrees:.2f}°", (rect.right - pad, top), size, theme.INK_SOFT, anchor="topright")
    if low:
        words = f"loft {math.degrees(shot.loft):.0f}°   press {100 * shot.offset:.0f} %"
        paint.text(surface, words, (at.right + 2 * pad, top), size, theme.INK)
    draw_power_bar(surface, bar, shot.power, tuple(bands))
    side = min(round(52 * scale), rect.bottom - bar.bottom - pad) if low else round(52 * scale)
    seen = pygame.Rect(0, 0, side, side)
    seen.topright = (rect.right - pad // 2, bar.bottom + round(4 * scale))
    if low or seen.bottom < rect.bottom - round(20 * scale):
        draw_top_view(surface, seen, piece, shot, army)


def panel_words(rect: pygame.Rect, pos: tuple[int, int], scale: float, bands: Sequence[str]) -> str:
    """What the place of the panel under the pointer means; empty beside it."""
    if not rect.collidepoint(pos):
        return ""
    near = _bar(rect, scale).inflate(0, round(12 * scale))
    return BANDS if bands and near.collidepoint(pos) else SHOT
