"""The card between two people who share the mouse."""

from __future__ import annotations

import pygame

from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.buttons import Control, lay
from micromutants.ui.draw import draw_army_badge
from micromutants.ui.intents import Intent, Keyed
from micromutants.ui.prompts import handover_words
from micromutants.ui.screen import Screen
from micromutants.ui.session import Session

NEUTRAL = 0.5
"""For so long after the turn has passed on, clicks and keys do nothing, s."""


class HandoverScreen(Screen):
    """Asks the next player to take the mouse."""

    overlay = True
    needs = (560.0, 300.0)

    def __init__(self, app: App, session: Session, player: int) -> None:
        super().__init__(app)
        self.session, self.player, self.reason = session, player, handover_words(session)
        self._neutral = NEUTRAL

    @property
    def animating(self) -> bool:
        """Until the neutral time is over."""
        return self._neutral > 0.0

    @property
    def card(self) -> pygame.Rect:
        """Where the card is."""
        return self.aside(min(self.u(520), self.app.size[0] - 40), self.u(270))

    def layout(self) -> None:
        """Make the buttons."""
        u, card = self.u, self.card
        row = [Control("I am here", self._ready, style="primary")]
        if not self.session.undo_reason():
            row.insert(0, Control("Take back", self._undo, hint="Takes back the choice before."))
        elif self.session.flick_to_take_back() is not None:
            hint = "Takes back the flick before, if all agree."
            row.insert(0, Control("Take the flick back", self._ask, hint=hint))
        strip = pygame.Rect(card.x + u(28), card.bottom - u(66), card.width - u(56), u(44))
        self.form.focus_on(lay(self.form, strip, [row], u(10))[-1])

    def update(self, seconds: float) -> None:
        """The neutral time passes."""
        self._neutral = max(0.0, self._neutral - seconds)

    def keyed(self, keyed: Keyed) -> None:
        """Enter or Space takes over; Esc opens the pause menu."""
        if self._neutral > 0.0:
            return
        if keyed.intent is Intent.BACK:
            from micromutants.ui.screens.pause import PauseScreen

            self.app.push(PauseScreen(self.app, self.session))
        elif keyed.intent is Intent.CONFIRM and not self.form.by_keys:
            self._ready()
        else:
            super().keyed(keyed)

    def _ready(self) -> None:
        if self._neutral > 0.0:
            return
        self.session.seated = self.player
        self.app.pop()

    def _ask(self) -> None:
        from micromutants.ui.screens.agree import AgreeScreen

        if self._neutral <= 0.0:
            self.app.push(AgreeScreen(self.app, self.session, self.app.pop))

    def _undo(self) -> None:
        if self._neutral > 0.0:
            return
        self.session.undo()
        self.app.pop()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card."""
        paint.dim(surface, 120)
        u, card = self.u, self.card
        army = self.session.army(self.player)
        style = theme.army_style(theme.dress(army))
        paint.panel(surface, card, fill=theme.mix(theme.PANEL, style.colour, 0.18), edge=style.colour, radius=u(16))
        badge = pygame.Rect(card.x + u(28), card.y + u(28), u(104), u(104))
        draw_army_badge(surface, badge, theme.dress(army))
        left = badge.right + u(22)
        room = card.right - left - u(22)
        name, at = self.session.name(self.player), (left, card.y + u(48))
        paint.text(surface, name, at, u(28), display=True, anchor="midleft", width=room, least=u(16))
        paint.text(surface, army.name, (left, card.y + u(72)), u(16), theme.INK_SOFT, width=room)
        body = pygame.Rect(left, card.y + u(102), room, u(88))
        paint.paragraph(surface, self.reason, body, u(15), theme.INK)
