"""Options: text size, reduced motion, the mat."""

from __future__ import annotations

from functools import partial

import msgspec
import pygame

from micromutants.ui import paint, theme
from micromutants.ui.screen import Screen
from micromutants.ui.settings import TEXT_SIZES

_NAMES = ("Small", "Normal", "Large", "Very large")


class OptionsScreen(Screen):
    """A card in the middle with the options."""

    overlay = True
    needs = (600.0, 430.0)

    @property
    def card(self) -> pygame.Rect:
        """Where the card is."""
        found = pygame.Rect(0, 0, min(self.u(560), self.app.size[0] - 40), min(self.u(390), self.app.size[1] - 40))
        found.center = self.rect.center
        return found

    def layout(self) -> None:
        """Make the buttons."""
        u, card = self.u, self.card
        pad = u(28)
        room = card.width - 2 * pad
        width = (room - 3 * u(8)) // 4
        now = self.app.settings
        for index, (factor, name) in enumerate(zip(TEXT_SIZES, _NAMES, strict=True)):
            rect = pygame.Rect(card.x + pad + index * (width + u(8)), card.y + u(96), width, u(38))
            style = "on" if factor == now.text_size else ""
            self.form.button(rect, name, partial(self._text_size, factor), style=style)
        half = (room - u(8)) // 2
        for index, (on, name) in enumerate(((False, "Full motion"), (True, "Reduced motion"))):
            rect = pygame.Rect(card.x + pad + index * (half + u(8)), card.y + u(176), half, u(38))
            style = "on" if on is now.reduced_motion else ""
            self.form.button(rect, name, partial(self._motion, on), style=style)
        third = (room - 2 * u(8)) // 3
        for index, (felt, look) in enumerate(theme.MATS.items()):
            rect = pygame.Rect(card.x + pad + index * (third + u(8)), card.y + u(256), third, u(38))
            self.form.button(rect, look.name, partial(self._mat, felt), style="on" if felt == now.mat else "")
        done = pygame.Rect(card.x + pad, card.bottom - u(62), room, u(40))
        self.form.button(done, "Done", self.app.pop, style="primary", key="Esc")

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card."""
        paint.dim(surface)
        u, card = self.u, self.card
        paint.panel(surface, card, radius=u(14))
        left = card.x + u(28)
        paint.text(surface, "Options", (left, card.y + u(20)), u(24), display=True)
        paint.text(surface, "Text size", (left, card.y + u(70)), u(14), theme.INK_SOFT)
        paint.text(surface, "Motion", (left, card.y + u(150)), u(14), theme.INK_SOFT)
        paint.text(surface, "Mat", (left, card.y + u(230)), u(14), theme.INK_SOFT)
        if self.app.message:
            paint.text(surface, self.app.message, (left, card.y + u(302)), u(13), theme.BAD, width=card.width - u(56))

    def _text_size(self, factor: float) -> None:
        self.app.change_settings(msgspec.structs.replace(self.app.settings, text_size=factor))
        self.relayout()

    def _motion(self, reduced: bool) -> None:
        self.app.change_settings(msgspec.structs.replace(self.app.settings, reduced_motion=reduced))
        self.relayout()

    def _mat(self, felt: str) -> None:
        self.app.change_settings(msgspec.structs.replace(self.app.settings, mat=felt))
        self.relayout()
