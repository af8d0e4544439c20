"""Small cards over a screen: a name that is asked for, and a question before something is lost."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.form import Field
from micromutants.ui.intents import Intent, Keyed
from micromutants.ui.screen import Screen

_LISTENS = 0.05
"""So long after it has opened a card takes letters, s."""


class NameScreen(Screen):
    """A line of text with what it is the name of."""

    overlay = True
    needs = (640.0, 320.0)

    def __init__(
        self,
        app: App,
        title: str,
        words: str,
        value: str,
        act: Callable[[str], str],
        *,
        verb: str = "Save",
        limit: int = 60,
    ) -> None:
        """Ask for a name.

        Args:
            app: The program.
            title: Of the card.
            words: What the name is for, a few sentences.
            value: The name that is proposed.
            act: Does it with the name; returns why it could not, or nothing, and then the card goes.
            verb: What the button says.
            limit: Most characters.
        """
        super().__init__(app)
        self.title, self.words, self.value, self.verb, self.limit = title, words, value, verb, limit
        self._act = act
        self.told = ""
        self._entry: Field | None = None
        self._age = 0.0

    @property
    def card(self) -> pygame.Rect:
        """Where the card is."""
        return self.centred(min(self.u(560), self.app.size[0] - 40), self.u(264))

    def layout(self) -> None:
        """Make the fields."""
        u, inner = self.u, self.card.inflate(-self.u(48), 0)
        y = self.card.y + u(122)
        self._entry = self.form.text_entry(
            pygame.Rect(inner.x, y, inner.width, u(40)), self.value, self._type, limit=self.limit
        )
        half = (inner.width - u(8)) // 2
        y = self.card.bottom - u(62)
        self.form.button(pygame.Rect(inner.x, y, half, u(42)), self.verb, self._do, style="primary", key="Enter")
        self.form.button(pygame.Rect(inner.right - half, y, half, u(42)), "Cancel", self.app.pop, key="Esc")

    @property
    def animating(self) -> bool:
        """Until the field has the key focus."""
        return self._age < _LISTENS

    def update(self, seconds: float) -> None:
        """Let the name be typed at once, but not by the key that opened the card."""
        if self._age < _LISTENS <= self._age + seconds and self._entry is not None:
            self.form.focus_on(self._entry)
            self.app.redraw()
        self._age += seconds

    def _type(self, text: str) -> None:
        self.value = text

    def _do(self) -> None:
        self.told = self._act(self.value)
        if not self.told and self.app.stack and self.app.top is self:
            self.app.pop()
        self.app.redraw()

    def keyed(self, keyed: Keyed) -> None:
        """Enter in the field saves."""
        if keyed.intent is Intent.CONFIRM and self.form.typing is not None:
            self._do()
        else:
            super().keyed(keyed)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card over what is beneath."""
        u, card = self.u, self.card
        paint.dim(surface)
        paint.panel(surface, card, radius=u(14))
        left, width = card.x + u(24), card.width - u(48)
        paint.text(surface, self.title, (left, card.y + u(18)), u(22), display=True)
        paint.paragraph(surface, self.words, pygame.Rect(left, card.y + u(54), width, u(62)), u(14), theme.INK_SOFT)
        if self.told:
            paint.paragraph(surface, self.told, pygame.Rect(left, card.y + u(166), width, u(34)), u(12.5), theme.BAD)


class ConfirmScreen(Screen):
    """A question before something is lost."""

    overlay = True
    needs = (600.0, 280.0)

    def __init__(self, app: App, title: str, words: str, verb: str, act: Callable[[], None], *, keep: str) -> None:
        """Ask.

        Args:
            app: The program.
            title: The question.
            words: What comes of it.
            verb: What the button says that does it.
            act: Does it, after the card has gone.
            keep: What the other button says.
        """
        super().__init__(app)
        self.title, self.words, self.verb, self.keep = title, words, verb, keep
        self._act = act

    @property
    def card(self) -> pygame.Rect:
        """Where the card is."""
        return self.centred(min(self.u(520), self.app.size[0] - 40), self.u(210))

    def layout(self) -> None:
        """Make the buttons."""
        u, inner = self.u, self.card.inflate(-self.u(48), 0)
        half, y = (inner.width - u(8)) // 2, self.card.bottom - u(62)
        self.form.button(pygame.Rect(inner.x, y, half, u(42)), self.verb, self._do, style="danger")
        self.form.button(pygame.Rect(inner.right - half, y, half, u(42)), self.keep, self.app.pop, key="Esc")

    def _do(self) -> None:
        self.app.pop()
        self._act()
        self.app.redraw()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card over what is beneath."""
        u, card = self.u, self.card
        paint.dim(surface)
        paint.panel(surface, card, radius=u(14))
        left, width = card.x + u(24), card.width - u(48)
        paint.text(surface, self.title, (left, card.y + u(18)), u(20), bold=True, width=width)
        paint.paragraph(surface, self.words, pygame.Rect(left, card.y + u(54), width, u(84)), u(14), theme.INK_SOFT)
