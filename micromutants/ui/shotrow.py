"""A row of a list of shots: a picture, a name, a day, what happened."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from micromutants.ui import paint, theme

ROW = 104
"""Height of a row at scale 1, with the gap below it."""

BUTTONS = 126
"""Room for the buttons on the right at scale 1."""


def picture_rect(row: pygame.Rect, u: Callable[[float], int]) -> pygame.Rect:
    """Where the picture of a row goes."""
    side = row.height - u(12)
    return pygame.Rect(row.x + u(6), row.y + u(6), round(side * 1.6), side)


def button_rects(row: pygame.Rect, u: Callable[[float], int], count: int) -> list[pygame.Rect]:
    """Where up to three buttons of a row go, one above the other."""
    height = min(u(38), (row.height - u(24)) // 3)
    return [pygame.Rect(row.right - u(112), row.y + u(6) + i * (height + u(6)), u(104), height) for i in range(count)]


def draw_row(
    surface: pygame.Surface,
    row: pygame.Rect,
    u: Callable[[float], int],
    *,
    picture: pygame.Surface | None,
    name: str,
    told: str,
    day: str = "",
    origin: str = "",
    fault: str = "",
) -> None:
    """Draw a row without its buttons.

    Args:
        surface: What is drawn on.
        row: Where.
        u: A measure at scale 1 in pixels.
        picture: Of the shot, None while there is none.
        name: Of the shot.
        told: What happened.
        day: When it was saved.
        origin: Where it comes from.
        fault: Why it can not be used, in place of what happened.
    """
    paint.panel(surface, row, fill=theme.TABLE_DARK, radius=u(8))
    box = picture_rect(row, u)
    if picture is not None:
        surface.blit(picture, box)
    left = box.right + u(14)
    right = row.right - u(BUTTONS)
    edge = below = right
    if day:
        long = paint.width_of(name, u(17), True) > right - left - paint.width_of(day, u(12.5)) - u(10)
        at, anchor = ((right, row.bottom - u(6)), "bottomright") if long else ((right, row.y + u(10)), "topright")
        drawn = paint.text(surface, day, at, u(12.5), theme.INK_SOFT, anchor=anchor)
        edge = right if long else drawn.left - u(10)
        below = drawn.left - u(10) if long else right
    paint.text(surface, name, (left, row.y + u(7)), u(17), theme.GOLD, bold=True, width=edge - left)
    lines = pygame.Rect(left, row.y + u(32), right - left, row.height - (u(56) if origin else u(38)))
    paint.paragraph(surface, fault or told, lines, u(13.5), theme.BAD if fault else theme.INK)
    if origin:
        at = (left, row.bottom - u(6))
        paint.text(surface, origin, at, u(12), theme.INK_FAINT, anchor="bottomleft", width=below - left)
