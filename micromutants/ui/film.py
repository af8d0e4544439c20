"""Pictures and moving pictures of a match, without a window.

A film shows the most eventful shots of a match slowly, each from a place of its own, with what came of it in words, and
ends with the winner.  The same entries give the same bytes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pygame

from micromutants.rules import Drop, Setup
from micromutants.shots.highlights import Entry
from micromutants.table import Table
from micromutants.ui.draw import AimLook, Scene, draw_scene
from micromutants.ui.filmcards import Page, draw_bars, draw_end, draw_title
from micromutants.ui.flares import touchdown
from micromutants.ui.pictures import palette, sheet, write_gif
from micromutants.ui.playback import Moment, Playback, moments
from micromutants.ui.view import View

_WORTH = {
    "player-out": 80,
    "base-eliminated": 60,
    "meteor": 34,
    "capture": 30,
    "hit": 30,
    "cleave": 26,
    "burnt": 26,
    "webbed": 24,
    "base-damaged": 22,
    "terrain": 20,
    "shove": 18,
    "fumble": 18,
    "resource": 6,
    "put-back": 4,
    "nothing": 1,
}
"""How much a happening is worth seeing; the shot that wins is always shown."""

_SLOW, _CLOSE = 0.5, 0.25
"""Speeds at which flights are shown, from afar and close by."""

_LONGEST = 26
"""Most frames that one flight gets."""

_NEAR = 2.3
"""Zoom of the close view."""


@dataclass(frozen=True, slots=True)
class _Frame:
    """A picture to be drawn and how long it is shown, in hundredths of a second."""

    kind: str
    time: int
    shot: int = -1
    t: float = 0.0
    close: bool = False


def save_gif(
    entries: Sequence[Entry],
    setup: Setup,
    path: str | Path,
    *,
    size: tuple[int, int] = (480, 480),
    fps: int = 20,
    shots: int = 6,
) -> None:
    """Write the highlights of a match as an animated GIF.

    Args:
        entries: The log of a match or of a record.
        setup: What was agreed at its start.
        path: File to write.
        size: Width and height, px.
        fps: Frames a second, 5 to 50.
        shots: Most shots that are shown.

    Raises:
        ValueError: A size below 64 by 64, a rate out of range, or fewer than one shot.
        OSError: The file cannot be written.
    """
    if not 5 <= fps <= 50:
        raise ValueError(f"fps must be from 5 to 50, not {fps}")
    if shots < 1:
        raise ValueError(f"shots must be 1 or more, not {shots}")
    film = _Film(entries, setup, size, fps, shots)
    frames = film.frames()
    colours = palette([film.draw(frame) for frame in _telling(frames)])
    write_gif(path, (film.draw(frame) for frame in frames), [frame.time for frame in frames], colours)


# --- what is shown -----------------------------------------------------------------------------------------


class _Film:
    """The shots of a film and how each frame of it is drawn."""

    def __init__(self, entries: Sequence[Entry], setup: Setup, size: tuple[int, int], fps: int, shots: int) -> None:
        self.setup = setup
        self.size = size
        self.step = round(100 / fps)
        sheet(size)
        self.page = Page(size)
        self.place = self.page.place
        self.reels = [Playback(moment) for moment in _chosen(entries, setup, shots)]
        self.views = [self._camera(reel) for reel in self.reels]
        self.near = [self._close_up(reel) for reel in self.reels]
        self.last = entries[-1].table if entries else None
        self.alone = next((e.action.alone for e in entries if getattr(e.action, "alone", None) is not None), -1)
        self.end = next((h for entry in entries for h in entry.happenings if h.kind == "victory"), None)

    def frames(self) -> list[_Frame]:
        """Every frame in order."""
        found = [_Frame("title", 170)]
        for i, reel in enumerate(self.reels):
            found.append(_Frame("ready", 90, i))
            # From afar to where the bug comes down, then, close by, the last of it again and what comes of it.
            close = bool(reel.trace) and self.views[i].zoom < 0.75 * _NEAR
            landing = touchdown(reel.moment.track.get(reel.moment.flicked or "", ()))
            touch = reel.flight if landing is None else landing.t
            until = touch if close else reel.flight
            count = max(2, min(_LONGEST, math.ceil(until * 100 / self.step / _SLOW)))
            found.extend(_Frame("flight", self.step, i, until * k / count) for k in range(1, count + 1))
            start = max(0.0, touch - 0.06) if close else reel.flight
            if close:
                count = max(3, min(_LONGEST, math.ceil((reel.flight - start) * 100 / self.step / _CLOSE)))
                span = reel.flight - start
                found.extend(_Frame("flight", self.step, i, start + span * k / count, True) for k in range(count + 1))
            rest = reel.length - reel.flight
            ticks = max(1, min(18, math.ceil(rest * 100 / self.step / 1.2)))
            found.extend(
                _Frame("flight", self.step, i, reel.flight + rest * k / ticks, close) for k in range(1, ticks + 1)
            )
            found.append(_Frame("after", 130, i, reel.length, close))
        if self.last is not None:
            found.append(_Frame("end", 350))
        return found

    def draw(self, frame: _Frame) -> pygame.Surface:
        """The picture of a frame."""
        surface = sheet(self.size)
        match frame.kind:
            case "title":
                draw_title(surface, self.page, self.setup)
            case "end" if self.last is not None:
                draw_end(surface, self.page, Scene(self.setup, self.last, alone=self.alone), self.end)
            case _:
                self._shot(surface, frame)
        return surface

    def _shot(self, surface: pygame.Surface, frame: _Frame) -> None:
        reel = self.reels[frame.shot]
        view = (self.near if frame.close else self.views)[frame.shot]
        moment = reel.moment
        if frame.kind == "ready":
            bare = Scene(self.setup, moment.before, webbed=moment.stood.webs, alone=moment.stood.alone)
            scene = replace(bare, selected=moment.flicked, aim=_aim(moment))
        else:
            scene = reel.scene(frame.t)
        draw_scene(surface, view, scene, "even")
        done = frame.kind != "ready" and frame.t > reel.flight
        table = moment.after if frame.t >= reel.length > 0.0 else moment.before
        draw_bars(surface, self.page, moment, table, done)

    def _camera(self, reel: Playback) -> View:
        """As near as shows the whole flight of the bug and what it meets."""
        moment = reel.moment
        whole = View(moment.before.mat, self.place)
        points = [(x, y) for x, y, _ in reel.trace]
        for happening in moment.happenings:
            for piece in happening.pieces:
                found = moment.before.get(piece)
                if found is not None and happening.kind in ("capture", "fumble", "base-damaged", "base-eliminated"):
                    points.append((found.x, found.y))
        if not points:
            return whole
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        low, high = min(y for _, y in points), max(y for _, y in points)
        margin = 70.0
        wide, tall = right - left + 2 * margin, high - low + 2 * margin
        zoom = min(2.6, self.place[2] / whole.scale / wide, self.place[3] / whole.scale / tall)
        near = replace(whole, zoom=max(1.0, zoom), centre=((left + right) / 2, (low + high) / 2))
        return near.panned(0.0, 0.0)

    def _close_up(self, reel: Playback) -> View:
        """Close to where the bug comes to rest."""
        moment = reel.moment
        if not reel.trace:
            # What is thrown or pushed is spread out: it is seen from afar only.
            return View(moment.before.mat, self.place)
        x, y, _ = reel.trace[-1]
        return View(moment.before.mat, self.place, _NEAR, (x, y)).panned(0.0, 0.0)


def _chosen(entries: Sequence[Entry], setup: Setup, shots: int) -> list[Moment]:
    """The shots most worth seeing, in the order in which they were made."""
    rated: list[tuple[int, int, Moment]] = []
    for i, moment in enumerate(moments(entries, Table.of(setup.mat, ()), setup)):
        if isinstance(moment.action, Drop) or not moment.track:
            continue
        kinds = [h.kind for h in moment.happenings]
        worth = sum(_WORTH.get(kind, 0) for kind in kinds) + (1000 if "victory" in kinds else 0)
        rated.append((-worth, i, moment))
    best = sorted(rated, key=lambda entry: entry[:2])[:shots]
    return [moment for _, _, moment in sorted(best, key=lambda entry: entry[1])]


def _aim(moment: Moment) -> AimLook | None:
    """The aim of a shot that has been made."""
    piece = moment.before.get(moment.flicked or "")
    shot = getattr(moment.action, "shot", None)
    if piece is None or shot is None:
        return None
    return AimLook(piece.x, piece.y, shot.azimuth, shot.power)


def _telling(frames: Sequence[_Frame]) -> Iterator[_Frame]:
    """The frames from which the colours of the whole film are chosen."""
    for i, frame in enumerate(frames):
        if frame.kind != "flight" or (i > 0 and i % 17 == 0):
            yield frame
