"""Shots and matches as pictures: moving ones, and strips of still ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pygame
from PIL import Image

from micromutants.match import Record
from micromutants.shots import SavedShot, in_words
from micromutants.shots.timeline import Mark, marks
from micromutants.ui import paint, theme
from micromutants.ui.draw import draw_scene
from micromutants.ui.pictures import image, in_palette, palette, sheet, write_frames, write_image
from micromutants.ui.playback import Moment, Playback, moment_of, moments_in
from micromutants.ui.thumbnail import close_view
from micromutants.ui.view import View

FRAME = 4
"""How long a frame of a moving picture is shown, hundredths of a second."""

HOLD = 120
"""How long the end of a shot is shown, hundredths of a second."""

WIDEST = 16_384
"""Widest strip, px."""

Progress = Callable[[int, int], None]
"""Called with how many pictures are done, and of how many."""


@dataclass(frozen=True, slots=True)
class Take:
    """A shot, or a part of it, that is shown.

    Attributes:
        playback: What is shown.
        view: From where.
        start: From when, s.
        end: Until when, s.
        marks: What happens in it, with its times.
        title: What stands before what happens.
    """

    playback: Playback
    view: View
    start: float
    end: float
    marks: tuple[Mark, ...]
    title: str = ""

    def told(self, t: float) -> str:
        """What is written under the picture."""
        flight = self.playback.flight
        passed = [mark.text for mark in self.marks if mark.t <= t + 1e-9]
        words = f"{min(t, flight):.2f} s"
        if self.title:
            words = f"{self.title}  ·  {words}"
        return f"{words}  ·  {passed[-1]}" if passed else words


def take_of_shot(
    shot: SavedShot, size: tuple[int, int], *, start: float = 0.0, end: float | None = None, whole: bool = False
) -> Take:
    """A saved shot as something to be shown in pictures of a size.

    Args:
        shot: The shot.
        size: Width and height, px.
        start: From when, s.
        end: Until when, s; None until all has been shown.
        whole: The whole mat, not only what moves.

    Raises:
        ValueError: Nothing is left between start and end.
    """
    playback = Playback(moment_of(shot))
    last = playback.flight if end is None else min(end, playback.flight)
    if not 0.0 <= start < last:
        raise ValueError(f"from {start:g} s to {last:g} s nothing is shown: the shot takes {playback.flight:.2f} s")
    picture = _picture(size)
    view = View(shot.before.mat, (0, 0, *picture)) if whole else close_view(shot, picture)
    stop = playback.length if end is None else last
    return Take(playback, view, start, stop, marks(shot))


def takes_of_match(record: Record, size: tuple[int, int], *, first: int = 1, last: int | None = None) -> list[Take]:
    """The shots among the actions ``first`` to ``last`` of a match, each of the whole mat.

    Raises:
        ValueError: There is no shot among them.
    """
    moments = moments_in(record)
    last = len(moments) if last is None else last
    view = View(record.start.mat, (0, 0, *_picture(size)))
    found = [_take(moment, view) for moment in moments if first <= moment.number <= last and moment.track]
    if not found:
        raise ValueError(f"among the actions {first} to {last} there is no shot; the record has {len(moments)} actions")
    return found


def _take(moment: Moment, view: View) -> Take:
    playback = Playback(moment)
    told = in_words(moment.setup, moment.before, moment.after, (), moment.happenings)
    mark = Mark(playback.flight, told)
    return Take(playback, view, 0.0, playback.length, (mark,) if told else (), f"Action {moment.number}")


def export_gif(
    takes: Sequence[Take],
    path: str | Path,
    *,
    size: tuple[int, int],
    speed: float = 1.0,
    progress: Progress | None = None,
) -> None:
    """Write takes one after the other as a moving picture.

    Args:
        takes: What is shown; their views fit the size.
        path: File to write.
        size: Width and height, px.
        speed: 1 is as it happened.
        progress: Called after each picture.

    Raises:
        ValueError: A size out of range.
        OSError: The file cannot be written.
    """
    pictures, times = gif_frames(takes, size, speed)

    def counted() -> Iterator[Image.Image]:
        for number, picture in enumerate(pictures, 1):
            yield picture
            if progress is not None:
                progress(number, len(times))

    write_frames(path, counted(), times)


def gif_frames(
    takes: Sequence[Take], size: tuple[int, int], speed: float = 1.0
) -> tuple[Iterator[Image.Image], list[int]]:
    """The frames of a moving picture, each drawn when it is taken, and how long each is shown, hundredths of a second.

    Args:
        takes: What is shown; their views fit the size.
        size: Width and height, px.
        speed: 1 is as it happened.

    Raises:
        ValueError: A size out of range.
    """
    frames = [frame for take in takes for frame in _frames(take, speed)]
    sample = frames[:: max(1, len(frames) // 12)][:12] + frames[-1:]
    colours = palette([_drawn(take, t, size) for take, t, _ in sample])
    drawn = (in_palette(_drawn(take, t, size), colours) for take, t, _ in frames)
    return drawn, [time for *_, time in frames]


def export_strip(
    takes: Sequence[Take], path: str | Path, *, size: tuple[int, int], frames: int = 6, progress: Progress | None = None
) -> None:
    """Write still pictures side by side, evenly spread over one take, or over the ends of several.

    Args:
        takes: What is shown; their views fit the size.
        path: File to write; the format is PNG.
        size: Width and height of each picture, px.
        frames: How many pictures.
        progress: Called after each picture.

    Raises:
        ValueError: A size out of range, or a strip that is too wide.
        OSError: The file cannot be written.
    """
    moments = _spread(takes, frames)
    gap = max(2, size[0] // 120)
    width = len(moments) * size[0] + (len(moments) - 1) * gap
    if width > WIDEST:
        raise ValueError(f"a strip of {len(moments)} pictures would be {width} px wide, at most {WIDEST} are possible")
    sheet(size)
    strip = pygame.Surface((width, size[1]), 0, 32)
    strip.fill(theme.TABLE_DARK)
    for number, (take, t) in enumerate(moments):
        strip.blit(_drawn(take, t, size), (number * (size[0] + gap), 0))
        if progress is not None:
            progress(number + 1, len(moments))
    write_image(path, image(strip), "PNG")


def _spread(takes: Sequence[Take], frames: int) -> list[tuple[Take, float]]:
    if len(takes) == 1:
        take = takes[0]
        # What flares up afterwards is not worth a picture of its own.
        end = min(take.end, take.playback.flight)
        if frames == 1:
            return [(take, end)]
        return [(take, take.start + (end - take.start) * i / (frames - 1)) for i in range(frames)]
    count = min(frames, len(takes))
    chosen = [takes[round(i * (len(takes) - 1) / max(1, count - 1))] for i in range(count)]
    return [(take, take.end) for take in chosen]


def _frames(take: Take, speed: float) -> list[tuple[Take, float, int]]:
    step = FRAME / 100 * speed
    count = max(1, round((min(take.end, take.playback.flight) - take.start) / step))
    times = [take.start + step * i for i in range(count)]
    after = min(take.end, take.playback.flight)
    # What follows the flight is no part of the physics and keeps its own pace.
    while after < take.end:
        times.append(after)
        after += FRAME / 100
    return [(take, t, FRAME) for t in times] + [(take, take.end, HOLD)]


def _bar(size: tuple[int, int]) -> int:
    """Height of the words under a picture, px."""
    return max(16, min(40, size[1] // 14))


def _picture(size: tuple[int, int]) -> tuple[int, int]:
    return size[0], max(8, size[1] - _bar(size))


def _drawn(take: Take, t: float, size: tuple[int, int]) -> pygame.Surface:
    surface = sheet(size)
    surface.fill(theme.TABLE_DARK)
    draw_scene(surface, take.view, take.playback.scene(t))
    bar = _bar(size)
    type_size = max(9, round(bar * 0.62))
    paint.text(
        surface,
        take.told(t),
        (type_size // 2, size[1] - bar // 2),
        type_size,
        anchor="midleft",
        width=size[0] - type_size,
    )
    return surface
