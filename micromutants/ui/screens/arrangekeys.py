"""What is told while bugs are set up: the keys, and how the match is won."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from micromutants.ui import paint, theme
from micromutants.ui.intents import Intent
from micromutants.ui.prompts import goal_words

if TYPE_CHECKING:
    from micromutants.ui.screens.arrange import ArrangeScreen


def draw_keys(screen: ArrangeScreen, surface: pygame.Surface) -> None:
    """The few keys of the screen where later the log is; as many as there is room for."""
    rect = screen.places.log
    if rect == screen.places.card:
        return
    paint.panel(surface, rect, radius=screen.u(9))
    moving = [screen.key(intent) for intent in (Intent.LEFT, Intent.RIGHT, Intent.UP, Intent.DOWN)]
    arrows = "Arrows" if "Left" in moving else " ".join(moving)
    lines = (
        ("Drag", "move a bug"),
        (f"Wheel, {screen.key(Intent.ROTATE)}", "turn it"),
        (screen.key(Intent.NEXT), "next bug"),
        (arrows, "move 5 mm"),
        (f"Shift+{arrows.lower()}", "move 1 mm"),
        (screen.key(Intent.VARIANT), "next variant"),
        (screen.key(Intent.UNDO), "take back"),
        *([(screen.key(Intent.BASES), "swap bases")] if len(screen.orders) > 1 else []),
        (screen.key(Intent.CONFIRM), "done"),
    )
    y = rect.y + screen.u(12)
    if rect.height >= screen.u(110):
        paint.text(surface, "Setting up", (rect.x + screen.u(12), y), screen.u(14), theme.INK_SOFT, bold=True)
        y += screen.u(26)
    step, columns = screen.u(22), max(1, rect.width // screen.u(190))
    wide, rows = rect.width // columns, max(1, (rect.bottom - y) // step)
    for number, (key, meaning) in enumerate(lines[: rows * columns]):
        column, row = divmod(number, rows)
        at = (rect.x + screen.u(12) + column * wide, y + row * step)
        paint.text(surface, key, at, screen.u(13), theme.GOLD, bold=True)
        at = (at[0] + screen.u(96), at[1])
        paint.text(surface, meaning, at, screen.u(13), theme.INK_SOFT, width=wide - screen.u(104))
    if columns == 1:
        _draw_goal(screen, surface, y + min(rows, len(lines)) * step + screen.u(10))


def _draw_goal(screen: ArrangeScreen, surface: pygame.Surface, top: int) -> None:
    """How the match is won, where there is room for all of it."""
    rect, size = screen.places.log, screen.u(13)
    told = goal_words(screen.state.setup)
    room = rect.inflate(-2 * screen.u(12), 0)
    lines = paint.wrapped(told, size, room.width)
    if top + len(lines) * round(size * 1.4) > rect.bottom - screen.u(6):
        return
    room.y, room.height = top, rect.bottom - top
    paint.paragraph(surface, told, room, size, theme.INK)
