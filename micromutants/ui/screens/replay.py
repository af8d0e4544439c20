"""Watching a record, action by action and, within a shot, happening by happening."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pygame

from micromutants.match import Record, RecordError
from micromutants.rules import Shove
from micromutants.shots import SavedShot, ShotError, of_record
from micromutants.shots.timeline import Mark, flight_of, marks, marks_of
from micromutants.ui import paint
from micromutants.ui.app import App
from micromutants.ui.buttons import Control
from micromutants.ui.draw import Scene, draw_scene
from micromutants.ui.intents import Intent
from micromutants.ui.playback import Moment, moments_in, trace_of
from micromutants.ui.player import Player
from micromutants.ui.screens.keeping import ask_to_keep, now
from micromutants.ui.screens.playing import PlayingScreen
from micromutants.ui.screens.replayhead import draw_head
from micromutants.ui.session import LogLine
from micromutants.ui.standing import Standing, at_start

_LIT = ("capture", "base-damaged", "base-eliminated", "player-out", "victory")
"""Kinds of happenings that are marked on the bar."""


class ReplayScreen(PlayingScreen):
    """The mat, the list of what happened, bars to jump along, and buttons as on a player."""

    head = 166
    bars = 84

    def __init__(self, app: App, record: Record, path: Path | None) -> None:
        self.moments = moments_in(record)
        player = Player(self.moments, self._marks, calm=app.settings.reduced_motion)
        super().__init__(app, player, record.start.mat, "The record")
        self.path = path
        self._tell(record)
        self.note = record.damage or ""
        self.saved = ""
        """What has been saved from what is shown."""
        self._done = -1

    def _tell(self, record: Record) -> None:
        """Take over a record, whose moments are known, in words."""
        self.record = record
        self.lines = [LogLine(m.number, h.text, h.rule, h.kind, h.player) for m in self.moments for h in m.happenings]
        self.lit = [m.number for m in self.moments if any(h.kind in _LIT for h in m.happenings)]

    def renew(self, record: Record, moments: Sequence[Moment]) -> None:
        """The record has grown, or goes on otherwise from some moment."""
        before = [entry.digest for entry in self.record.entries]
        same = 0
        for one, entry in zip(before, record.entries, strict=False):
            if one != entry.digest:
                break
            same += 1
        self.moments[:] = moments
        self._tell(record)
        self.player.renewed(same)

    @property
    def about(self) -> str:
        """What is watched, for the head."""
        return f"Seed {self.record.seed}" + (f"  ·  {self.path.name}" if self.path else "")

    def _marks(self, index: int) -> Sequence[Mark]:
        """What happens in a shot; where it can not be made again as it was, only how it begins and what came of it."""
        moment = self.moments[index]
        if not isinstance(moment.action, Shove):
            try:
                return marks(self._shot(moment.number))
            except (ShotError, ValueError):
                pass
        return marks_of(moment.setup, (), (), moment.happenings, flight_of(moment.track))

    def _shot(self, number: int) -> SavedShot:
        stood = self.moments[number - 1].stood
        return of_record(self.record, number, now=now(), alone=stood.alone, webbed=tuple(stood.webs))

    # --- time ----------------------------------------------------------------------------------------------

    def jump(self, done: int) -> None:
        """Show the table after so many actions."""
        self.player.jump(done)
        self.changed()

    def changed(self) -> None:
        """Pick the last line of what has been shown, and lay out anew."""
        if self._done != self.player.done:
            self._done = self.player.done
            self.note, self.saved = self.record.damage or "", ""
            self._follow()
        super().changed()

    def _follow(self) -> None:
        shown = [i for i, line in enumerate(self.lines) if line.entry <= self.player.done]
        self.log.picked = None
        if shown:
            self.log.picked = shown[-1]
            self.log.pick(0)
        else:
            self.log.to_top()

    # --- layout and drawing --------------------------------------------------------------------------------

    def layout(self) -> None:
        """Place everything; the list begins at its top."""
        super().layout()
        self.log.show(self.lines)
        if self._done < 0:
            self._done = self.player.done
            self._follow()

    def last_row(self) -> tuple[Control, ...]:
        """Save the shot, play on, close."""
        no_shot, key = "" if self._shown() else "No shot is being shown.", self.key
        return (
            Control("Save shot", self.keep, key(Intent.KEEP), no_shot, hint="Put it into the library of shots"),
            Control("Play on", self.play_on, key(Intent.PLAY_ON), self._why_not_on(), hint="A new match from here"),
            Control("Close", self.back, "Esc"),
        )

    def _why_not_on(self) -> str:
        """Why no match can go on from here; empty where one can."""
        if self.player.done >= len(self.moments) and self.record.over:
            return "The match is over there; go back to an earlier moment."
        return ""

    def scene(self) -> Scene:
        """What is to be seen now."""
        player = self.player
        if player.reel is not None:
            return player.reel.scene()
        if player.done == 0:
            return Scene(self.record.setup, self.record.start)
        moment = self.moments[player.done - 1]
        stands = moment.stands
        return Scene(self.record.setup, moment.after, trace=trace_of(moment), webbed=stands.webs, alone=stands.alone)

    @property
    def standing(self) -> Standing:
        """How the players stand after what has been shown."""
        return self.moments[self.player.done - 1].stands if self.player.done else at_start(self.record.setup)

    def help_rule(self) -> str:
        """The rule of the line that is picked."""
        return self.lines[self.log.picked].rule if self.log.picked is not None else ""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything."""
        paint.backdrop(surface)
        draw_scene(surface, self.camera.view, self.scene(), self.app.settings.mat)
        self.log.show(self.lines)
        self.log.draw(surface)
        draw_head(self, surface, self.areas.head)
        self.transport.draw(surface, self.lit)

    # --- saving and playing on -----------------------------------------------------------------------------

    def _shown(self) -> int:
        """Number of the shot that is shown, or was shown last; 0 where there is none."""
        player = self.player
        if player.reel is not None:
            return player.done + 1
        return player.done if player.done and self.moments[player.done - 1].track else 0

    def keep(self) -> None:
        """Save the shot that is shown."""
        number = self._shown()
        self.player.pause()
        if not number:
            self.note = "No shot is being shown: nothing flew in this action."
            self.changed()
            return
        try:
            shot = self._shot(number)
        except (ShotError, RecordError) as error:
            self.note = str(error)
            self.changed()
            return
        ask_to_keep(self.app, shot, self._told)

    def _told(self, words: str) -> None:
        self.note, self.saved = "", words

    @property
    def turn(self) -> str:
        """What the turn that is shown is called; empty before the first one that the record begins."""
        begun = [line for line in self.lines if line.kind == "turn" and line.entry <= self.player.done]
        return begun[-1].text.partition(":")[0] if begun else ""

    def play_on(self) -> None:
        """Begin a match from what is shown."""
        from micromutants.ui.screens.playon import PlayOnScreen

        self.player.pause()
        if self._why_not_on():
            self.note = self._why_not_on()
            self.changed()
        else:
            self.app.push(PlayOnScreen(self.app, self.record, self.player.done, self.path))

    # --- pointer and keys ----------------------------------------------------------------------------------

    def line_pressed(self, line: int) -> None:
        """Show what the line tells."""
        self.player.pause()
        self.player.show(self.lines[line].entry - 1)
        self.changed()
        self.log.picked = line

    def asked(self, intent: Intent) -> None:
        """Save the shot, or play on."""
        if intent is Intent.KEEP:
            self.keep()
        elif intent is Intent.PLAY_ON:
            self.play_on()
