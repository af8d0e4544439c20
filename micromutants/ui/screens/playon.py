"""Playing on from the middle of a record: who plays whom, then a new match begins there."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pygame

from micromutants.match import Record, branch_off
from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.draw import draw_army_badge
from micromutants.ui.screen import Screen
from micromutants.ui.screens.loading import LoadingScreen


class PlayOnScreen(Screen):
    """A card that asks which seats people take."""

    overlay = True
    needs = (640.0, 480.0)

    def __init__(self, app: App, record: Record, number: int, path: Path | None) -> None:
        super().__init__(app)
        self.record, self.number, self.path = record, number, path
        seats = range(len(record.setup.seats))
        # Somebody wants to play: where the program played all seats, the first one becomes free.
        self.bots = set(record.bots) if len(record.bots) < len(seats) else set(seats) - {0}
        self.told = ""

    @property
    def card(self) -> pygame.Rect:
        """Where the card is."""
        height = self.u(236) + len(self.record.setup.seats) * self.u(52)
        return self.centred(min(self.u(560), self.app.size[0] - 40), min(height, self.app.size[1] - 20))

    def _row(self, player: int) -> pygame.Rect:
        card = self.card
        return pygame.Rect(
            card.x + self.u(24), card.y + self.u(112) + player * self.u(52), card.width - self.u(48), self.u(44)
        )

    def layout(self) -> None:
        """Make the buttons."""
        u, card = self.u, self.card
        for player in range(len(self.record.setup.seats)):
            row = self._row(player)
            bot = player in self.bots
            for index, (label, chosen) in enumerate((("Person", not bot), ("Bot", bot))):
                rect = pygame.Rect(row.right - u(200) + index * u(102), row.y, u(98), row.height)
                style = "on" if chosen else ""
                self.form.button(rect, label, partial(self._seat, player, bool(index)), style=style)
        inner = card.inflate(-u(48), 0)
        half, y = (inner.width - u(8)) // 2, card.bottom - u(60)
        self.form.button(pygame.Rect(inner.x, y, half, u(42)), "Play on", self._start, style="primary")
        self.form.button(pygame.Rect(inner.right - half, y, half, u(42)), "Cancel", self.app.pop, key="Esc")

    def _seat(self, player: int, bot: bool) -> None:
        self.bots = self.bots | {player} if bot else self.bots - {player}
        self.relayout()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card."""
        u, card = self.u, self.card
        paint.dim(surface)
        paint.panel(surface, card, radius=u(14))
        left, width = card.x + u(24), card.width - u(48)
        title = "Play on from the start" if not self.number else f"Play on after action {self.number}"
        paint.text(surface, title, (left, card.y + u(18)), u(22), display=True)
        words = "A new match begins there, and the record stays as it is. The same choices would see the same dice."
        paint.paragraph(surface, words, pygame.Rect(left, card.y + u(54), width, u(44)), u(14), theme.INK_SOFT)
        for player, seat in enumerate(self.record.setup.seats):
            row = self._row(player)
            draw_army_badge(
                surface, pygame.Rect(row.x, row.y, row.height, row.height), theme.dress_of(self.record.setup, player)
            )
            at = (row.x + row.height + u(12), row.centery)
            paint.text(surface, seat.name, at, u(16), bold=True, anchor="midleft", width=row.width - u(270))
        if self.told:
            box = pygame.Rect(left, card.bottom - u(106), width, u(40))
            paint.paragraph(surface, self.told, box, u(12.5), theme.BAD)

    def _start(self) -> None:
        name = self.path.name if self.path is not None else ""
        record, number, bots = self.record, self.number, sorted(self.bots)
        words = "The match is set up again"
        self.app.push(
            LoadingScreen(self.app, words, lambda: branch_off(record, number, bots=bots, name=name), self._ready)
        )

    def _ready(self, match: Any, error: BaseException | None) -> None:
        from micromutants.ui.screens.files import enter

        if isinstance(error, ValueError):
            self.told = str(error)
            self.app.redraw()
        elif error is not None:
            raise error
        else:
            enter(self.app, match)
