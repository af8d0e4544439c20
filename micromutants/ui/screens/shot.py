"""Watching a saved shot: play, scrub, step by what happens, near or far, again and again."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pygame

from micromutants.physics import PHYSICS_VERSION, Physics
from micromutants.shots import SavedShot, remove
from micromutants.shots.timeline import marks
from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.camera import Camera
from micromutants.ui.draw import Scene, draw_scene
from micromutants.ui.intents import Context, Intent, Keyed, key_name
from micromutants.ui.logpanel import LogPanel
from micromutants.ui.playback import moment_of, trace_of
from micromutants.ui.player import Player
from micromutants.ui.screen import Screen
from micromutants.ui.screens.asking import ConfirmScreen
from micromutants.ui.screens.keeping import ask_to_keep, ask_to_rename
from micromutants.ui.session import LogLine
from micromutants.ui.transport import Areas, Control, Transport, areas, lay


class ShotScreen(Screen):
    """The mat, what is known of the shot, what happened on the way, and buttons as on a player."""

    needs = (820.0, 560.0)

    def __init__(self, app: App, shot: SavedShot, path: Path | None) -> None:
        """Show a shot.

        Args:
            app: The program.
            shot: The shot.
            path: Its file in the library; None for one that is not saved.
        """
        super().__init__(app)
        self.shot, self.path = shot, path
        self.moment = moment_of(shot)
        self.marks = marks(shot)
        self.player = Player([self.moment], lambda _: self.marks, calm=app.settings.reduced_motion)
        self.camera = Camera(shot.before.mat)
        self.transport = Transport(self.player, self.camera, self._changed)
        self.log = LogPanel("On the way")
        self.lines = [
            LogLine(i, f"{mark.t:.2f} s  {mark.text}", mark.rule, "", -1) for i, mark in enumerate(self.marks)
        ]
        self.note = ""

    @property
    def context(self) -> Context:
        """Keys as on a player."""
        return Context.REPLAY

    @property
    def animating(self) -> bool:
        """While time passes."""
        return self.player.running

    def update(self, seconds: float) -> None:
        """Time passes."""
        self.transport.update(seconds)
        self._pick()

    def _changed(self) -> None:
        self._pick()
        if self.app.stack and self.app.top is self:
            self.relayout()

    def _pick(self) -> None:
        """Light up the line of what happened last."""
        now = len(self.lines) - 1 if self.player.at_end else self.player.mark
        if now != self.log.picked and self.log.lines:
            self.log.picked = now
            if now is not None:
                self.log.pick(0)

    # --- layout and drawing --------------------------------------------------------------------------------

    @property
    def areas(self) -> Areas:
        """Where everything goes."""
        return areas(self.app.size, self.scale, head=176, bars=64)

    def layout(self) -> None:
        """Place everything and make the buttons."""
        places = self.areas
        self.camera.place(places.mat)
        self.transport.place(places.bars, self.scale)
        lay(self.form, places.buttons, (*self.transport.controls(), self._last_row()), self.u(7))
        self.log.place(places.list, self.app.scale)

    def _last_row(self) -> tuple[Control, ...]:
        compared = (
            Control("Compare", self._compare, hint="Another saved shot over this one"),
            Control("Physics", self._other_physics, hint="The same shot under other physics over this one"),
        )
        kept = (
            (Control("Rename", self._rename), Control("Delete", self._delete, style="danger"))
            if self.path is not None
            else (Control("Save shot", self._keep, key_name(Context.REPLAY, Intent.KEEP)),)
        )
        return (*compared, *kept, Control("Close", self.back, "Esc"))

    def scene(self) -> Scene:
        """What is to be seen now."""
        player, moment = self.player, self.moment
        if player.reel is not None:
            return player.reel.scene()
        if player.done:
            stands = moment.stands
            trace = trace_of(moment)
            return Scene(moment.setup, moment.after, trace=trace, webbed=stands.webs, alone=stands.alone)
        stood = moment.stood
        return Scene(moment.setup, moment.before, selected=moment.flicked, webbed=stood.webs, alone=stood.alone)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything."""
        paint.backdrop(surface)
        draw_scene(surface, self.camera.view, self.scene())
        self.log.show(self.lines)
        self.log.draw(surface)
        self._draw_head(surface)
        self.transport.draw(surface)

    def _draw_head(self, surface: pygame.Surface) -> None:
        u, head, shot = self.u, self.areas.head, self.shot
        paint.panel(surface, head, radius=u(10))
        left, width = head.x + u(14), head.width - u(28)
        paint.text(surface, shot.name, (left, head.y + u(10)), u(19), theme.GOLD, bold=True, width=width)
        day = shot.when.astimezone().strftime("%Y-%m-%d %H:%M")
        facts = f"{day}  ·  {shot.origin}" if shot.origin else day
        paint.text(surface, facts, (left, head.y + u(38)), u(12.5), theme.INK_SOFT, width=width)
        y = head.y + u(60)
        y += paint.paragraph(surface, shot.told, pygame.Rect(left, y, width, u(60)), u(14), theme.INK) + u(8)
        words = f"×{self.player.speed:g}  ·  {physics_words(shot.physics)}"
        y += paint.paragraph(surface, words, pygame.Rect(left, y, width, u(34)), u(12.5), theme.INK_SOFT) + u(6)
        note = self.note or version_words(shot)
        ink = theme.INK_FAINT if not self.note else theme.GOLD
        paint.paragraph(surface, note, pygame.Rect(left, y, width, head.bottom - y - u(4)), u(12.5), ink)

    # --- what can be done with it --------------------------------------------------------------------------

    def _compare(self) -> None:
        from micromutants.ui.screens.shots import ShotsScreen

        self.player.pause()
        self.app.push(ShotsScreen(self.app, choose=self._beside, title="Compare with which shot?"))

    def _other_physics(self) -> None:
        from micromutants.ui.screens.otherphysics import OtherPhysicsScreen

        self.player.pause()
        self.app.push(OtherPhysicsScreen(self.app, self.shot, self._beside))

    def _beside(self, other: SavedShot) -> None:
        from micromutants.ui.screens.compare import CompareScreen

        self.app.push(CompareScreen(self.app, self.shot, other))

    def _told(self, words: str) -> None:
        self.note = words

    def _keep(self) -> None:
        self.player.pause()
        ask_to_keep(self.app, self.shot, self._told)

    def _rename(self) -> None:
        assert self.path is not None
        self.player.pause()
        ask_to_rename(self.app, self.path, self.shot.name, self._renamed)

    def _renamed(self, name: str) -> None:
        self.shot = msgspec.structs.replace(self.shot, name=name)

    def _delete(self) -> None:
        self.player.pause()
        words = f"“{self.shot.name}” is deleted from the library. This can not be taken back."
        self.app.push(ConfirmScreen(self.app, "Delete the shot?", words, "Delete it", self._gone, keep="Keep it"))

    def _gone(self) -> None:
        assert self.path is not None
        try:
            remove(self.path)
        except OSError as error:
            self.note = str(error)
            self._changed()
        else:
            self.app.pop()

    # --- pointer and keys ----------------------------------------------------------------------------------

    def help_rule(self) -> str:
        """The rule of the line that is picked."""
        picked = self.log.picked
        return self.lines[picked].rule if picked is not None and picked < len(self.lines) else ""

    def pressed(self, button: int, pos: tuple[int, int]) -> None:
        """Jump by the list or the bar; pan the mat."""
        line, rule = self.log.at(pos), self.log.rule_at(pos)
        if button == 1 and rule:
            self.app.open_help(rule)
        elif button == 1 and line is not None:
            self.player.jump(0)
            self.player.step_mark(1)
            self.player.seek(self.marks[line].t)
            self._changed()
            self.log.picked = line
        else:
            self.transport.pressed(button, pos)

    def moved(self, pos: tuple[int, int], buttons: tuple[bool, bool, bool]) -> None:
        """Scrub or pan."""
        self.log.hovered = self.log.at(pos)
        self.transport.moved(pos, buttons)

    def released(self, button: int, pos: tuple[int, int], inside: bool) -> None:
        """Let go of bar and mat."""
        self.let_go()

    def let_go(self) -> None:
        """Let go of bar and mat."""
        self.transport.let_go()

    def wheel(self, steps: float, pos: tuple[int, int], shift: bool) -> None:
        """Scroll the list or zoom."""
        if self.log.rect.collidepoint(pos):
            self.log.wheel(steps)
        else:
            self.camera.wheel(steps, pos)

    def keyed(self, keyed: Keyed) -> None:
        """Keys as on a player."""
        if self.transport.keyed(keyed):
            return
        if keyed.intent is Intent.BACK:
            self.back()
        elif keyed.intent is Intent.KEEP and self.path is None:
            self._keep()


def physics_words(physics: Physics) -> str:
    """How physics differ from the defaults, in a few words."""
    default = msgspec.structs.asdict(Physics())
    other = {key: value for key, value in msgspec.structs.asdict(physics).items() if value != default[key]}
    if not other:
        return "physics as by default"
    return "physics: " + ", ".join(f"{key} {value:g}" for key, value in other.items())


def version_words(shot: SavedShot) -> str:
    """What is to be known of a shot that the present physics may not give; empty where it is theirs."""
    if shot.versions.physics != PHYSICS_VERSION:
        return f"Made by physics {shot.versions.physics}, this is physics {PHYSICS_VERSION}: shown from its poses."
    if not shot.digest:
        return "The present physics departs from it: shown from its poses."
    return ""
