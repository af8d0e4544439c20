"""Text that always fits."""

from __future__ import annotations

import functools

import pygame

from micromutants.ui import theme

_LONGEST = 2000
"""More characters than this are never shown."""


def plain(text: str) -> str:
    """The text with blanks for control characters, which fonts refuse or draw as boxes."""
    return "".join(c if c.isprintable() else " " for c in text)


def fitted(text: str, size: int, width: int, bold: bool = False) -> str:
    """The text, cut with … to a width in px; nothing where not even that fits."""
    font = theme.font(size, bold)
    text = plain(text[:_LONGEST])
    if font.size(text)[0] <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        mid = (low + high + 1) // 2
        if font.size(text[:mid].rstrip() + "…")[0] <= width:
            low = mid
        else:
            high = mid - 1
    return text[:low].rstrip() + "…" if low else ""


@functools.lru_cache(maxsize=256)
def wrapped(text: str, size: int, width: int, lines: int, bold: bool = False) -> tuple[str, ...]:
    """The text in at most ``lines`` lines of at most ``width`` px, the last one cut with … where it must be."""
    font = theme.font(size, bold)
    found: list[str] = []
    words = plain(text[:_LONGEST]).split()
    while words and len(found) < lines:
        if len(found) == lines - 1:
            found.append(fitted(" ".join(words), size, width, bold=bold))
            break
        count = 1
        while count < len(words) and font.size(" ".join(words[: count + 1]))[0] <= width:
            count += 1
        found.append(fitted(" ".join(words[:count]), size, width, bold=bold))
        words = words[count:]
    return tuple(found)


def draw_text(
    surface: pygame.Surface,
    text: str,
    rect: pygame.Rect,
    size: int,
    colour: theme.Colour = theme.INK,
    *,
    bold: bool = False,
    align: str = "left",
    lines: int = 1,
) -> int:
    """Write text into a rectangle from its top, wrapped and cut with … where it does not fit.

    Args:
        surface: What is drawn on.
        text: Any text; control characters count as blanks.
        rect: Where.
        size: Height of the type, px.
        colour: Of the type.
        bold: Heavy type.
        align: ``left``, ``centre`` or ``right``.
        lines: Most lines that are written.

    Returns:
        The y below the last line, px.
    """
    y = rect.top
    if rect.width <= 0:
        return y
    font = theme.font(size, bold)
    for line in wrapped(text, size, rect.width, max(1, lines), bold):
        if line:
            picture = font.render(line, True, colour)
            spare = rect.width - picture.get_width()
            x = rect.left + (spare // 2 if align == "centre" else spare if align == "right" else 0)
            surface.blit(picture, (x, y))
        y += line_height(size)
    return y


def line_height(size: int) -> int:
    """From one line to the next, px."""
    return round(size * 1.32)
