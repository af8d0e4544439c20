"""Other physics for a shot: every constant with its unit, to be changed by hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec
import pygame

from micromutants.physics import Physics, constants
from micromutants.shots import SavedShot, remade, with_changes
from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.buttons import Control, lay
from micromutants.ui.screen import Screen

_ROW, _HEAD, _FOOT = 46, 92, 94

_WIDE = 880.0
"""From this width on, at scale 1, there are two columns."""


class OtherPhysicsScreen(Screen):
    """A card with a field for each constant."""

    overlay = True
    needs = (780.0, 480.0)

    def __init__(self, app: App, shot: SavedShot, then: Callable[[SavedShot], None]) -> None:
        """Ask for other physics.

        Args:
            app: The program.
            shot: What is to be made again.
            then: Called with the shot as it comes out, after the card has gone.
        """
        super().__init__(app)
        self.shot = shot
        self._then = then
        self.values = _shown(shot.physics)
        self.told = ""

    @property
    def card(self) -> pygame.Rect:
        """Where the card is."""
        height = min(self.u(_HEAD + _FOOT + self._rows * _ROW), self.app.size[1] - self.u(16))
        return self.centred(min(self.u(860), self.app.size[0] - self.u(20)), height)

    @property
    def _columns(self) -> int:
        return 2 if self.units[0] >= _WIDE else 1

    @property
    def _rows(self) -> int:
        return -(-len(self.values) // self._columns)

    def _cell(self, index: int) -> pygame.Rect:
        u, card, count = self.u, self.card, self._columns
        column, row = divmod(index, self._rows)
        width = (card.width - u(48) - u(24) * (count - 1)) // count
        top = self.scroll.top + u(4) + row * u(_ROW)
        return pygame.Rect(card.x + u(24) + column * (width + u(24)), top, width, u(_ROW - 8))

    def layout(self) -> None:
        """Make the fields."""
        u, card = self.u, self.card
        view = pygame.Rect(
            card.x + u(16), card.y + u(_HEAD - 4), card.width - u(32), card.height - u(_HEAD + _FOOT - 6)
        )
        bar = pygame.Rect(card.right - u(15), view.y, u(8), view.height)
        self.scroll.place(view, self._rows * u(_ROW), bar)
        with self.form.inside(self.scroll):
            for index, (key, value) in enumerate(self.values.items()):
                cell = self._cell(index)
                rect = pygame.Rect(cell.right - u(96), cell.y, u(96), cell.height)
                self.form.text_entry(rect, value, partial(self._type, key), limit=16, hint=_DESCRIPTIONS[key])
        inner = card.inflate(-u(48), 0)
        row = (
            Control("Compare", self._do, style="primary"),
            Control("As by default", self._default),
            Control("Cancel", self.app.pop, "Esc"),
        )
        lay(self.form, pygame.Rect(inner.x, card.bottom - u(60), inner.width, u(42)), [row], u(8))

    def _type(self, key: str, text: str) -> None:
        self.values[key] = text

    def _default(self) -> None:
        self.values = _shown(Physics())
        self.relayout()

    def _do(self) -> None:
        old = _shown(self.shot.physics)
        changes = [(key, text.strip()) for key, text in self.values.items() if text.strip() != old[key]]
        try:
            other = remade(self.shot, with_changes(self.shot.physics, changes))
        except ValueError as error:
            self.told = str(error)
            self.app.redraw()
            return
        self.app.pop()
        self._then(other)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card."""
        u, card = self.u, self.card
        paint.dim(surface)
        paint.panel(surface, card, radius=u(14))
        left, width = card.x + u(24), card.width - u(48)
        paint.text(surface, "The same shot under other physics", (left, card.y + u(18)), u(22), display=True)
        words = "A press of the shooter is made anew with them; what was thrown or pushed leaves as it did."
        paint.text(surface, words, (left, card.y + u(54)), u(13.5), theme.INK_SOFT, width=width)
        with self.scroll.clipped(surface):
            self._draw_names(surface)
        if self.told:
            box = pygame.Rect(left, card.bottom - u(94), width, u(32))
            paint.paragraph(surface, self.told, box, u(12.5), theme.BAD)

    def _draw_names(self, surface: pygame.Surface) -> None:
        """Each constant and what it is."""
        u, default = self.u, _shown(Physics())
        for index, (key, value) in enumerate(self.values.items()):
            cell = self._cell(index)
            room = cell.width - u(106)
            changed = value.strip() != default[key]
            ink = theme.GOLD if changed else theme.INK
            paint.text(surface, key.replace("_", " "), (cell.x, cell.y - u(1)), u(14), ink, bold=changed, width=room)
            words = _DESCRIPTIONS[key]
            size = paint.fitting(words, u(11), room, 8)
            paint.text(surface, words, (cell.x, cell.y + u(19)), size, theme.INK_FAINT, width=room)


_DESCRIPTIONS = {one.name: f"{one.meaning}, {one.unit}" if one.unit else one.meaning for one in constants()}
"""What each constant is, with its unit."""


def _shown(physics: Physics) -> dict[str, str]:
    """The constants as they are typed."""
    return {key: f"{value:g}" for key, value in msgspec.structs.asdict(physics).items()}
