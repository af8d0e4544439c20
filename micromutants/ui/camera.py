"""Looking at the mat: wheel zooms, middle button or Space with the left one pans, keys do both."""

from __future__ import annotations

import pygame

from micromutants.table import Mat
from micromutants.ui.intents import Intent
from micromutants.ui.view import View

_PANS = {
    Intent.PAN_LEFT: (40, 0),
    Intent.PAN_RIGHT: (-40, 0),
    Intent.PAN_UP: (0, 40),
    Intent.PAN_DOWN: (0, -40),
}


class Camera:
    """A view of the mat and the drag that moves it."""

    def __init__(self, mat: Mat) -> None:
        self.view = View(mat, (0, 0, 1, 1))
        self._last: tuple[int, int] | None = None

    def place(self, rect: pygame.Rect) -> None:
        """Show the same part of the mat in another rectangle."""
        self.view = self.view.within((rect.x, rect.y, rect.width, rect.height))

    @property
    def panning(self) -> bool:
        """Whether the mat is being dragged."""
        return self._last is not None

    def take(self, pos: tuple[int, int]) -> None:
        """Take hold of the mat."""
        self._last = pos

    def drag(self, pos: tuple[int, int]) -> None:
        """Move the mat that is held."""
        if self._last is not None:
            self.view = self.view.panned(pos[0] - self._last[0], pos[1] - self._last[1])
            self._last = pos

    def let_go(self) -> None:
        """Let go of the mat."""
        self._last = None

    def wheel(self, steps: float, pos: tuple[int, int]) -> None:
        """Zoom about a pixel."""
        if self.view.holds(*pos):
            self.view = self.view.zoomed(1.15**steps, pos)

    def keyed(self, intent: Intent) -> bool:
        """Zoom or pan by keys; returns whether the intent was one of ours."""
        if intent in _PANS:
            self.view = self.view.panned(*_PANS[intent])
        elif intent is Intent.ZOOM_IN:
            self.view = self.view.zoomed(1.25)
        elif intent is Intent.ZOOM_OUT:
            self.view = self.view.zoomed(1 / 1.25)
        elif intent is Intent.FIT:
            self.view = self.view.whole()
        else:
            return False
        return True
