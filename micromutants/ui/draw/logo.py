"""The name of the game as a sticker of thick letters."""

from __future__ import annotations

import math

import pygame

from micromutants.ui import theme
from micromutants.ui.draw.look import Look
from micromutants.ui.draw.pen import canvas, settle
from micromutants.ui.draw.stickers import face
from micromutants.ui.kept import kept

_WORDS = (("Micro", 0.0), ("Mutants", 0.82))
"""Each line with where it begins, in heights of the type below the first."""

_FACE = ((255, 226, 120), (247, 160, 32))
"""Of the letters, from the top to the bottom."""


def draw_logo(surface: pygame.Surface, at: tuple[int, int], size: int) -> pygame.Rect:
    """Draw the name.

    Args:
        surface: What is drawn on.
        at: Its upper left corner, px.
        size: Height of the type, px.

    Returns:
        Where it was drawn.
    """
    picture = _logo(max(12, size))
    return surface.blit(picture, at, special_flags=pygame.BLEND_PREMULTIPLIED)


def icon() -> pygame.Surface:
    """A chip, for the frame of the window."""
    drawn = canvas(64, 64)
    drawn.blit(face(Look("large", "usarthropods", "soldier", True), False, 64, 64), (0, 0))
    return drawn


@kept(3)
def _logo(size: int) -> pygame.Surface:
    big = 2
    unit = big * size
    font = theme.font(min(400, unit), display=True)
    lines = [(font.render(word, True, theme.WHITE), round(down * unit)) for word, down in _WORDS]
    width = max(line.get_width() for line, _ in lines)
    edge = max(3, unit // 9)
    drawn = canvas(width + 3 * edge, round(2.95 * unit) + 2 * edge)
    mask = canvas(*drawn.get_size())
    for line, down in lines:
        mask.blit(line, (edge, edge // 2 + down))
    deep = max(2, unit // 11)
    for step in range(deep, -1, -2):
        _around(drawn, mask, edge * 0.62, (0, step), (22, 14, 10))
    for step in range(deep, 0, -1):
        drawn.blit(_tinted(mask, (142, 60, 10)), (0, step))
    drawn.blit(_tinted(mask, (84, 34, 6)), (0, deep))
    drawn.blit(_ramped(mask, lines[0][0].get_height(), [down + edge // 2 for _, down in lines]), (0, 0))
    _ribbon(drawn, (edge, round(1.98 * unit)), unit)
    return settle(drawn, drawn.get_width() // big, drawn.get_height() // big)


def _tinted(mask: pygame.Surface, colour: theme.Colour) -> pygame.Surface:
    found = mask.copy()
    found.fill((*colour, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return found


def _around(drawn: pygame.Surface, mask: pygame.Surface, reach: float, by: tuple[int, int], ink: theme.Colour) -> None:
    """An outline: the letters in ink all round themselves."""
    dark = _tinted(mask, ink)
    for i in range(16):
        angle = math.tau * i / 16
        drawn.blit(dark, (by[0] + round(reach * math.cos(angle)), by[1] + round(reach * math.sin(angle))))


def _ramped(mask: pygame.Surface, height: int, tops: list[int]) -> pygame.Surface:
    """The letters from light gold at the top of each line to orange at its foot."""
    ramp = canvas(*mask.get_size())
    for top in tops:
        for y in range(height):
            share = min(1.0, max(0.0, (y / height - 0.28) / 0.5))
            ramp.fill((*theme.mix(_FACE[0], _FACE[1], share), 255), (0, top + y, ramp.get_width(), 1))
    ramp.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return ramp


def _ribbon(drawn: pygame.Surface, at: tuple[int, int], unit: int) -> None:
    """Below the name, on a band of its own."""
    font = theme.font(max(8, round(0.34 * unit)), display=True)
    line = font.render("E V O L U T I O N", True, (255, 246, 224))
    pad = round(0.2 * unit)
    band = pygame.Rect(*at, line.get_width() + 2 * pad, round(0.54 * unit))
    pygame.draw.rect(drawn, (22, 14, 10), band.inflate(unit // 12, unit // 12), border_radius=band.height // 2)
    pygame.draw.rect(drawn, (0, 128, 92), band, border_radius=band.height // 2)
    half = pygame.Rect(band.x + band.height // 4, band.y + 2, band.width - band.height // 2, band.height // 3)
    pygame.draw.rect(drawn, (20, 158, 116), half, border_radius=half.height // 2)
    drawn.blit(line, line.get_rect(center=(band.centerx, band.centery + 1)))
