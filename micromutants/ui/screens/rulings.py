"""What a table agrees where the printed rules are silent: the rulings that a match can have otherwise."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec
import pygame

from micromutants.rules import Rulings
from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.screen import Screen

REDROPS_MOST = 20
"""Most often that a resource is dropped again."""

_ROWS = (
    ("resources_below", "J12", "A bug beneath a resource collects it, as one above it does.", "resources"),
    (
        "knocked_into_terrain",
        "J13",
        "A bug that is knocked onto a template sets it off, as a flicked one does.",
        "terrain",
    ),
    ("redrops", "J14", "A resource that goes astray is dropped again {} times at most, then placed.", "resources"),
)
"""Field, ruling, what holds while it is on (with the number where it has one), and what it needs to matter."""

_NEEDS = {
    "resources": "The Basic game has no resources.",
    "terrain": "No terrain is laid.",
}


class RulingsScreen(Screen):
    """A card over the new match with a row for each ruling."""

    overlay = True
    needs = (720.0, 440.0)

    def __init__(self, app: App, rulings: Rulings, has: tuple[str, ...], done: Callable[[Rulings], None]) -> None:
        """Show the rulings.

        Args:
            app: The program.
            rulings: As they are chosen.
            has: What the match has of resources and terrain, by the names in the rows.
            done: Called with the rulings each time one changes.
        """
        super().__init__(app)
        self.rulings = rulings
        self._has = has
        self._done = done

    @property
    def card(self) -> pygame.Rect:
        """Where the card is."""
        return self.centred(self.u(680), self.u(400))

    def _row(self, index: int) -> pygame.Rect:
        card, u = self.card, self.u
        return pygame.Rect(card.x + u(28), card.y + u(104) + index * u(74), card.width - u(56), u(62))

    def layout(self) -> None:
        """Make the buttons."""
        u = self.u
        for index, (field, rule, _, need) in enumerate(_ROWS):
            row = self._row(index)
            why = "" if need in self._has else f"{_NEEDS[need]} ({rule})"
            value = getattr(self.rulings, field)
            first = pygame.Rect(row.right - u(168), row.y + u(10), u(80), u(38))
            if field == "redrops":
                for step, label in ((-1, "Fewer"), (1, "More")):
                    limit = "No fewer than none." if step < 0 else f"At most {REDROPS_MOST} times."
                    told = why or ("" if 0 <= value + step <= REDROPS_MOST else limit)
                    self.form.button(first, label, partial(self._set, field, value + step), why=told)
                    first = first.move(u(88), 0)
                continue
            for on, label in ((True, "On"), (False, "Off")):
                style = "on" if value is on else ""
                self.form.button(first, label, partial(self._set, field, on), style=style, why=why)
                first = first.move(u(88), 0)
        card = self.card
        again = pygame.Rect(card.x + u(28), card.bottom - u(62), u(220), u(42))
        usual = "" if self._changed() else "All rulings are as usual."
        self.form.button(again, "All as usual", self._usual, why=usual)
        done = pygame.Rect(card.right - u(28) - u(160), again.y, u(160), again.height)
        self.form.focus_on(self.form.button(done, "Done", self.app.pop, style="primary", key="Esc"))

    def _changed(self) -> bool:
        usual = Rulings()
        return any(getattr(self.rulings, field) != getattr(usual, field) for field, *_ in _ROWS)

    def _usual(self) -> None:
        usual = Rulings()
        self._take({field: getattr(usual, field) for field, *_ in _ROWS})

    def _set(self, field: str, value: bool | int) -> None:
        self._take({field: value})

    def _take(self, changes: dict[str, bool | int]) -> None:
        self.rulings = msgspec.structs.replace(self.rulings, **changes)
        self._done(self.rulings)
        self.relayout()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card."""
        paint.dim(surface)
        u, card = self.u, self.card
        paint.panel(surface, card, radius=u(14))
        left, width = card.x + u(28), card.width - u(56)
        paint.text(surface, "Rulings of the table", (left, card.y + u(20)), u(24), display=True)
        words = (
            "The printed rules leave these open. F1 shows all rulings; the record of the match keeps what is chosen."
        )
        paint.paragraph(surface, words, pygame.Rect(left, card.y + u(58), width, u(40)), u(14), theme.INK_SOFT)
        for index, (_field, rule, text, need) in enumerate(_ROWS):
            row = self._row(index)
            ink = theme.INK if need in self._has else theme.INK_FAINT
            paint.text(surface, rule, (row.x, row.y + u(12)), u(15), theme.GOLD, bold=True)
            text = text.format(self.rulings.redrops)
            box = pygame.Rect(row.x + u(48), row.y + u(8), row.width - u(48) - u(186), row.height)
            paint.paragraph(surface, text, box, u(14.5), ink)
            if need not in self._has:
                lines = len(paint.wrapped(text, u(14.5), box.width))
                at = (box.x, box.y + lines * round(u(14.5) * 1.4))
                paint.text(surface, _NEEDS[need], at, u(12), theme.WARM, width=box.width)

    def help_rule(self) -> str:
        """The first of the rulings."""
        return _ROWS[0][1]
