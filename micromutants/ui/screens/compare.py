"""Two shots over each other as ghosts, and how they differ in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame

from micromutants.shots import SavedShot, compare
from micromutants.shots.comparing import bare
from micromutants.shots.timeline import Mark, flight_of, marks
from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.buttons import Control
from micromutants.ui.draw import Scene, draw_scene
from micromutants.ui.intents import Intent
from micromutants.ui.playback import Moment, Playback, moment_of, trace_of
from micromutants.ui.player import Player
from micromutants.ui.screens.keeping import ask_to_keep
from micromutants.ui.screens.playing import PlayingScreen
from micromutants.ui.session import LogLine
from micromutants.ui.thumbnail import close_view

FIRST, SECOND = (255, 196, 64), (96, 205, 255)
"""Colours of the two ways."""


class CompareScreen(PlayingScreen):
    """The mat with both shots at once, the differences, and buttons as on a player.

    What is shown is the physics: both are shown without what the rules made of them.
    """

    def __init__(self, app: App, first: SavedShot, second: SavedShot) -> None:
        self.shots = (first, second)
        self.films = tuple(Playback(moment_of(bare(shot)), calm=True) for shot in self.shots)
        self.marks = _both(first, second)
        player = Player([self.films[0].moment], lambda _: self.marks, playback_of=self._longest)
        super().__init__(app, player, first.before.mat, "How they differ")
        self.camera.view = close_view(first, self.areas.mat.size, second)
        self.differences = compare(first, second)
        words = [difference.text for difference in self.differences] or ["They do not differ."]
        self.lines = [LogLine(i, text, "", "", -1) for i, text in enumerate(words)]
        self.note = ""
        self._layer: pygame.Surface | None = None

    def _longest(self, moment: Moment) -> Playback:
        """The first film, held until the second one is over too."""
        film = Playback(moment, calm=True)
        film.flight = max(one.flight for one in self.films)
        film.length = max(one.length for one in self.films)
        film.cues = tuple(sorted(cue for one in self.films for cue in one.cues))
        return film

    def last_row(self) -> tuple[Control, ...]:
        """Save the second shot, close."""
        hint = "Put the second shot into the library"
        keep = Control("Save second", self._keep, self.key(Intent.KEEP), hint=hint)
        return (keep, *super().last_row())

    def scenes(self) -> tuple[Scene, Scene]:
        """What is to be seen of each now."""
        found = []
        for film in self.films:
            moment, stood = film.moment, film.moment.stood
            if self.player.reel is not None:
                # Without its trace, which is drawn in the colour of its shot.
                found.append(replace(film.scene(self.player.t), trace=()))
            else:
                table = moment.after if self.player.done else moment.before
                found.append(Scene(moment.setup, table, webbed=stood.webs, alone=stood.alone, looks=moment.looks))
        return found[0], found[1]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything."""
        paint.backdrop(surface)
        view = self.camera.view
        first, second = self.scenes()
        felt = self.app.settings.mat
        draw_scene(surface, view, first, felt)
        if self._layer is None or self._layer.get_size() != surface.get_size():
            self._layer = pygame.Surface(surface.get_size(), 0, surface)
        layer = self._layer
        layer.blit(surface, (0, 0))
        draw_scene(layer, view, second, felt)
        # Each at half strength: what is the same in both is solid, the rest shows through.
        layer.set_alpha(128)
        surface.blit(layer, (0, 0))
        layer.set_alpha(None)
        until = self.player.t if self.player.reel is not None else (float("inf") if self.player.done else 0.0)
        kept = surface.get_clip()
        surface.set_clip(pygame.Rect(view.rect))
        # Where both go the same way, the first one shows on either side of the second.
        for film, colour, width in zip(self.films, (FIRST, SECOND), (5, 2), strict=True):
            self._draw_way(surface, film, until, colour, self.u(width))
        surface.set_clip(kept)
        self.log.show(self.lines)
        self.log.draw(surface)
        self._draw_head(surface)
        self.transport.draw(surface)

    def _draw_way(
        self, surface: pygame.Surface, film: Playback, until: float, colour: theme.Colour, width: int
    ) -> None:
        view = self.camera.view
        way = [view.to_screen(x, y) for x, y, _ in trace_of(film.moment, until)]
        if len(way) > 1:
            pygame.draw.lines(surface, colour, False, way, max(1, width))
        moving = film.moment.moving
        pose = film.scene(until).poses.get(moving or "") if self.player.reel is not None else None
        piece = (film.moment.after if until else film.moment.before).get(moving or "")
        at = (pose.x, pose.y) if pose is not None else (piece.x, piece.y) if piece is not None else None
        if at is not None and piece is not None:
            radius = round(view.length(piece.spec.reach)) + self.u(3)
            pygame.draw.circle(surface, colour, view.to_screen(*at), radius, max(2, self.u(2)))

    def _draw_head(self, surface: pygame.Surface) -> None:
        u, head = self.u, self.areas.head
        paint.panel(surface, head, radius=u(10))
        left, width = head.x + u(14), head.width - u(28)
        y = head.y + u(10)
        for number, (shot, colour) in enumerate(zip(self.shots, (FIRST, SECOND), strict=True), 1):
            pygame.draw.circle(surface, colour, (left + u(8), y + u(11)), u(7), max(2, u(3)))
            at, name = (left + u(24), y), f"{number}  {shot.name}"
            size = paint.fitting(name, u(15), width - u(24), u(11), True)
            paint.text(surface, name, at, size, theme.INK, bold=True, width=width - u(24))
            box = pygame.Rect(left + u(24), y + u(22), width - u(24), u(38))
            paint.paragraph(surface, shot.told, box, u(12.5), theme.INK_SOFT)
            y += u(64)
        words = self.note or f"×{self.player.speed:g}"
        ink = theme.GOLD if self.note else theme.INK_SOFT
        paint.text(surface, words, (left, head.bottom - u(24)), u(12.5), ink, width=width)

    # --- what can be done with it --------------------------------------------------------------------------

    def _keep(self) -> None:
        self.player.pause()
        ask_to_keep(self.app, self.shots[1], self._told)

    def _told(self, words: str) -> None:
        self.note = words

    def asked(self, intent: Intent) -> None:
        """Save the second shot."""
        if intent is Intent.KEEP:
            self._keep()


def _both(first: SavedShot, second: SavedShot) -> Sequence[Mark]:
    """What happens in both shots, in the order of time, without what the rules made of it."""
    found = []
    for number, shot in ((1, first), (2, second)):
        end = flight_of(shot.track)
        for mark in marks(shot):
            if not mark.rule:
                found.append((min(mark.t, end), number, mark))
    found.sort(key=lambda entry: entry[:2])
    return tuple(Mark(t, f"{number}: {mark.text}") for t, number, mark in found)
