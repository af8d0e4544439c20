"""A part of a screen that is higher than its room: wheel, keys, the focus and a bar at its side move it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pygame

from micromutants.ui import theme

_BAR = (118, 98, 80)


class Scroll:
    """What is seen of something high.

    Attributes:
        view: Where it is seen, px.
        whole: Height of all of it, px.
        up: By so much it is moved up, px; at 0 its top is at the top of the view.
    """

    view: pygame.Rect
    whole: int
    up: int
    _bar: pygame.Rect
    _grip: int | None

    def __init__(self) -> None:
        self.close()

    def place(self, view: pygame.Rect, whole: int, bar: pygame.Rect | None = None) -> None:
        """Say where it is seen and how high it is; what is beyond the end now moves into sight.

        Args:
            view: Where it is seen, px.
            whole: Height of all of it, px.
            bar: Where the bar goes while not all is seen; without it along the right edge of the view.
        """
        self.view, self.whole = pygame.Rect(view), whole
        self._bar = pygame.Rect(bar) if bar is not None else pygame.Rect(view.right - 10, view.y, 8, view.height)
        self.up = min(self.limit, max(0, self.up))

    def close(self) -> None:
        """There is nothing to scroll."""
        self.view = pygame.Rect(0, 0, 0, 0)
        self.whole = 0
        self.up = 0
        self._bar = pygame.Rect(0, 0, 0, 0)
        self._grip = None

    @property
    def limit(self) -> int:
        """The furthest that it moves, px; 0 where all of it is seen."""
        return max(0, self.whole - self.view.height)

    @property
    def top(self) -> int:
        """Where its top is now, px; above the view once it has been moved."""
        return self.view.y - self.up

    def to(self, up: float) -> bool:
        """Move it so far up as can be; returns whether anything moved."""
        before, self.up = self.up, min(self.limit, max(0, round(up)))
        return self.up != before

    def show(self, rect: pygame.Rect) -> bool:
        """Move it as little as brings a rectangle into sight, with some room about it; returns whether it moved."""
        room = min(self.view.height // 5, 48)
        up = self.up
        if rect.bottom + room > self.view.bottom:
            up += rect.bottom + room - self.view.bottom
        if rect.top - room - (up - self.up) < self.view.top:
            up = self.up + rect.top - room - self.view.top
        return self.to(up)

    # --- the bar -------------------------------------------------------------------------------------------

    @property
    def knob(self) -> pygame.Rect:
        """Where the knob of the bar is; empty where all is seen."""
        if not self.limit:
            return pygame.Rect(0, 0, 0, 0)
        bar = self._bar
        length = max(bar.width * 3, bar.height * self.view.height // self.whole)
        return pygame.Rect(bar.x, bar.y + (bar.height - length) * self.up // self.limit, bar.width, length)

    def press(self, pos: tuple[int, int]) -> bool:
        """A button goes down; on the bar, beside the knob too, the knob is held from now on.  Returns whether it is."""
        if not self.limit or not self._bar.inflate(self._bar.width, 0).collidepoint(pos):
            return False
        knob = self.knob
        self._grip = pos[1] - knob.y if knob.y <= pos[1] < knob.bottom else knob.height // 2
        self.drag(pos)
        return True

    @property
    def held(self) -> bool:
        """Whether the knob is held."""
        return self._grip is not None

    def drag(self, pos: tuple[int, int]) -> bool:
        """The pointer moves while the knob is held; returns whether anything moved."""
        if self._grip is None:
            return False
        way = self._bar.height - self.knob.height
        return way > 0 and self.to((pos[1] - self._grip - self._bar.y) * self.limit / way)

    def let_go(self) -> None:
        """The knob is no longer held."""
        self._grip = None

    # --- drawing -------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def clipped(self, surface: pygame.Surface) -> Iterator[None]:
        """Draw only what is in sight."""
        before = surface.get_clip()
        surface.set_clip(self.view.clip(before))
        try:
            yield
        finally:
            surface.set_clip(before)

    def draw(self, surface: pygame.Surface) -> None:
        """The bar, and a shade at an edge beyond which there is more."""
        if not self.limit:
            return
        if self.up > 0:
            _shade(surface, self.view, self.view.top, 1)
        if self.up < self.limit:
            _shade(surface, self.view, self.view.bottom - 1, -1)
        round_off = self._bar.width // 2
        pygame.draw.rect(surface, theme.TABLE_DARK, self._bar, border_radius=round_off)
        pygame.draw.rect(surface, theme.GOLD if self.held else _BAR, self.knob, border_radius=round_off)


def _shade(surface: pygame.Surface, view: pygame.Rect, y: int, step: int) -> None:
    """Darkness that fades from an edge of the view inwards."""
    high = min(14, view.height // 4)
    line = pygame.Surface((view.width, 1), pygame.SRCALPHA)
    for number in range(high):
        line.fill((*theme.TABLE_DARK, round(150 * (1 - number / high) ** 2)))
        surface.blit(line, (view.x, y + step * number))
