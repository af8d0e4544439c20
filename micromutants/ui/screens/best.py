"""The best moments of a match: watch them again, save them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from micromutants.match import Match
from micromutants.shots import SavedShot, of_match
from micromutants.shots.highlights import Highlight
from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.screen import Screen
from micromutants.ui.screens.keeping import ask_to_keep, now
from micromutants.ui.shotrow import ROW, button_rects, draw_row, picture_rect
from micromutants.ui.thumbnail import thumbnail


class BestScreen(Screen):
    """A row for each moment, in the order in which they came."""

    needs = (780.0, 480.0)

    def __init__(self, app: App, match: Match, best: Sequence[Highlight]) -> None:
        super().__init__(app)
        self.best = best
        self.shots: list[SavedShot] = [of_match(match, one.number, name=one.title, now=now()) for one in best]
        self.told = ""
        self._pictures: dict[tuple[int, tuple[int, int]], pygame.Surface] = {}

    @property
    def card(self) -> pygame.Rect:
        """Where the list is."""
        u = self.u
        height = min(self.app.size[1] - u(40), u(152) + len(self.best) * self._high)
        return self.centred(min(u(1040), self.app.size[0] - u(40)), height)

    @property
    def _high(self) -> int:
        """Height of a row with its gap: the fewer there are, the larger their pictures."""
        u, room = self.u, self.app.size[1] - self.u(192)
        return min(u(1.6 * ROW), max(u(ROW), room // max(1, len(self.best))))

    def _row(self, index: int) -> pygame.Rect:
        u, card = self.u, self.card
        top = self.scroll.top + u(4) + index * self._high
        return pygame.Rect(card.x + u(24), top, card.width - u(48), self._high - u(8))

    def layout(self) -> None:
        """Make the buttons."""
        u, card = self.u, self.card
        view = pygame.Rect(card.x + u(20), card.y + u(68), card.width - u(40), card.height - u(68) - u(66))
        bar = pygame.Rect(card.right - u(17), view.y, u(8), view.height)
        self.scroll.place(view, len(self.best) * self._high + u(4), bar)
        with self.form.inside(self.scroll):
            for index, shot in enumerate(self.shots):
                watch, save = button_rects(self._row(index), u, 2)
                self.form.button(watch, "Watch", partial(self._watch, shot), style="primary")
                self.form.button(save, "Save", partial(ask_to_keep, self.app, shot, self._told))
        back = pygame.Rect(card.x + u(24), card.bottom - u(58), u(120), u(40))
        self.form.button(back, "Back", self.app.pop, key="Esc")

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the rows."""
        paint.backdrop(surface)
        u, card = self.u, self.card
        paint.panel(surface, card, radius=u(14))
        paint.text(surface, "Best moments", (card.x + u(24), card.y + u(18)), u(26), display=True)
        with self.scroll.clipped(surface):
            for index, (one, shot) in enumerate(zip(self.best, self.shots, strict=True)):
                row = self._row(index)
                size = picture_rect(row, u).size
                picture = self._pictures.get((index, size))
                if picture is None:
                    picture = self._pictures[index, size] = thumbnail(shot, size)
                draw_row(surface, row, u, picture=picture, name=one.title, told=one.text, origin=shot.origin)
        if self.told:
            box = pygame.Rect(card.x + u(160), card.bottom - u(58), card.width - u(184), u(40))
            paint.paragraph(surface, self.told, box, u(13), theme.GOLD, middle=True)

    def _told(self, words: str) -> None:
        self.told = words

    def _watch(self, shot: SavedShot) -> None:
        from micromutants.ui.screens.shot import ShotScreen

        screen = ShotScreen(self.app, shot, None)
        self.app.push(screen)
        screen.watch()
