"""The practice table: a scenario is played, tuned and edited on one mat."""

from __future__ import annotations

import enum
from functools import partial

import pygame

from micromutants.folders import tilde
from micromutants.match import StorageError
from micromutants.physics import PhysicsError
from micromutants.scenario import SavedShot, Scenario, ScenarioError, save_scenario
from micromutants.ui.aiming import Aiming
from micromutants.ui.app import App
from micromutants.ui.buttons import Control, lay
from micromutants.ui.camera import Camera
from micromutants.ui.cursor import Shape
from micromutants.ui.draw import Look, Scene
from micromutants.ui.intents import Context, Intent, Keyed
from micromutants.ui.logpanel import LogPanel
from micromutants.ui.playback import Reel, trace
from micromutants.ui.practice.chances import ChanceFinder
from micromutants.ui.practice.editing import Editing
from micromutants.ui.practice.flight import Flight, film
from micromutants.ui.practice.lab import Lab
from micromutants.ui.practice.looks import bare, looks
from micromutants.ui.practice.solved import remember
from micromutants.ui.practice.stand import Stand, hands
from micromutants.ui.practice.words import Telling, told_change, verdict
from micromutants.ui.screen import Screen
from micromutants.ui.screens import practiceedit, practiceplay, practicetune, practiceview
from micromutants.ui.session import Preview


class Tab(enum.Enum):
    """What is done at the table."""

    PLAY = "Play"
    TUNE = "Tune"
    EDIT = "Edit"


TABS = {Tab.PLAY: practiceplay, Tab.TUNE: practicetune, Tab.EDIT: practiceedit}
"""Each tab's ``layout``, ``draw``, ``pressed``, ``moved``, ``released``, ``wheel`` and ``keyed``."""


