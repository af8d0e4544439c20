"""The question to all at the table whether a flick is taken back."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.buttons import Control, lay
from micromutants.ui.screen import Screen
from micromutants.ui.session import Session


class AgreeScreen(Screen):
    """A card that asks once; what stands is the choice that Enter takes."""

    overlay = True
    needs = (600.0, 300.0)

    def __init__(self, app: App, session: Session, done: Callable[[], None]) -> None:
        """Ask.

        Args:
            app: The program.
            session: The match; there is a flick that can be taken back.
            done: Called once it has been taken back and this card is gone.
        """
        super().__init__(app)
        self.session = session
        self._done = done

    @property
    def card(self) -> pygame.Rect:
        """Where the card is."""
        return self.aside(self.u(560), self.u(250))

    def layout(self) -> None:
        """Make the buttons."""
        u, card = self.u, self.card
        strip = pygame.Rect(card.x + u(28), card.bottom - u(66), card.width - u(56), u(44))
        row = Control("No, it stands", self.app.pop, "Esc", style="primary"), Control("All agree", self._agreed)
        stands, _ = lay(self.form, strip, [row], u(10))
        self.form.focus_on(stands)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card."""
        paint.dim(surface, 120)
        u, card = self.u, self.card
        paint.panel(surface, card, edge=theme.GOLD, radius=u(14))
        left, room = card.x + u(28), card.width - u(56)
        paint.text(surface, "Does the whole table agree?", (left, card.y + u(20)), u(24), display=True, width=room)
        box = pygame.Rect(left, card.y + u(66), room, u(110))
        paint.paragraph(surface, self.session.take_back_words(), box, u(15), theme.INK)

    def help_rule(self) -> str:
        """The ruling about it."""
        return "J33"

    def _agreed(self) -> None:
        self.session.take_back()
        self.app.pop()
        self._done()
