"""A card that is shown while something takes its time in a thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.screen import Screen


class LoadingScreen(Screen):
    """Says what is being done; Esc gives it up."""

    overlay = True

    def __init__(
        self, app: App, words: str, job: Callable[[], Any], then: Callable[[Any, BaseException | None], None]
    ) -> None:
        super().__init__(app)
        self.words = words
        self._then = then
        self._number = app.worker.start(job, self._done)
        self._found: tuple[Any, BaseException | None] | None = None
        self._time = 0.0

    @property
    def animating(self) -> bool:
        """The dots move."""
        return not self.app.settings.reduced_motion

    def update(self, seconds: float) -> None:
        """The dots move, and what came while something lay on top is handed over."""
        self._time += seconds
        if self._found is not None:
            result, error = self._found
            self._found = None
            self.app.pop()
            self._then(result, error)

    def _done(self, result: Any, error: BaseException | None) -> None:
        # Help may lie on top, or the card may have gone with the screen beneath: it goes on when it is on top again.
        self._found = result, error

    def back(self) -> None:
        """Give it up."""
        self.app.worker.drop(self._number)
        self.app.pop()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card."""
        paint.dim(surface)
        card = pygame.Rect(0, 0, self.u(420), self.u(110))
        card.center = self.rect.center
        paint.panel(surface, card, radius=self.u(14))
        middle = (card.centerx, card.y + self.u(36))
        paint.text(surface, self.words, middle, self.u(17), bold=True, anchor="center", width=card.width - self.u(30))
        for index in range(3):
            lit = int(self._time * 3) % 3 == index or not self.animating
            at = (card.centerx + (index - 1) * self.u(20), card.y + self.u(78))
            pygame.draw.circle(surface, theme.GOLD if lit else theme.PANEL_LIGHT, at, self.u(5))
