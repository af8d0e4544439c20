"""The title: where everything begins."""

from __future__ import annotations

import datetime
import math
from pathlib import Path

import msgspec
import pygame

from micromutants.match import RecordError, autosave_paths, load_record
from micromutants.match.chain import kind_of
from micromutants.physics import Sample
from micromutants.rules import load_armies
from micromutants.shots import load_shot
from micromutants.table import Mat
from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.draw import Look, draw_backdrop, draw_piece
from micromutants.ui.screen import Screen
from micromutants.ui.view import View
from micromutants.version import __version__


class TitleScreen(Screen):
    """Name of the game, a few chips in flight, and a column of buttons."""

    needs = (900.0, 770.0)

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._time = 0.0
        self._picture: pygame.Surface | None = None
        self._kept: tuple[str, tuple[int, int]] = ("", (0, 0))
        """Which match "Continue" goes on with, in words, and where that is written."""

    def layout(self) -> None:
        """Make the buttons."""
        self._picture, self._kept = None, ("", (0, 0))
        u = self.u
        width, height, gap = u(290), u(46), u(10)
        saves = autosave_paths()
        rows = [
            ("New match", self._new, "", "big_primary"),
            ("Continue", self._resume, "" if saves else "There is no match to continue.", "big"),
            ("Load a match", self._load, "", "big"),
            ("Watch a record", self._watch, "", "big"),
            ("Drills", self._drills, "", "big"),
            ("Scenarios", self._scenarios, "", "big"),
            ("Saved shots", self._shots, "", "big"),
            ("How to play", self.app.open_help, "", "big"),
            ("Options", self._options, "", "big"),
            ("Quit", self.app.pop, "", "quiet"),
        ]
        whole = len(rows) * (height + gap)
        left = round(self.app.size[0] * 0.075)
        top = min(round(self.app.size[1] * 0.40), self.app.size[1] - whole - u(30))
        for label, act, why, style in rows:
            rect = pygame.Rect(left, top, width, height)
            self.form.button(rect, label, act, why=why, style=style)
            if label == "Continue" and saves:
                self._kept = (told_of(saves[0]), (rect.right + u(14), rect.centery))
            top += height + gap
        self._left = left

    def back(self) -> None:
        """Esc does nothing here: leaving is a choice of its own."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the picture and the name."""
        if self._picture is None or self._picture.get_size() != self.app.size:
            self._picture = _picture(self.app.size)
        surface.blit(self._picture, (0, 0))
        left, u = self._left, self.u
        y = round(self.app.size[1] * 0.085)
        paint.text(surface, "Micro Mutants", (left - 3, y), u(62), theme.INK, bold=True)
        paint.text(surface, "EVOLUTION", (left, y + u(74)), u(27), theme.GOLD, bold=True)
        paint.text(surface, "Flick bugs, flatten bugs.", (left, y + u(114)), u(17), theme.INK_SOFT)
        words = f"Version {__version__}  ·  card texts written for this project"
        at = (left, self.app.size[1] - u(14))
        paint.text(surface, words, at, u(12), theme.INK_FAINT, anchor="bottomleft", width=self.app.size[0] - left)
        told, at = self._kept
        if told:
            # Chips of the picture lie there too.
            room = min(paint.width_of(told, u(13)), self.app.size[0] - at[0] - u(30))
            box = pygame.Rect(at[0], at[1] - u(14), room + u(20), u(28))
            paint.panel(surface, box, fill=theme.TABLE_DARK, edge=theme.PANEL_EDGE, radius=u(6), alpha=220)
            paint.text(surface, told, (box.x + u(10), at[1]), u(13), theme.INK_SOFT, anchor="midleft", width=room)
        if self.app.message:
            self._draw_message(surface)

    def _draw_message(self, surface: pygame.Surface) -> None:
        """What went wrong and what to do, beside the buttons."""
        u, pad = self.u, self.u(12)
        x = self._left + u(290) + u(40)
        width = min(u(520), self.app.size[0] - x - u(30))
        lines = paint.wrapped(self.app.message, u(15), width - 2 * pad)
        box = pygame.Rect(x, 0, width, len(lines) * u(21) + 2 * pad)
        box.bottom = self.app.size[1] - u(40)
        paint.panel(surface, box, fill=theme.TABLE_DARK, edge=theme.BAD, radius=u(8), alpha=240)
        for number, line in enumerate(lines):
            paint.text(surface, line, (box.x + pad, box.y + pad + number * u(21)), u(15))

    def _new(self) -> None:
        from micromutants.ui.screens.new_match import NewMatchScreen

        self.app.push(NewMatchScreen(self.app))

    def _resume(self) -> None:
        from micromutants.ui.screens.files import resume_first

        self.app.message = resume_first(self.app, autosave_paths())

    def _load(self) -> None:
        from micromutants.ui.screens.files import FilesScreen

        self.app.push(FilesScreen(self.app, watch=False))

    def _watch(self) -> None:
        from micromutants.ui.screens.files import FilesScreen

        self.app.push(FilesScreen(self.app, watch=True))

    def _drills(self) -> None:
        from micromutants.ui.screens.drills import DrillsScreen

        self.app.push(DrillsScreen(self.app))

    def _scenarios(self) -> None:
        from micromutants.ui.screens.scenarios import ScenariosScreen

        self.app.push(ScenariosScreen(self.app))

    def _shots(self) -> None:
        from micromutants.ui.screens.shots import ShotsScreen

        self.app.push(ShotsScreen(self.app))

    def _options(self) -> None:
        from micromutants.ui.screens.options import OptionsScreen

        self.app.push(OptionsScreen(self.app))


