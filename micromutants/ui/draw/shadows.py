"""Soft shadows under pieces, further off and fainter the higher the piece is."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

import pygame

from micromutants.geometry import Pose, Rect, local_corners, outline
from micromutants.table import KINDS
from micromutants.ui.draw.pen import Point, canvas
from micromutants.ui.kept import kept

_SUN = (0.36, 0.5)
"""Where shadows fall: px right and down for each px of height."""


def shadow_flat(
    surface: pygame.Surface, kind: str, degrees: int, scale: float, cx: float, cy: float, rise: float, alpha: float
) -> None:
    """Draw the shadow of a flat piece ``rise`` mm up whose centre is seen at ``(cx, cy)`` px."""
    if rise < 12.0:
        # At rest: few heights, so the soft shadow is kept.
        sprite = _soft(kind, degrees, round(scale * 64), round(rise / 2.4))
    else:
        sprite = shadow_of([_spin(p, degrees) for p in _outline_px(kind, scale)], softness(rise, scale), rise)
    dx, dy = fall(rise, scale)
    if alpha < 1.0:
        sprite = faded(sprite, alpha)
    place = sprite.get_rect(center=(round(cx + dx), round(cy + dy)))
    surface.blit(sprite, place, special_flags=pygame.BLEND_PREMULTIPLIED)


@kept(400)
def _soft(kind: str, degrees: int, scale64: int, level: int) -> pygame.Surface:
    scale = scale64 / 64
    rise = level * 2.4
    return shadow_of([_spin(p, degrees) for p in _outline_px(kind, scale)], softness(rise, scale), rise)


def _outline_px(kind: str, scale: float) -> list[Point]:
    return [(x * scale, -y * scale) for x, y in rim(kind)]


def _spin(point: Point, degrees: int) -> Point:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return c * point[0] + s * point[1], -s * point[0] + c * point[1]


def softness(rise: float, scale: float) -> float:
    """Width in px of the blurred edge of a shadow."""
    return max(1.2, scale * (1.1 + 0.09 * rise))


def fall(rise: float, scale: float) -> Point:
    """How far from its piece a shadow falls, px."""
    height = (rise + 1.8) * scale
    return height * _SUN[0], height * _SUN[1]


def shadow_of(points: Sequence[Point], soft: float, rise: float) -> pygame.Surface:
    """A soft shadow of an outline about the origin: drawn small, then enlarged, which blurs it."""
    reach = max(max(abs(x), abs(y)) for x, y in points)
    coarse = max(1.0, soft / 2)
    half = math.ceil((reach + 2.5 * soft) / coarse) + 1
    small = canvas(2 * half, 2 * half)
    dark = round(max(45.0, 150.0 - 0.8 * rise))
    pygame.draw.polygon(small, (8, 5, 3, dark), [(half + x / coarse, half + y / coarse) for x, y in points])
    small = pygame.transform.box_blur(small.premul_alpha(), 1)
    small = pygame.transform.box_blur(small, 1)
    size = max(2, round(2 * half * coarse))
    return pygame.transform.smoothscale(small, (size, size))


@functools.lru_cache(maxsize=8)
def rim(kind: str) -> tuple[Point, ...]:
    """The outline of a piece in mm, the corners of a rectangle rounded as its picture has them."""
    shape = KINDS[kind].shape
    if not isinstance(shape, Rect):
        return tuple(outline(shape, Pose(0.0, 0.0), 32))
    r = 0.15 * shape.width
    found = []
    for i, (x, y) in enumerate(local_corners(shape)):
        cx, cy = x - math.copysign(r, x), y - math.copysign(r, y)
        for k in range(5):
            angle = math.pi / 2 * (i + k / 4)
            found.append((cx + r * math.cos(angle), cy + r * math.sin(angle)))
    return tuple(found)


def faded(picture: pygame.Surface, alpha: float) -> pygame.Surface:
    """A fainter copy of a premultiplied picture."""
    found = picture.copy()
    level = max(0, min(255, round(255 * alpha)))
    found.fill((level, level, level, level), special_flags=pygame.BLEND_RGBA_MULT)
    return found
