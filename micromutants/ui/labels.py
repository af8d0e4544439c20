"""Words on and beside buttons: how wide those of a row are, and the bubble that explains something."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from micromutants.ui import paint, theme


def shares(labels: Sequence[str], room: int, gap: int, scale: float) -> list[int]:
    """Widths of buttons in a row: equal where all labels fit so, else each as wide as its label needs.

    Args:
        labels: What they say.
        room: Width of the row, px.
        gap: Between two buttons, px.
        scale: Of the type.
    """
    room -= gap * (len(labels) - 1)
    equal = room // len(labels)
    needs = [paint.width_of(label, round(15 * scale)) + round(8 * scale) for label in labels]
    if max(needs) <= equal:
        return [equal] * len(labels)
    spare = room - sum(needs)
    return [need + spare // len(labels) for need in needs]


def bubble(
    surface: pygame.Surface, words: str, about: pygame.Rect, scale: float, edge: theme.Colour = theme.PANEL_EDGE
) -> None:
    """A few words beside what they are about, kept on the surface."""
    size, pad = round(13 * scale), round(8 * scale)
    lines = paint.wrapped(words, size, round(280 * scale))
    width = max(paint.width_of(line, size) for line in lines) + 2 * pad
    height = round(size * 1.4) * len(lines) + 2 * pad - round(size * 0.2)
    box = pygame.Rect(0, 0, width, height)
    box.midtop = (about.centerx, about.bottom + pad)
    if box.bottom > surface.get_height() - 4:
        box.midbottom = (about.centerx, about.top - pad)
    box.clamp_ip(surface.get_rect().inflate(-8, -8))
    paint.panel(surface, box, fill=theme.TABLE_DARK, edge=edge, radius=round(6 * scale))
    for number, line in enumerate(lines):
        paint.text(surface, line, (box.x + pad, box.y + pad - 1 + number * round(size * 1.4)), size)
