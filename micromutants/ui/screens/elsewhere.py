"""A match that another window has open: look on, play a copy, or leave it."""

from __future__ import annotations

from pathlib import Path

import pygame

from micromutants.match import Record
from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.buttons import Control, lay
from micromutants.ui.screen import Screen

WORDS = "Another window of this program is open at this match, and what is played here would not be seen there."
"""What there is to know, in one sentence."""


class ElsewhereScreen(Screen):
    """A card with the three ways on."""

    overlay = True
    needs = (640.0, 320.0)

    def __init__(self, app: App, record: Record, path: Path) -> None:
        """Ask.

        Args:
            app: The program.
            record: Of the match, as it was saved last.
            path: Where that was read.
        """
        super().__init__(app)
        self.record, self.path = record, path

    @property
    def card(self) -> pygame.Rect:
        """Where the card is."""
        return self.centred(min(self.u(600), self.app.size[0] - 40), self.u(214))

    def layout(self) -> None:
        """Make the buttons."""
        u, inner = self.u, self.card.inflate(-self.u(48), 0)
        watch = "Watch the match as it is saved there, move by move."
        copy = "A match of its own from here; that of the other window stays as it is."
        row = (
            Control("Look on", self._look, style="primary", hint=watch),
            Control("Play a copy", self._copy, hint=copy),
            Control("Back", self.app.pop, "Esc"),
        )
        lay(self.form, pygame.Rect(inner.x, self.card.bottom - u(62), inner.width, u(42)), [row], u(8))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card over what is beneath."""
        u, card = self.u, self.card
        paint.dim(surface)
        paint.panel(surface, card, radius=u(14))
        left, width = card.x + u(24), card.width - u(48)
        paint.text(surface, "This match is open elsewhere", (left, card.y + u(18)), u(22), display=True, width=width)
        paint.paragraph(surface, WORDS, pygame.Rect(left, card.y + u(60), width, u(84)), u(15), theme.INK_SOFT)

    def _look(self) -> None:
        from micromutants.ui.screens.lookon import LookOnScreen

        self.app.replace(LookOnScreen(self.app, self.record, self.path))

    def _copy(self) -> None:
        from micromutants.ui.screens.files import play_again

        self.app.pop()
        play_again(self.app, self.record)
