"""The title: where everything begins."""

from __future__ import annotations

import math
from functools import partial
from pathlib import Path

import pygame

from micromutants.match import RecordError, autosave_paths, load_record
from micromutants.match.chain import kind_of
from micromutants.physics import Sample
from micromutants.rules import Seat, Setup, load_armies
from micromutants.shots import load_shot
from micromutants.table import Face
from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.buttons import Control, lay
from micromutants.ui.draw import Look, draw_logo, draw_mat, draw_piece, draw_vignette
from micromutants.ui.screen import Screen
from micromutants.ui.view import View
from micromutants.version import __version__


class TitleScreen(Screen):
    """Name of the game, a few chips in flight, and a column of buttons."""

    needs = (740.0, 480.0)

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
        width, height, gap = u(330), u(43), u(8)
        saves = autosave_paths()
        big = partial(Control, style="big")
        rows = (
            (Control("New match", self._new, style="big_primary"),),
            (big("Continue", self._resume, why="" if saves else "There is no match to continue."),),
            (big("Load a match", self._load), big("Watch a record", self._watch)),
            (big("Drills", self._drills), big("Scenarios", self._scenarios)),
            (big("Saved shots", self._shots), big("How to play", self.app.open_help)),
            (big("Options", self._options), Control("Quit", self.app.pop, style="quiet")),
        )
        whole = len(rows) * (height + gap)
        left = round(self.app.size[0] * 0.075)
        top = min(round(self.app.size[1] * 0.37), self.app.size[1] - whole - u(28))
        self._left, self._top = left, top
        _, resumes, *_ = lay(self.form, pygame.Rect(left, top, width, whole - gap), rows, gap)
        if saves:
            self._kept = (told_of(self.app, saves[0]), (resumes.rect.right + u(14), resumes.rect.centery))

    @property
    def _logo_size(self) -> int:
        """Large type leaves the name what the buttons do not need."""
        return min(self.u(66), round(self.app.size[1] * 0.085))

    def back(self) -> None:
        """Esc does nothing here: leaving is a choice of its own."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the picture and the name."""
        if self._picture is None or self._picture.get_size() != self.app.size:
            self._picture = _picture(self.app.size, self.app.settings.mat)
        surface.blit(self._picture, (0, 0))
        left, u = self._left, self.u
        y = round(self.app.size[1] * 0.05)
        size = self._logo_size
        draw_logo(surface, (left - size // 11, y), size)
        # Whoever has neither learnt nor played anything yet is told where to begin.
        new = not self.app.settings.drills and not self._kept[0]
        words = "New here? Drills teach it on the real table." if new else "Flick bugs, flatten bugs."
        if y + round(size * 2.85) + u(24) < self._top:
            paint.text(surface, words, (left + u(2), y + round(size * 2.85)), u(16), theme.INK)
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


def told_of(app: App, path: Path) -> str:
    """Who plays in a saved match, when it was saved, whether it is open elsewhere; empty where it can not be read."""
    from micromutants.ui.screens.files import open_elsewhere, players_of, saved_at

    names, when = players_of(path), saved_at(path)
    elsewhere = "  ·  open in another window" if open_elsewhere(app, path) else ""
    return f"{names}  ·  {when:%Y-%m-%d %H:%M}{elsewhere}" if names and when else ""


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


# Chips in flight: army, breed, x and y as shares of the picture, height in mm, attitude in degrees.
_FLYING = (
    ("usarthropods", "soldier", 0.545, 0.24, 150.0, 24, 15),
    ("chitinians", "warrior", 0.70, 0.50, 330.0, -34, 60),
    ("flyborgs", "drone", 0.90, 0.17, 190.0, 12, 100),
    ("sovietopters", "trooper", 0.86, 0.66, 240.0, 38, 30),
    ("usarthropods", "tank", 0.57, 0.80, 130.0, 10, 24),
    ("chitinians", "spider", 0.72, 0.12, 90.0, 18, -12),
)

# Chips on the mat: army, breed, x and y as shares, turn in degrees, whether the special side is up.
_LYING = (
    ("flyborgs", "warper", 0.64, 0.93, 0, False),
    ("chitinians", "acid-spitter", 0.47, 0.58, 40, False),
    ("sovietopters", "kommissar", 0.80, 0.33, 80, False),
    ("sovietopters", "flamethrower", 0.955, 0.44, -40, False),
    ("usarthropods", "green-beret", 0.63, 0.34, 20, True),
    ("flyborgs", "poisoner", 0.775, 0.87, 10, True),
    ("sovietopters", "saboteur", 0.93, 0.87, 160, False),
    ("chitinians", "larva", 0.50, 0.36, 0, False),
    ("usarthropods", "soldier", 0.47, 0.90, 200, False),
)

# Bases on the mat: army, base number, x and y as shares, whether it burns.
_STANDING = (("usarthropods", 0, 0.425, 0.20, False), ("chitinians", 1, 0.835, 0.50, True))

_ACROSS = 430.0
"""So many mm of the mat are as wide as the picture."""


def _picture(size: tuple[int, int], felt: str) -> pygame.Surface:
    """The mat near by, with bases and chips of all armies, some of them in flight; dark where the buttons are."""
    surface = pygame.Surface(size)
    setup = Setup((Seat("", "usarthropods"), Seat("", "chitinians")))
    mat = setup.mat
    bare = View(mat, (0, 0, *size))
    view = View(mat, (0, 0, *size), zoom=size[0] / (_ACROSS * bare.scale), centre=(mat.width * 0.5, mat.height * 0.44))
    draw_mat(surface, view, setup, felt=felt)
    armies = load_armies()
    for army, number, x, y, burns in _STANDING:
        base = armies[army].bases[number]
        look = Look("base", army, base.id, main=base.main)
        at = view.to_mat(x * size[0], y * size[1])
        pose = Sample(0.0, *at, 1.0, 1.0, 0.0, 0.0, 0.0)
        draw_piece(surface, view, look, pose, face=Face.SPECIAL if burns else Face.NORMAL)
    lying = [(army, breed, x, y, 0.0, 180 if special else 0, turn) for army, breed, x, y, turn, special in _LYING]
    for army, breed, x, y, z, tilt, turn in (*lying, *sorted(_FLYING, key=lambda chip: chip[4])):
        found = armies[army].breed(breed)
        look = Look(found.kind, army, breed, found.two_sided)
        a, b = math.radians(tilt) / 2, math.radians(turn) / 2
        at = view.to_mat(x * size[0], y * size[1])
        # Turn about the vertical, then tilt about the chip's own x axis.
        turned = (math.cos(a) * math.cos(b), math.sin(a) * math.cos(b), math.sin(a) * math.sin(b))
        draw_piece(surface, view, look, Sample(0.0, *at, 1.2 + z, *turned, math.cos(a) * math.sin(b)))
    draw_vignette(surface, 150)
    surface.blit(_curtain(size), (0, 0))
    return surface


def _curtain(size: tuple[int, int]) -> pygame.Surface:
    """The dark of the table on the left, which clears towards the right."""
    strip = pygame.Surface((64, 1), pygame.SRCALPHA, 32)
    for x in range(64):
        share = min(1.0, max(0.0, (x / 64 - 0.24) / 0.3))
        strip.set_at((x, 0), (*theme.TABLE_DARK, round(244 * (1.0 - share) ** 1.6)))
    return pygame.transform.smoothscale(strip, size)
