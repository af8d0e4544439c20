"""Watching a saved shot: play, scrub, step by what happens, near or far, again and again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pygame

from micromutants.physics import PHYSICS_VERSION, Physics
from micromutants.shots import SavedShot, remove
from micromutants.shots.comparing import changes_in_words
from micromutants.shots.timeline import marks
from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.buttons import Control
from micromutants.ui.draw import Scene, draw_scene
from micromutants.ui.intents import Intent
from micromutants.ui.playback import moment_of, trace_of
from micromutants.ui.player import Player
from micromutants.ui.screens.asking import ConfirmScreen
from micromutants.ui.screens.keeping import ask_to_keep, ask_to_rename
from micromutants.ui.screens.playing import PlayingScreen
from micromutants.ui.session import LogLine
from micromutants.ui.thumbnail import close_view


class ShotScreen(PlayingScreen):
    """The mat, what is known of the shot, what happened on the way, and buttons as on a player."""

    head = 176

    def __init__(self, app: App, shot: SavedShot, path: Path | None) -> None:
        """Show a shot.

        Args:
            app: The program.
            shot: The shot.
            path: Its file in the library; None for one that is not saved.
        """
        self.moment = moment_of(shot)
        self.marks = marks(shot)
        player = Player([self.moment], lambda _: self.marks, calm=app.settings.reduced_motion)
        super().__init__(app, player, shot.before.mat, "On the way")
        self.shot, self.path = shot, path
        self.lines = [
            LogLine(i, f"{mark.t:.2f} s  {mark.text}", mark.rule, "", -1) for i, mark in enumerate(self.marks)
        ]
        self.note = ""
        self.camera.view = close_view(shot, self.areas.mat.size)

    def watch(self) -> None:
        """Show it at once."""
        self.player.show(0)
        self.changed()

    def update(self, seconds: float) -> None:
        """Time passes."""
        super().update(seconds)
        self._pick()

    def changed(self) -> None:
        """It stands somewhere else."""
        self._pick()
        super().changed()

    def _pick(self) -> None:
        """Light up the line of what happened last."""
        now = len(self.lines) - 1 if self.player.at_end else self.player.mark
        if now != self.log.picked and self.log.lines:
            self.log.picked = now
            if now is not None:
                self.log.pick(0)

    # --- layout and drawing --------------------------------------------------------------------------------

    def last_row(self) -> tuple[Control, ...]:
        """What can be done with the shot."""
        compared = (
            Control("Compare", self._compare, hint="Another saved shot over this one"),
            Control("Physics", self._other_physics, hint="The same shot under other physics over this one"),
            Control("GIF", self._film, hint="A moving picture to send to others"),
        )
        kept = (
            (Control("Rename", self._rename), Control("Delete", self._delete, style="danger"))
            if self.path is not None
            else (Control("Save shot", self._keep, self.key(Intent.KEEP)),)
        )
        return (*compared, *kept, Control("Close", self.back, "Esc"))

    def scene(self) -> Scene:
        """What is to be seen now."""
        player, moment = self.player, self.moment
        if player.reel is not None:
            return player.reel.scene()
        if player.done:
            stands = moment.stands
            bare = Scene(moment.setup, moment.after, webbed=stands.webs, alone=stands.alone, looks=moment.looks)
            return replace(bare, trace=trace_of(moment))
        stood = moment.stood
        bare = Scene(moment.setup, moment.before, webbed=stood.webs, alone=stood.alone, looks=moment.looks)
        return replace(bare, selected=moment.flicked)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything."""
        paint.backdrop(surface)
        draw_scene(surface, self.camera.view, self.scene(), self.app.settings.mat)
        self.log.show(self.lines)
        self.log.draw(surface)
        self._draw_head(surface)
        self.transport.draw(surface)

    def _draw_head(self, surface: pygame.Surface) -> None:
        u, head, shot = self.u, self.areas.head, self.shot
        paint.panel(surface, head, radius=u(10))
        left, width = head.x + u(14), head.width - u(28)
        size = paint.fitting(shot.name, u(19), width, u(13), True)
        paint.text(surface, shot.name, (left, head.y + u(10)), size, theme.GOLD, bold=True, width=width)
        day = shot.when.astimezone().strftime("%Y-%m-%d %H:%M")
        facts = f"{day}  ·  {shot.origin}" if shot.origin else day
        size = paint.fitting(facts, u(12.5), width, u(9))
        paint.text(surface, facts, (left, head.y + u(38)), size, theme.INK_SOFT, width=width)
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

    def _film(self) -> None:
        from micromutants.ui.screens.filming import FilmingScreen

        self.player.pause()
        self.app.push(FilmingScreen(self.app, self.shot, self._filmed))

    def _filmed(self, words: str, done: bool) -> None:
        self.note = words
        self.app.speaker.say("capture" if done else "back")
        self.changed()

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
            self.changed()
        else:
            self.app.pop()

    # --- pointer and keys ----------------------------------------------------------------------------------

    def help_rule(self) -> str:
        """The rule of the line that is picked."""
        picked = self.log.picked
        return self.lines[picked].rule if picked is not None and picked < len(self.lines) else ""

    def line_pressed(self, line: int) -> None:
        """Jump to what the line tells."""
        self.player.jump(0)
        self.player.step_mark(1)
        self.player.seek(self.marks[line].t)
        self.changed()
        self.log.picked = line

    def asked(self, intent: Intent) -> None:
        """Save the shot, where it is not saved."""
        if intent is Intent.KEEP and self.path is None:
            self._keep()


def physics_words(physics: Physics) -> str:
    """How physics differ from the defaults, in a few words."""
    changes = changes_in_words(Physics(), physics)
    return f"physics: {changes}" if changes else "physics as by default"


def version_words(shot: SavedShot) -> str:
    """What is to be known of a shot that the present physics may not give; empty where it is theirs."""
    if shot.versions.physics != PHYSICS_VERSION:
        return f"Made by physics {shot.versions.physics}, this is physics {PHYSICS_VERSION}: shown from its poses."
    if not shot.digest:
        return "The present physics departs from it: shown from its poses."
    return ""
