"""Small drawing helpers for the shell: text that fits, panels, pills."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import pygame

from micromutants.ui import theme
from micromutants.ui.draw.mat import draw_backdrop
from micromutants.ui.draw.pen import canvas, settle
from micromutants.ui.draw.text import fitted as fitted
from micromutants.ui.draw.text import plain as plain
from micromutants.ui.kept import kept
from micromutants.ui.theme import Colour

Rectish = pygame.Rect | tuple[int, int, int, int]


@kept(1024)
def rendered(text: str, size: int, colour: Colour, bold: bool = False, display: bool = False) -> pygame.Surface:
    """One line of text as a surface; kept, so do not draw on it."""
    words = plain(text)
    if display:
        # Only these letters are in it.
        if all(ord(letter) < 256 or letter in "…’" for letter in words):
            return theme.font(size, display=True).render(words, True, colour)
    return theme.font(size, bold or display).render(words, True, colour)


def width_of(text: str, size: int, bold: bool = False) -> int:
    """Width of one line of text in pixels."""
    return theme.font(size, bold).size(plain(text))[0]


def fitting(words: str, size: int, width: int, least: int, bold: bool = False) -> int:
    """The largest size down to ``least`` at which the words are no wider than ``width`` pixels, or the least."""
    while size > least and width_of(words, size, bold) > width:
        size -= 1
    return size


@functools.lru_cache(maxsize=2048)
def wrapped(text: str, size: int, width: int, bold: bool = False) -> tuple[str, ...]:
    """The text broken into lines no wider than ``width`` pixels; a word that is too long is cut."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in plain(paragraph).split():
            longer = f"{line} {word}" if line else word
            if width_of(longer, size, bold) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            line = fitted(word, size, width, bold)
        lines.append(line)
    return tuple(lines)


def text(
    surface: pygame.Surface,
    words: str,
    at: tuple[float, float],
    size: int,
    colour: Colour = theme.INK,
    *,
    bold: bool = False,
    display: bool = False,
    anchor: str = "topleft",
    width: int | None = None,
    least: int | None = None,
) -> pygame.Rect:
    """Draw one line of text.

    Args:
        surface: Target.
        words: The text; cut with an ellipsis at ``width`` pixels where that is given.
        at: Where its ``anchor`` goes, px.
        size: Height of the font, px.
        colour: Ink.
        bold: Bold face.
        display: The face of titles; bold where that lacks a letter.
        anchor: Name of a rectangle attribute, such as ``topleft``, ``center``, ``midright``.
        width: Most pixels it may take.
        least: Height of the font down to which it is set smaller before it is cut, px; None for none.

    Returns:
        Where it was drawn.
    """
    if width is not None and least is not None:
        size = fitting(words, size, width, least, bold or display)
    shown = words if width is None else fitted(words, size, width, bold or display)
    image = rendered(shown, size, colour, bold, display)
    rect = image.get_rect(**{anchor: (round(at[0]), round(at[1]))})
    surface.blit(image, rect)
    return rect


