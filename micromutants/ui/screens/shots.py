"""The library of saved shots: a picture, name, day and what happened of each; watch, rename, delete."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame

from micromutants.folders import tilde
from micromutants.match import RecordError, StorageError
from micromutants.shots import Listed, SavedShot, library, library_folder, load_shot, remove
from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.intents import Intent
from micromutants.ui.screen import Screen
from micromutants.ui.screens.asking import ConfirmScreen
from micromutants.ui.screens.keeping import ask_to_rename
from micromutants.ui.shotrow import ROW, button_rects, draw_row, picture_rect
from micromutants.ui.thumbnail import thumbnail


class ShotsScreen(Screen):
    """A page of rows, the newest shot first."""

    needs = (780.0, 480.0)

    def __init__(
        self, app: App, *, choose: Callable[[SavedShot], None] | None = None, title: str = "Saved shots"
    ) -> None:
        """Show the library.

        Args:
            app: The program.
            choose: Called with a shot that is chosen, where the library is opened to choose one.
            title: Of the screen.
        """
        super().__init__(app)
        self.title, self.choose = title, choose
        self.page = 0
        self.told = ""
        self.found: list[Listed] = []
        self._pictures: dict[tuple[Path, int], pygame.Surface | str] = {}
        self.look()

    def look(self) -> None:
        """Read the folder again."""
        try:
            self.found = library()
        except StorageError as error:
            self.found, self.told = [], str(error)
        self.page = min(self.page, max(0, (len(self.found) - 1) // self._rows))

    @property
    def card(self) -> pygame.Rect:
        """Where the list is."""
        u = self.u
        return self.centred(min(u(1040), self.app.size[0] - u(40)), self.app.size[1] - u(40))

    @property
    def _rows(self) -> int:
        return max(1, self._room // self.u(ROW))

    @property
    def _room(self) -> int:
        return self.card.height - self.u(140)

    @property
    def _high(self) -> int:
        """Height of a row with its gap: what is left over is shared where there are more shots than rows."""
        return min(self.u(1.4 * ROW), self._room // self._rows) if len(self.found) >= self._rows else self.u(ROW)

    @property
    def shown(self) -> list[Listed]:
        """The rows of this page."""
        return self.found[self.page * self._rows : (self.page + 1) * self._rows]

    def _row(self, index: int) -> pygame.Rect:
        u, card = self.u, self.card
        return pygame.Rect(card.x + u(24), card.y + u(72) + index * self._high, card.width - u(48), self._high - u(8))

    # --- pictures, one a frame -----------------------------------------------------------------------------

    @property
    def animating(self) -> bool:
        """Until all pictures of the page are drawn."""
        return any(self._key(one) not in self._pictures for one in self.shown if one.header is not None)

    def _key(self, one: Listed) -> tuple[Path, int]:
        return one.path, picture_rect(self._row(0), self.u).height

    def update(self, seconds: float) -> None:
        """Draw the next picture."""
        for one in self.shown:
            key = self._key(one)
            if one.header is not None and key not in self._pictures:
                try:
                    self._pictures[key] = thumbnail(load_shot(one.path), picture_rect(self._row(0), self.u).size)
                except RecordError as error:
                    self._pictures[key] = str(error)
                self.app.redraw()
                return

    # --- layout and drawing --------------------------------------------------------------------------------

    def layout(self) -> None:
        """Make the buttons."""
        self.look()
        u, card = self.u, self.card
        verb = "Watch" if self.choose is None else "Choose"
        for index, one in enumerate(self.shown):
            row = self._row(index)
            acts: list[tuple[str, Callable[[], None], str]] = []
            if one.header is not None:
                acts.append((verb, partial(self._open, one.path), "primary"))
                if self.choose is None:
                    acts.append(("Rename", partial(self._rename, one), ""))
            if self.choose is None:
                acts.append(("Delete", partial(self._delete, one), ""))
            for rect, (label, act, style) in zip(button_rects(row, u, len(acts)), acts, strict=True):
                self.form.button(rect, label, act, style=style)
        y = card.bottom - u(54)
        self.form.button(pygame.Rect(card.x + u(24), y, u(120), u(40)), "Back", self.app.pop, key="Esc")
        if len(self.found) > self._rows:
            right = card.right - u(24)
            newer = "" if self.page else "These are the newest."
            older = "" if (self.page + 1) * self._rows < len(self.found) else "There are no older ones."
            rect = pygame.Rect(right - u(248), y, u(120), u(40))
            self.form.button(rect, "Newer", partial(self._turn, -1), why=newer)
            self.form.button(rect.move(u(128), 0), "Older", partial(self._turn, 1), why=older)

    def _turn(self, by: int) -> None:
        self.page += by
        self.relayout()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the rows."""
        paint.backdrop(surface)
        u, card = self.u, self.card
        paint.panel(surface, card, radius=u(14))
        paint.text(surface, self.title, (card.x + u(24), card.y + u(18)), u(26), display=True)
        if self.found:
            words = f"{len(self.found)} in {tilde(library_folder())}"
            at = (card.right - u(24), card.y + u(32))
            paint.text(surface, words, at, u(12), theme.INK_FAINT, anchor="topright", width=card.width - u(260))
        else:
            key = self.key(Intent.KEEP)
            words = (
                f"No shot has been saved yet. {key} saves the last shot, at the table and while a record is watched; "
                f"the files go to {tilde(library_folder())}."
            )
            box = pygame.Rect(card.x + u(24), card.y + u(84), card.width - u(48), u(80))
            paint.paragraph(surface, words, box, u(15), theme.INK_SOFT)
        for index, one in enumerate(self.shown):
            self._draw_row(surface, self._row(index), one)
        if self.told:
            box = pygame.Rect(card.x + u(160), card.bottom - u(52), card.width - u(440), u(40))
            paint.paragraph(surface, self.told, box, u(13), theme.BAD, middle=True)

    def _draw_row(self, surface: pygame.Surface, row: pygame.Rect, one: Listed) -> None:
        found = self._pictures.get(self._key(one))
        picture = found if isinstance(found, pygame.Surface) else None
        fault = one.fault or (found if isinstance(found, str) else "")
        if one.header is None:
            draw_row(surface, row, self.u, picture=None, name=one.path.name, told="", fault=fault)
            return
        header = one.header
        day = header.when.astimezone().strftime("%Y-%m-%d  %H:%M")
        draw_row(
            surface,
            row,
            self.u,
            picture=picture,
            name=header.name,
            told=header.told,
            day=day,
            origin=header.origin,
            fault=fault,
        )

    # --- doing ---------------------------------------------------------------------------------------------

    def _open(self, path: Path) -> None:
        from micromutants.ui.screens.shot import ShotScreen

        try:
            shot = load_shot(path)
        except RecordError as error:
            self.told = str(error)
            self.app.redraw()
            return
        self.told = ""
        if self.choose is not None:
            self.app.pop()
            self.choose(shot)
        else:
            screen = ShotScreen(self.app, shot, path)
            self.app.push(screen)
            screen.watch()

    def _rename(self, one: Listed) -> None:
        assert one.header is not None
        ask_to_rename(self.app, one.path, one.header.name, lambda _: None)

    def _delete(self, one: Listed) -> None:
        name = one.header.name if one.header is not None else one.path.name
        words = f"“{name}” is deleted from the library. This can not be taken back."
        act = partial(self._gone, one.path)
        self.app.push(ConfirmScreen(self.app, "Delete the shot?", words, "Delete it", act, keep="Keep it"))

    def _gone(self, path: Path) -> None:
        try:
            remove(path)
            self.told = ""
        except OSError as error:
            self.told = str(error)
        self.relayout()
