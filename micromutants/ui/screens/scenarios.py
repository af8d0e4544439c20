"""Choosing a scenario: those that come with the program, the player's own, or an empty mat."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec
import pygame

from micromutants.folders import tilde
from micromutants.match import Match
from micromutants.scenario import (
    Scenario,
    ScenarioError,
    load_scenario,
    own_scenarios,
    scenarios_folder,
    shipped_scenarios,
)
from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.draw import Scene, draw_scene
from micromutants.ui.labels import shares
from micromutants.ui.matchfile import MatchFile
from micromutants.ui.practice.looks import bare, looks
from micromutants.ui.practice.solved import solved
from micromutants.ui.practice.stand import Stand, sandbox
from micromutants.ui.screen import Screen
from micromutants.ui.screens import practiceview
from micromutants.ui.view import View

SHELVES = ("Puzzles", "Practice and rules", "Physics", "Your own")


def shelf_of(scenario: Scenario) -> int:
    """Which of the first three shelves a scenario stands on."""
    if scenario.puzzle is not None:
        return 0
    return 1 if scenario.match is not None or any(breed for _, breed in scenario.breeds) else 2


class ScenariosScreen(Screen):
    """A list with shelves on the left, what the picked scenario is about on the right."""

    needs = (780.0, 480.0)

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.shelf = 0
        self.page = 0
        self.picked: Path | None = None
        self._clicked = False
        """Whether that was the player's choice."""
        self._kept: dict[Path, tuple[int, Scenario | str]] = {}
        self.read()

    def first(self) -> None:
        """Pick the first entry of the page, where nothing is picked: what it is about is seen at once."""
        paths = self.shelves[self.shelf]
        if self.picked not in paths:
            self._clicked = False
            self.picked = paths[self.page * self._rows] if len(paths) > self.page * self._rows else None

    def read(self) -> None:
        """Look what there is."""
        self.found: dict[Path, Scenario | str] = {}
        self.shelves: list[list[Path]] = [[], [], [], []]
        for path in (*shipped_scenarios(), *own_scenarios()):
            read = self.found[path] = self._read(path)
            shelf = 3
            if isinstance(read, Scenario) and path.parent != scenarios_folder():
                shelf = shelf_of(read)
            self.shelves[shelf].append(path)

    def _read(self, path: Path) -> Scenario | str:
        """The scenario of a file, or what is wrong with it; read again only where the file has changed."""
        try:
            stamp = path.stat().st_mtime_ns
        except OSError:
            stamp = 0
        if self._kept.get(path, (None,))[0] != stamp:
            try:
                self._kept[path] = (stamp, load_scenario(path))
            except ScenarioError as error:
                self._kept[path] = (stamp, str(error))
        return self._kept[path][1]

    @property
    def card(self) -> pygame.Rect:
        """Where everything is."""
        u = self.u
        return self.centred(min(u(1100), self.app.size[0] - u(40)), min(u(720), self.app.size[1] - u(40)))

    @property
    def _list(self) -> pygame.Rect:
        card, u = self.card, self.u
        return pygame.Rect(card.x + u(24), card.y + u(110), round(card.width * 0.5) - u(24), card.height - u(180))

    @property
    def _about(self) -> pygame.Rect:
        card, u, rows = self.card, self.u, self._list
        left = rows.right + u(20)
        return pygame.Rect(left, rows.y, card.right - left - u(24), rows.height)

    @property
    def _found(self) -> Scenario | str | None:
        """The scenario that is picked, or what is wrong with its file; None where nothing is picked."""
        return self.found.get(self.picked) if self.picked else None

    @property
    def _rows(self) -> int:
        return max(1, self._list.height // self.u(42))

    def layout(self) -> None:
        """Make the buttons."""
        self._place_words()
        u, card, rows = self.u, self.card, self._list
        labels = [f"{name} ({len(self.shelves[index])})" for index, name in enumerate(SHELVES)]
        x = card.x + u(24)
        for index, (label, width) in enumerate(
            zip(labels, shares(labels, card.width - u(48), u(8), self.scale), strict=True)
        ):
            rect = pygame.Rect(x, card.y + u(62), width, u(36))
            x = rect.right + u(8)
            style = "on" if index == self.shelf else "quiet"
            self.form.button(rect, label, partial(self._show, index), style=style)
        paths, known = self.shelves[self.shelf], solved()
        for index, path in enumerate(paths[self.page * self._rows : (self.page + 1) * self._rows]):
            read = self.found[path]
            label = read.title if isinstance(read, Scenario) else f"{path.name} cannot be used"
            if isinstance(read, Scenario) and read.puzzle and path.stem in known:
                label += "  (solved)"
            style = "on" if path == self.picked else "quiet"
            rect = pygame.Rect(rows.x, rows.y + index * u(42), rows.width, u(36))
            self.form.button(rect, label, partial(self._pick, path), style=style)
        last = card.bottom - u(56)
        self.form.button(pygame.Rect(card.x + u(24), last, u(110), u(38)), "Back", self.app.pop, key="Esc")
        rect = pygame.Rect(card.x + u(142), last, u(170), u(38))
        self.form.button(rect, "Empty sandbox", self._sandbox, hint="A bare mat; put on it what you like")
        pages = max(1, -(-len(paths) // self._rows))
        if pages > 1:
            why = "" if self.page else "These are the first."
            self.form.button(
                pygame.Rect(card.x + u(320), last, u(90), u(38)), "Before", partial(self._turn, -1), why=why
            )
            why = "" if self.page + 1 < pages else "These are the last."
            self.form.button(pygame.Rect(card.x + u(418), last, u(90), u(38)), "More", partial(self._turn, 1), why=why)
        found = self._found
        why = "There is none on this shelf." if found is None else found if isinstance(found, str) else ""
        rect = pygame.Rect(card.right - u(24) - u(180), last, u(180), u(38))
        self.form.button(rect, "Play", self._play, style="primary", why=why)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card, and what is picked."""
        paint.backdrop(surface)
        u, card, about = self.u, self.card, self._about
        paint.panel(surface, card, radius=u(14))
        paint.text(surface, "Scenarios", (card.x + u(24), card.y + u(16)), u(26), display=True)
        found = self._found
        if not self.shelves[self.shelf]:
            words = f"You have none yet. Files in {tilde(scenarios_folder())} show here; the sandbox writes there too."
            paint.paragraph(surface, words, self._list, u(14), theme.INK_SOFT)
        if found is None:
            return
        if isinstance(found, str):
            paint.paragraph(surface, found, about, u(13), theme.BAD)
            return
        side = self._side
        view = View(found.table.mat, (about.x + (about.width - side) // 2, about.y, side, side))
        view = practiceview.near(view, found.table)
        scene = Scene(bare(found.table.mat), found.table, looks=looks(found.table, dict(found.breeds)))
        draw_scene(surface, view, scene, self.app.settings.mat)
        with self.scroll.clipped(surface):
            self._words(found, surface)

    @property
    def _side(self) -> int:
        """Of the picture."""
        about = self._about
        return min(about.width, round(about.height * 0.55))

    def _words(self, scenario: Scenario, surface: pygame.Surface | None) -> int:
        """Goal and description below the picture, drawn where there is a surface; returns their height, px."""
        u, about = self.u, self._about
        parts = [(" ".join(scenario.description.split()), u(13.5), theme.INK_SOFT, False)]
        if scenario.puzzle is not None:
            parts.insert(0, (scenario.puzzle.goal, u(15), theme.GOLD, True))
        y, width = 0, about.width - u(14)
        for text, size, ink, bold in parts:
            high = len(paint.wrapped(text, size, width, bold)) * round(size * 1.4)
            if surface is not None:
                box = pygame.Rect(about.x, self.scroll.top + y, width, high)
                paint.paragraph(surface, text, box, size, ink, bold=bold)
            y += high + u(6)
        return y

    def _place_words(self) -> None:
        about, found = self._about, self._found
        top = about.y + self._side + self.u(10)
        view = pygame.Rect(about.x, top, about.width, about.bottom - top)
        bar = pygame.Rect(about.right - self.u(6), top, self.u(8), view.height)
        self.scroll.place(view, self._words(found, None) if isinstance(found, Scenario) else 0, bar)

    def _show(self, shelf: int) -> None:
        self.shelf, self.page, self.picked = shelf, 0, None
        self.relayout()

    def _turn(self, by: int) -> None:
        self.page += by
        self.picked = None
        self.relayout()

    def _pick(self, path: Path) -> None:
        if path == self.picked and self._clicked:
            # A second click on the same row plays it.
            self._play()
            return
        self.picked, self._clicked = path, True
        self.scroll.to(0)
        self.relayout()

    def _play(self) -> None:
        found = self._found
        if isinstance(found, Scenario):
            open_scenario(self.app, found, self.picked, copy=self.picked not in own_scenarios())

    def _sandbox(self) -> None:
        from micromutants.ui.screens.practice import PracticeScreen, Tab

        self.app.push(PracticeScreen(self.app, sandbox(), Tab.EDIT))

    def relayout(self) -> None:
        """What was written meanwhile shows when this screen is on top again."""
        self.read()
        self.first()
        super().relayout()


def open_scenario(app: App, scenario: Scenario, path: Path | None, *, copy: bool = False) -> None:
    """Play a scenario: at the practice table, or as a match where it is one."""
    if scenario.setup is None:
        from micromutants.ui.screens.practice import PracticeScreen

        app.push(PracticeScreen(app, Stand(scenario, path, copy=copy)))
        return
    from micromutants.ui.screens.table import TableScreen
    from micromutants.ui.session import Session

    assert scenario.match is not None
    setup = msgspec.structs.replace(scenario.setup, preview=app.settings.preview)
    file = None if path is None else MatchFile(scenario, path)
    app.push(TableScreen(app, Session(Match.new(setup, scenario.match.seed), file=file)))