def told_of(path: Path) -> str:
    """Who plays in a saved match and when it was saved, from its first line alone; empty where it can not be read."""
    try:
        with path.open("rb") as file:
            seats = msgspec.json.decode(file.readline())["setup"]["seats"]
        when = datetime.datetime.fromtimestamp(path.stat().st_mtime)
        names = ", ".join(str(seat["name"]) for seat in seats)
    except (OSError, ValueError, KeyError, TypeError):
        return ""
    return f"{names}  ·  {when:%Y-%m-%d %H:%M}"


def open_replay(app: App, path: Path) -> str:
    """Show a record or a saved shot; returns why it can not be shown, or nothing."""
    from micromutants.ui.screens.replay import ReplayScreen
    from micromutants.ui.screens.shot import ShotScreen

    try:
        if kind_of(path) == "shot":
            app.push(ShotScreen(app, load_shot(path), None))
            return ""
        record = load_record(path)
    except (RecordError, OSError) as error:
        return str(error)
    app.push(ReplayScreen(app, record, path))
    return ""


# Chips of the picture: army, breed, x and y as shares of the picture, height of flight as a share, attitude in degrees.
_FLYING = (
    ("usarthropods", "soldier", 0.62, 0.30, 0.10, 24, 15),
    ("chitinians", "warrior", 0.74, 0.60, 0.16, -38, 60),
    ("flyborgs", "drone", 0.86, 0.24, 0.05, 12, 100),
    ("sovietopters", "trooper", 0.90, 0.72, 0.08, 52, 30),
    ("usarthropods", "tank", 0.55, 0.74, 0.03, 8, 24),
    ("flyborgs", "warper", 0.67, 0.85, 0.0, 0, 0),
    ("chitinians", "acid-spitter", 0.49, 0.52, 0.0, 0, 40),
    ("sovietopters", "kommissar", 0.80, 0.43, 0.0, 0, 80),
    ("sovietopters", "flamethrower", 0.93, 0.50, 0.02, -14, -40),
    ("chitinians", "spider", 0.78, 0.12, 0.05, 22, -12),
)


def _picture(size: tuple[int, int]) -> pygame.Surface:
    """The backdrop with large chips of all armies."""
    surface = pygame.Surface(size)
    draw_backdrop(surface, surface.get_rect())
    width, height = 300.0, 300.0 * size[1] / size[0]
    # A mat as wide as the picture, seen so close that the chips are large.
    view = View(Mat(width, height), (0, 0, *size), zoom=1.0)
    scale = size[0] / (width * view.scale)
    view = View(Mat(width, height), (0, 0, *size), zoom=scale)
    armies = load_armies()
    for army, breed, x, y, z, tilt, turn in _FLYING:
        found = armies[army].breed(breed)
        look = Look(found.kind, army, breed, found.two_sided)
        a, b = math.radians(tilt) / 2, math.radians(turn) / 2
        # Turn about the vertical, then tilt about the chip's own x axis.
        pose = Sample(
            0.0,
            x * width,
            (1 - y) * height,
            1.2 + z * 300.0,
            math.cos(a) * math.cos(b),
            math.sin(a) * math.cos(b),
            math.sin(a) * math.sin(b),
            math.cos(a) * math.sin(b),
        )
        draw_piece(surface, view, look, pose)
    return surface
