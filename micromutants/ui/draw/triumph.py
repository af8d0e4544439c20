"""What is drawn about a winner: rays behind the badge, and paper that falls."""

from __future__ import annotations

import functools
import math

import pygame

from micromutants.ui import theme
from micromutants.ui.draw.pen import canvas, settle
from micromutants.ui.theme import Colour

FALLING = 5.0
"""So long paper falls, s."""

_RAYS = 14

_BITS = 70

_GOLDEN = 0.6180339887498949
"""Multiples of it, less their whole parts, lie evenly in any number."""


def draw_rays(surface: pygame.Surface, centre: tuple[int, int], reach: int, colour: Colour) -> None:
    """Rays of light about a point, which fade outwards."""
    picture = _rays(max(16, reach), colour)
    at = picture.get_rect(center=centre)
    surface.blit(picture, at, special_flags=pygame.BLEND_PREMULTIPLIED)


@functools.lru_cache(maxsize=4)
def _rays(reach: int, colour: Colour) -> pygame.Surface:
    size = 4 * reach
    drawn = canvas(size, size)
    middle = size / 2
    light = theme.mix(colour, theme.WHITE, 0.55)
    for ring in range(24, 0, -1):
        far = middle * ring / 24
        strength = round(58 * (1.0 - ring / 24) ** 1.4)
        for ray in range(_RAYS):
            a, b = ((ray + end) * math.tau / _RAYS for end in (-0.26, 0.26))
            tips = [(middle + far * math.cos(c), middle + far * math.sin(c)) for c in (a, b)]
            pygame.draw.polygon(drawn, (*light, strength), [(middle, middle), *tips])
    return settle(drawn, 2 * reach, 2 * reach)


def draw_confetti(surface: pygame.Surface, rect: pygame.Rect, t: float, colour: Colour, unit: float) -> None:
    """Bits of paper that fall through a rectangle; the same at the same time.

    Args:
        surface: What is drawn on.
        rect: Where they are seen.
        t: Time since the first fell, s; after :data:`FALLING` none are left.
        colour: Of the winner.
        unit: A measure at scale 1 in pixels.
    """
    if not 0.0 <= t < FALLING:
        return
    inks = (theme.GOLD, theme.mix(colour, theme.WHITE, 0.25), colour, theme.PAPER)
    kept = surface.get_clip()
    surface.set_clip(rect.clip(kept))
    for bit in range(_BITS):
        even, other = (bit * _GOLDEN) % 1.0, (bit * bit * _GOLDEN) % 1.0
        since = t - 1.6 * other
        if since < 0.0:
            continue
        speed = 0.34 + 0.22 * ((bit * 0.754877) % 1.0)
        y = rect.y - 20 * unit + since * speed * (rect.height + 40 * unit)
        x = rect.x + rect.width * even + 16 * unit * math.sin(2.2 * since + bit)
        turn, fold = 2.6 * since + bit, abs(math.cos(3.4 * since + 2 * bit))
        half, flat = 4.6 * unit, max(0.8, 3.0 * unit * fold)
        c, s = math.cos(turn), math.sin(turn)
        corners = [(x + a * half * c - b * flat * s, y + a * half * s + b * flat * c) for a, b in _CORNERS]
        ink = theme.mix(inks[bit % len(inks)], theme.BLACK, 0.3 * (1.0 - fold))
        pygame.draw.polygon(surface, ink, corners)
    surface.set_clip(kept)


_CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