class PracticeScreen(Screen):
    """The mat on the left, a column with three tabs on the right."""

    needs = (780.0, 480.0)
    patience = 400

    def __init__(self, app: App, stand: Stand, tab: Tab = Tab.PLAY) -> None:
        super().__init__(app)
        self.stand = stand
        self.tab = tab
        self.camera = Camera(stand.table.mat)
        self.aiming = Aiming()
        self.film: Reel | None = None
        self.telling = Telling()
        self.log = LogPanel()
        self.note: tuple[str, str] = ("", "")
        self.hovered: str | None = None
        self.group = 0
        """Which group of sliders is shown."""
        self.scatter = 0
        """How the scatter is shown: not at all, as dots, as a heat map."""
        self.words_down = 0
        """How far below the top of the body the words of the sliders are, px."""
        # Foreseeing it all would be no puzzle; whoever wants that can choose it.
        self.preview: Preview = "short" if stand.goal else app.settings.preview
        self.first_shot = 0
        self.chances = ChanceFinder(app.worker)
        self.lab = Lab(app.worker, stand)
        self.editing = Editing(stand)
        self._near = True

    # --- what is going on ----------------------------------------------------------------------------------

    @property
    def context(self) -> Context:
        """Aiming, moving pieces, or menus while the sliders are used."""
        if self.film is not None:
            return Context.FILM
        return {Tab.PLAY: Context.PRACTICE, Tab.TUNE: Context.MENU, Tab.EDIT: Context.EDIT}[self.tab]

    @property
    def animating(self) -> bool:
        """While a flick is shown."""
        return self.film is not None

    def update(self, seconds: float) -> None:
        """Show the flick, look after the file, and take what the thread has found."""
        if self.film is not None:
            self.film.update(seconds)
            self.app.speaker.play(self.film.due())
            if self.film.over:
                self._film_done()
            return
        before = self.stand.scenario
        if self.aiming.pull is None and not self.editing.holding and self.stand.poll():
            self._file_changed(before)
        self.lab.update()

    def _film_done(self) -> None:
        self.film, flight = None, self.stand.last
        assert flight is not None, "what is shown is the last flick"
        self.note = verdict(self.stand, flight)
        if self.note[0]:
            self.app.speaker.say("win" if flight.reached else "back")
        if self.stand.goal and flight.reached and not flight.name and self.stand.path and not self.stand.edited:
            self.app.message = remember(self.stand.path.stem)
        shot = next((s for s in self.stand.scenario.shots if s.name == flight.name), None)
        if shot is not None and any(expect.chances for expect in shot.expects):
            self.chances.start(self.stand, shot, self._chances_found)
        self.relayout()

    def _chances_found(self, flight: Flight) -> None:
        self.note = verdict(self.stand, flight)
        self.app.redraw()

    def _file_changed(self, before: Scenario) -> None:
        if self.stand.fault or self.stand.path is None:
            self.note = ("", "")
        else:
            self.note = (told_change(self.stand.path.name, before, self.stand), "plain")
            self.scenario_changed()
        self.app.redraw()

    def scenario_changed(self) -> None:
        """Another scenario is on the table."""
        self.log = LogPanel()
        self.aiming.clear()
        self.chances.drop()
        if self.camera.view.mat != self.stand.table.mat:
            self.camera = Camera(self.stand.table.mat)
        self.stand.hand = hands(self.stand.scenario)[0][1]
        self.first_shot = 0
        self.lab.begin()
        self.editing.begin()
        self.relayout()

    # --- doing ---------------------------------------------------------------------------------------------

    def show(self, tab: Tab) -> None:
        """Another tab."""
        if self.film is not None or tab is self.tab:
            return
        self.let_go()
        self.tab, self.note = tab, ("", "")
        self.scroll.to(0)
        self.aiming.clear()
        if tab is Tab.EDIT:
            self.stand.reset()
            self.editing.picked = None
        if tab is Tab.TUNE:
            self.lab.begin()
        self.relayout()

    def fly(self, flight: Flight) -> None:
        """Show a flick."""
        self.chances.drop()
        self.note = ("", "")
        self.film = film(flight, self.looks())
        self.relayout()

    def flick(self) -> None:
        """Flick with exactly the aim that is shown."""
        aim = self.aiming.aim
        if aim is None or not aim.ready:
            words = "No power yet: drag back from the chip, or press Up." if aim else "Pick a chip first."
            self.note = (words, "plain")
            return
        try:
            flight = self.stand.flick(aim.shot())
        except PhysicsError as error:
            self.note = (str(error), "bad")
            return
        self.aiming.clear()
        self.fly(flight)

    def make(self, shot: SavedShot) -> None:
        """Make a shot of the file."""
        try:
            flight = self.stand.make(shot)
        except PhysicsError as error:
            self.note = (str(error), "bad")
            return
        self.aiming.clear()
        self.fly(flight)

    def again(self) -> None:
        """Show the last flick once more."""
        if self.stand.last is None:
            self.note = ("Nothing has been flicked yet.", "plain")
        else:
            self.fly(self.stand.last)

    def keep(self) -> None:
        """Make the aim, or the last flick, a shot of the scenario, and write it to the file."""
        from micromutants.ui.screens.keepshot import KeepShotScreen

        aim = self.aiming.aim
        moves = self.stand.candidate(aim.shot() if aim is not None and aim.ready else None)
        if isinstance(moves, str):
            self.note = (moves, "bad")
        else:
            self.app.push(KeepShotScreen(self.app, self, moves))

    def undo(self) -> None:
        """Take the last flick back, or the last change of the editor."""
        words = self.editing.undo() if self.tab is Tab.EDIT else self.stand.undo()
        self.log = LogPanel()
        self.note = (words or "Taken back.", "plain")
        self.aiming.clear()
        self.chances.drop()
        self.relayout()

    def reset(self) -> None:
        """The table as the file has it."""
        self.stand.reset()
        self.log = LogPanel()
        self.aiming.clear()
        self.chances.drop()
        self.note = ("The table is as it was at first.", "plain")
        self.relayout()

    def write(self, scenario: Scenario | None = None) -> None:
        """Write the scenario to its file; one that comes with the program goes to the player's own, as a copy."""
        path = self.stand.target()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            saved = save_scenario(scenario or self.stand.scenario, path)
        except (ScenarioError, StorageError, OSError) as error:
            self.note = (f"Not written: {error}", "bad")
            return
        self.stand.saved(saved, path)
        self.scenario_changed()
        self.note = (f"Written to {tilde(path)}", "good")

    # --- layout and drawing --------------------------------------------------------------------------------

    @property
    def column(self) -> pygame.Rect:
        """The column beside the mat."""
        u, (width, height) = self.u, self.app.size
        wide = max(u(372), min(u(560), width - height + u(20)))
        return pygame.Rect(width - wide + u(4), u(10), wide - u(14), height - u(20))

    @property
    def mat(self) -> pygame.Rect:
        """Where the mat is seen."""
        return pygame.Rect(0, 0, self.column.x - self.u(10), self.app.size[1])

    @property
    def body(self) -> pygame.Rect:
        """What is between the tabs and the row of tools; it scrolls where the column is low."""
        scroll, bar = self.scroll, self.u(14) if self.scroll.limit else 0
        return pygame.Rect(scroll.view.x, scroll.top, scroll.view.width - bar, scroll.whole)

    def layout(self) -> None:
        """Place everything and make the buttons."""
        self.camera.place(self.mat)
        self.aiming.grip = self.app.settings.grip
        if self._near:
            # The pieces and some room about them.
            self._near = False
            self.camera.view = practiceview.near(self.camera.view, self.stand.table)
        column, busy = self.column, "" if self.film is None else "A flick is being shown."
        tabs = [
            Control(tab.value, partial(self.show, tab), style="on")
            if tab is self.tab
            else Control(tab.value, partial(self.show, tab), why=busy, style="quiet")
            for tab in Tab
        ]
        lay(self.form, pygame.Rect(column.x, column.y, column.width, self.u(34)), [tabs], self.u(8))
        practiceview.place_body(self)
        with self.form.inside(self.scroll):
            tools = TABS[self.tab].layout(self)
        practiceview.lay_tools(self, tools)
        self.log.show(self.telling.lines(self.stand))

    def looks(self) -> dict[str, Look]:
        """How the pieces look."""
        return looks(self.stand.scenario.table.pieces, dict(self.stand.scenario.breeds))

    def scene(self) -> Scene:
        """What is to be seen on the mat now."""
        if self.film is not None:
            return self.film.scene()
        if self.tab is Tab.EDIT:
            return self.editing.scene(self.looks(), self.hovered)
        if self.tab is Tab.TUNE:
            return self.lab.scene(self.looks())
        stand, aim = self.stand, self.aiming.aim
        last = stand.last
        return Scene(
            bare(stand.table.mat),
            stand.table,
            hovered=self.hovered,
            selected=aim.piece if aim else None,
            trace=trace(last.outcome.track, last.piece) if last and not aim else (),
            aim=self.aiming.look_at(stand.table, stand.physics, self.preview, stand.hand) if aim else None,
            looks=self.looks(),
        )

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything."""
        practiceview.draw(self, surface)
        TABS[self.tab].draw(self, surface)
        practiceview.draw_note(self, surface)

    def draw_over(self, surface: pygame.Surface) -> None:
        """Draw what the pointer rests on, in words."""
        practiceview.draw_hover(self, surface)
        super().draw_over(surface)

    # --- input ---------------------------------------------------------------------------------------------

    def cursor_beside(self) -> Shape:
        """What the pointer can do on the mat."""
        return practiceview.cursor(self)

    def pressed(self, button: int, pos: tuple[int, int]) -> None:
        """Middle, or left with Space, pans; the rest is the tab's."""
        panning = button == 2 or (button == 1 and pygame.KSCAN_SPACE in self.app.held)
        if panning and self.mat.collidepoint(pos):
            self.camera.take(pos)
        elif self.film is None:
            TABS[self.tab].pressed(self, button, pos)
        elif button == 1 and self.mat.collidepoint(pos):
            self.film.skip()

    def moved(self, pos: tuple[int, int], buttons: tuple[bool, bool, bool]) -> None:
        """Pan, or what the tab does."""
        if self.camera.panning:
            self.camera.drag(pos) if buttons[0] or buttons[1] else self.camera.let_go()
            return
        self.hovered = None
        if self.film is None:
            if self.mat.collidepoint(pos):
                self.hovered = practiceview.under(self, pos)
            TABS[self.tab].moved(self, pos, buttons)

    def released(self, button: int, pos: tuple[int, int], inside: bool) -> None:
        """Let go of the mat, or what the tab does."""
        if self.camera.panning:
            self.camera.let_go()
        elif self.film is None:
            TABS[self.tab].released(self, button, pos, inside)

    def wheel(self, steps: float, pos: tuple[int, int], shift: bool) -> None:
        """Scroll the log, or what the tab does, or zoom."""
        if self.film is None and TABS[self.tab].wheel(self, steps, pos, shift):
            return
        if self.scroll.view.collidepoint(pos):
            super().wheel(steps, pos, shift)
        else:
            self.camera.wheel(steps, pos)

    def keyed(self, keyed: Keyed) -> None:
        """Whatever a key asks for."""
        intent = keyed.intent
        if self.camera.keyed(intent):
            return
        if self.film is not None:
            if intent in (Intent.SKIP, Intent.BACK):
                self.film.skip()
            elif intent in (Intent.FASTER, Intent.SLOWER):
                self.film.faster(1 if intent is Intent.FASTER else -1)
        elif intent is Intent.UNDO:
            self.undo()
        elif intent is Intent.WRITE:
            TABS[self.tab].write(self)
        elif not self.paged(intent) and not TABS[self.tab].keyed(self, keyed):
            super().keyed(keyed)

    def let_go(self) -> None:
        """Forget every drag; nothing is flicked."""
        self.aiming.let_go()
        self.editing.let_go()
        self.camera.let_go()

    def back(self) -> None:
        """Esc: give up the aim, else leave; changes that are not in the file are asked about once."""
        if self.aiming.cancel() or self.editing.cancel():
            self.relayout()
        elif self.stand.edited and not self.editing.warned:
            self.editing.warned = True
            self.note = ("There are changes that are not in the file. Leave again to lose them, or write them.", "bad")
        else:
            self.chances.drop()
            self.lab.stop()
            self.app.pop()
