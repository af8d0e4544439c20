"""Small drawing helpers for the shell: text that fits, panels, pills."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import pygame

from micromutants.ui import theme
from micromutants.ui.theme import Colour

Rectish = pygame.Rect | tuple[int, int, int, int]


def plain(text: str) -> str:
    """The text without control characters, which fonts refuse or draw as boxes."""
    return "".join(ch if ch.isprintable() else " " for ch in text)


@functools.lru_cache(maxsize=1024)
def rendered(text: str, size: int, colour: Colour, bold: bool = False) -> pygame.Surface:
    """One line of text as a surface; kept, so do not draw on it."""
    return theme.font(size, bold).render(plain(text), True, colour)


def width_of(text: str, size: int, bold: bool = False) -> int:
    """Width of one line of text in pixels."""
    return theme.font(size, bold).size(plain(text))[0]


def fitted(text: str, size: int, width: int, bold: bool = False) -> str:
    """The text cut with an ellipsis so that it is no wider than ``width`` pixels."""
    text = plain(text)[:400]
    if width_of(text, size, bold) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        mid = (low + high + 1) // 2
        if width_of(text[:mid].rstrip() + "…", size, bold) <= width:
            low = mid
        else:
            high = mid - 1
    return text[:low].rstrip() + "…"


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
    anchor: str = "topleft",
    width: int | None = None,
) -> pygame.Rect:
    """Draw one line of text.

    Args:
        surface: Target.
        words: The text; cut with an ellipsis at ``width`` pixels where that is given.
        at: Where its ``anchor`` goes, px.
        size: Height of the font, px.
        colour: Ink.
        bold: Bold face.
        anchor: Name of a rectangle attribute, such as ``topleft``, ``center``, ``midright``.
        width: Most pixels it may take.

    Returns:
        Where it was drawn.
    """
    image = rendered(words if width is None else fitted(words, size, width, bold), size, colour, bold)
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
    surface.blit(_sheet(rect.size, fill, edge, radius, min(255, alpha)), rect.move(-_SHADE, -_SHADE))


_SHADE = 5
"""How far the shadow of a panel reaches, px."""


@functools.lru_cache(maxsize=64)
def _sheet(size: tuple[int, int], fill: Colour, edge: Colour | None, radius: int, alpha: int) -> pygame.Surface:
    """A panel a little lighter at its top, with a bright upper edge and a soft shadow round it."""
    width, height = size
    radius = min(radius, width // 2, height // 2)
    whole = pygame.Surface((width + 2 * _SHADE, height + 2 * _SHADE), pygame.SRCALPHA, 32)
    for reach in range(_SHADE, 0, -1):
        shade = pygame.Rect(_SHADE, _SHADE + 1, width, height).inflate(2 * reach - 2, 2 * reach - 2)
        dark = round(alpha * 0.30 * (1.0 - reach / (_SHADE + 1)) ** 1.5)
        pygame.draw.rect(whole, (0, 0, 0, dark), shade, border_radius=radius + reach)
    body = pygame.Surface(size, pygame.SRCALPHA, 32)
    pygame.draw.rect(body, theme.WHITE, body.get_rect(), border_radius=radius)
    ramp = pygame.Surface((1, 2), pygame.SRCALPHA, 32)
    ramp.set_at((0, 0), (*theme.mix(fill, theme.WHITE, 0.055), alpha))
    ramp.set_at((0, 1), (*theme.mix(fill, theme.BLACK, 0.10), alpha))
    body.blit(pygame.transform.smoothscale(ramp, size), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    if edge is not None:
        light = (*theme.mix(fill, theme.WHITE, 0.2), alpha)
        pygame.draw.line(body, light, (radius, 1), (width - radius, 1))
        pygame.draw.rect(body, (*edge, alpha), body.get_rect(), 1, border_radius=radius)
    hole = pygame.Surface(size, pygame.SRCALPHA, 32)
    pygame.draw.rect(hole, (255, 255, 255, 255), hole.get_rect(), border_radius=radius)
    whole.blit(hole, (_SHADE, _SHADE), special_flags=pygame.BLEND_RGBA_SUB)
    whole.blit(body, (_SHADE, _SHADE), special_flags=pygame.BLEND_RGBA_ADD)
    return whole


def dim(surface: pygame.Surface, strength: int = 150) -> None:
    """Darken everything drawn so far, under an overlay."""
    sheet = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    sheet.fill((*theme.TABLE_DARK, strength))
    surface.blit(sheet, (0, 0))


@functools.lru_cache(maxsize=4)
def _backdrop(size: tuple[int, int]) -> pygame.Surface:
    """A warm surround that darkens towards the edges."""
    small = pygame.Surface((48, 48))
    for y in range(48):
        for x in range(48):
            d = ((x - 23.5) / 24) ** 2 + ((y - 20) / 26) ** 2
            small.set_at((x, y), theme.mix(theme.TABLE_LIGHT, theme.TABLE_DARK, min(1.0, 0.15 + 0.6 * d)))
    return pygame.transform.smoothscale(small, size)


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
