"""The card on which a scenario gets its title, its text and its goal."""

from __future__ import annotations

from functools import partial

import pygame

from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.intents import Intent, Keyed
from micromutants.ui.practice.editing import Editing
from micromutants.ui.screen import Screen

ROWS = (
    ("Title", 200, ""),
    ("Text", 4000, "What it shows and why, as the player reads it"),
    ("Goal", 200, "What the player is to bring about with one flick; empty where it is no puzzle"),
)
"""Name, most characters and hint of each field."""


class DescribeScreen(Screen):
    """Three lines of text over the table; nothing is changed before it is taken."""

    overlay = True
    needs = (720.0, 480.0)

    def __init__(self, app: App, editing: Editing) -> None:
        super().__init__(app)
        self.editing = editing
        scenario = editing.stand.scenario
        goal = scenario.puzzle.goal if scenario.puzzle is not None else ""
        self.values = [scenario.title, " ".join(scenario.description.split()), goal]
        self.told = ""

    @property
    def card(self) -> pygame.Rect:
        """Where the card is."""
        return self.centred(min(self.u(680), self.app.size[0] - 40), min(self.u(450), self.app.size[1] - 20))

    def layout(self) -> None:
        """Make the fields."""
        u, inner = self.u, self.card.inflate(-self.u(48), 0)
        for index, (_, limit, hint) in enumerate(ROWS):
            rect = pygame.Rect(inner.x + u(64), inner.y + u(64) + index * u(50), inner.width - u(64), u(40))
            self.form.text_entry(rect, self.values[index], partial(self._typed, index), limit=limit, hint=hint)
        half, y = (inner.width - u(8)) // 2, self.card.bottom - u(60)
        self.form.button(pygame.Rect(inner.x, y, half, u(42)), "Done", self._done, style="primary", key="Enter")
        self.form.button(pygame.Rect(inner.right - half, y, half, u(42)), "Cancel", self.app.pop, key="Esc")

    def _typed(self, index: int, text: str) -> None:
        self.values[index] = text
        self.told = ""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card, and the text as it will be read."""
        u, card = self.u, self.card
        paint.dim(surface)
        paint.panel(surface, card, radius=u(14))
        left = card.x + u(24)
        paint.text(surface, "Title and text", (left, card.y + u(16)), u(22), display=True)
        for index, (name, *_) in enumerate(ROWS):
            paint.text(surface, name, (left, card.y + u(74) + index * u(50)), u(15), theme.INK_SOFT)
        box = pygame.Rect(left, card.y + u(220), card.width - u(48), card.height - u(220) - u(70))
        words = self.told or self.values[1]
        paint.paragraph(surface, words, box, u(13.5), theme.BAD if self.told else theme.INK_SOFT)

    def keyed(self, keyed: Keyed) -> None:
        """Enter in a field takes it."""
        if keyed.intent is Intent.CONFIRM and self.form.typing is not None:
            self._done()
        else:
            super().keyed(keyed)

    def _done(self) -> None:
        self.told = self.editing.describe(*self.values)
        if not self.told:
            self.app.pop()
        self.app.redraw()