def paragraph(
    surface: pygame.Surface,
    words: str,
    rect: pygame.Rect,
    size: int,
    colour: Colour = theme.INK,
    *,
    bold: bool = False,
    align: str = "left",
    middle: bool = False,
) -> int:
    """Draw wrapped text in a rectangle; lines that do not fit are left out, the last one shown ends in an ellipsis.

    Returns:
        Height used, px.
    """
    lines: Sequence[str] = wrapped(words, size, max(20, rect.width), bold)
    step = round(size * 1.4)
    room = max(1, rect.height // step)
    if len(lines) > room:
        lines = [*lines[: room - 1], fitted(lines[room - 1] + " …", size, rect.width, bold)]
    y = rect.y + (max(0, rect.height - step * len(lines)) // 2 if middle else 0)
    top = y
    for line in lines:
        x = {"left": rect.left, "center": rect.centerx, "right": rect.right}[align]
        anchor = {"left": "topleft", "center": "midtop", "right": "topright"}[align]
        text(surface, line, (x, y), size, colour, bold=bold, anchor=anchor)
        y += step
    return y - top


def panel(
    surface: pygame.Surface,
    rect: Rectish,
    *,
    fill: Colour = theme.PANEL,
    edge: Colour | None = theme.PANEL_EDGE,
    radius: int = 10,
    alpha: int = 255,
) -> None:
    """A rounded panel."""
    rect = pygame.Rect(rect)
    if rect.width <= 0 or rect.height <= 0:
        return
    sheet = _sheet(rect.size, fill, edge, radius, min(255, alpha))
    surface.blit(sheet, rect.move(-_SHADE, -_SHADE), special_flags=pygame.BLEND_PREMULTIPLIED)


_SHADE = 5
"""How far the shadow of a panel reaches, px."""


@kept(64)
def _sheet(size: tuple[int, int], fill: Colour, edge: Colour | None, radius: int, alpha: int) -> pygame.Surface:
    """A panel a little lighter at its top, with a bright upper edge and a soft shadow round it, premultiplied."""
    big = 2
    width, height = size[0] * big, size[1] * big
    radius = min(radius * big, width // 2, height // 2)
    shade = _SHADE * big
    whole = canvas(width + 2 * shade, height + 2 * shade)
    for reach in range(shade, 0, -1):
        dark = round(alpha * 0.30 * (1.0 - reach / (shade + 1)) ** 1.5)
        far = pygame.Rect(shade, shade + big, width, height).inflate(2 * reach - 2, 2 * reach - 2)
        pygame.draw.rect(whole, (0, 0, 0, dark), far, border_radius=radius + reach)
    # What is painted over the shadow takes its place.
    place = pygame.Rect(shade, shade, width, height)
    if edge is not None:
        pygame.draw.rect(whole, (*edge, alpha), place, border_radius=radius)
        place, radius = place.inflate(-2 * big, -2 * big), max(0, radius - big)
    light = (*theme.mix(fill, theme.WHITE, 0.2), alpha)
    pygame.draw.rect(whole, light if edge is not None else (*fill, alpha), place, border_radius=radius)
    inner = pygame.Rect(place.x, place.y + big, place.width, place.height - big) if edge is not None else place
    pygame.draw.rect(whole, (*theme.mix(fill, theme.WHITE, 0.055), alpha), inner, border_radius=radius)
    finished = settle(whole, size[0] + 2 * _SHADE, size[1] + 2 * _SHADE)
    ramp = pygame.Surface((1, 2), pygame.SRCALPHA, 32)
    ramp.set_at((0, 0), (255, 255, 255, 255))
    ramp.set_at((0, 1), (216, 216, 216, 255))
    finished.blit(pygame.transform.smoothscale(ramp, finished.get_size()), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return finished


def dim(surface: pygame.Surface, strength: int = 150) -> None:
    """Darken everything drawn so far, under an overlay."""
    sheet = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    sheet.fill((*theme.TABLE_DARK, strength))
    surface.blit(sheet, (0, 0))


@kept(4)
def _backdrop(size: tuple[int, int]) -> pygame.Surface:
    """The wood of the table in the half dark, a little lighter in the middle."""
    found = pygame.Surface(size, 0, 32)
    draw_backdrop(found, found.get_rect())
    veil = pygame.Surface(size, 0, 32)
    veil.fill(theme.TABLE)
    veil.set_alpha(118)
    found.blit(veil, (0, 0))
    return found


def backdrop(surface: pygame.Surface, but: pygame.Rect | None = None) -> None:
    """Fill the surface with the surround.

    Args:
        surface: Target.
        but: What is covered anyway.
    """
    whole = _backdrop(surface.get_size())
    if but is None:
        surface.blit(whole, (0, 0))
        return
    width, height = surface.get_size()
    for strip in (
        pygame.Rect(0, 0, width, but.top),
        pygame.Rect(0, but.bottom, width, height - but.bottom),
        pygame.Rect(0, but.top, but.left, but.height),
        pygame.Rect(but.right, but.top, width - but.right, but.height),
    ):
        if strip.width > 0 and strip.height > 0:
            surface.blit(whole, strip, strip)
