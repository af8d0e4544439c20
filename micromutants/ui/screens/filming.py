"""A card that is shown while a shot becomes a moving picture for others to see."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
from PIL import Image

from micromutants.folders import documents_folder, free_name, tilde
from micromutants.match import StorageError
from micromutants.shots import SavedShot
from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.export import gif_frames, take_of_shot
from micromutants.ui.pictures import write_frames
from micromutants.ui.screen import Screen

SIZE = (480, 480)
"""Of the picture, px."""

_SHARE = 0.03
"""So long of a frame of the window pictures are drawn, s."""


class FilmingScreen(Screen):
    """Draws a few pictures in every frame, so that the window stays alive; Esc gives it up."""

    overlay = True
    needs = (460.0, 160.0)

    def __init__(self, app: App, shot: SavedShot, told: Callable[[str, bool], None]) -> None:
        """Begin.

        Args:
            app: The program.
            shot: What is shown in the picture.
            told: Called with where it lies, or why it could not be written, and whether it lies there.
        """
        super().__init__(app)
        self.path = gif_path(shot.name)
        self._shot, self._told = shot, told
        self._pictures: Iterator[Image.Image] = iter(())
        self._times: list[int] = []
        self._done: list[Image.Image] = []
        self._end: tuple[str, bool] | None = None
        self._writes = False

    @property
    def animating(self) -> bool:
        """While it is drawn."""
        return not self._writes or self._end is not None

    def update(self, seconds: float) -> None:
        """Draw some more of it; when all is drawn a thread writes it."""
        if self._end is not None:
            self.app.pop()
            self._told(*self._end)
            return
        if self._writes:
            return
        if not self._times:
            self._pictures, self._times = gif_frames([take_of_shot(self._shot, SIZE)], SIZE)
            return
        until = time.perf_counter() + _SHARE
        while time.perf_counter() < until and len(self._done) < len(self._times):
            self._done.append(next(self._pictures))
        if len(self._done) == len(self._times):
            self._writes = True
            path, pictures, times = self.path, self._done, self._times
            self.app.worker.start(lambda: _write(path, pictures, times), self._written)

    def _written(self, reason: str, error: BaseException | None) -> None:
        reason = reason if error is None else str(error)
        self._end = (reason, False) if reason else (f"The moving picture is {tilde(self.path)}", True)
        self.app.redraw()

    def back(self) -> None:
        """Give it up; once it is being written it is not stopped any more."""
        if not self._writes:
            self.app.pop()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card, and how far it is."""
        paint.dim(surface, 120)
        u = self.u
        card = self.centred(u(420), u(110))
        paint.panel(surface, card, radius=u(14))
        words = "The moving picture is written" if self._writes else "The moving picture is drawn; Esc gives it up"
        at = (card.centerx, card.y + u(36))
        paint.text(surface, words, at, u(15), bold=True, anchor="center", width=card.width - u(30))
        bar = pygame.Rect(card.x + u(28), card.y + u(70), card.width - u(56), u(10))
        pygame.draw.rect(surface, theme.PANEL_LIGHT, bar, border_radius=bar.height // 2)
        bar.width = max(bar.height, bar.width * len(self._done) // max(1, len(self._times)))
        pygame.draw.rect(surface, theme.GOLD, bar, border_radius=bar.height // 2)


def gif_path(name: str) -> Path:
    """Where the moving picture of a shot goes: named as it, with a number where there is one already."""
    stem = "".join(c if c.isalnum() else "-" for c in name.lower()).strip("-")[:60] or "shot"
    folder = documents_folder()
    return folder / free_name(folder, stem, ".gif")


def _write(path: Path, pictures: list[Image.Image], times: list[int]) -> str:
    """Write it; returns why it could not be written, or nothing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_frames(path, iter(pictures), times)
    except StorageError as error:
        return str(error)
    except OSError as error:
        return f"{path}: could not be written: {(error.strerror or str(error)).lower()}"
    return ""
