"""What a frame of the window costs, measured with its own screens on a full table of four armies."""

from __future__ import annotations

import math
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pygame
from rich.text import Text

from micromutants.ui.app import App
from micromutants.ui.asked import can_flick
from micromutants.ui.gallery.staging import fly, table_at
from micromutants.ui.screens.table import TableScreen
from micromutants.ui.settings import Settings
from micromutants.ui.showpiece import midgame

SIZE = (1920, 1080)

FRAME = 1 / 60
"""Time that passes between two frames, s."""

_clock = time.perf_counter if sys.platform == "win32" else time.thread_time
"""Frames are measured in processor time where that is told finely enough, so that other programs do not count."""

FRAMES = 180
"""So many frames are measured of each state."""

IDLE_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class State:
    """What frames cost while something goes on.

    Attributes:
        name: What goes on.
        frames: How many were measured.
        median: s.
        high: 95th percentile, s.
    """

    name: str
    frames: int
    median: float
    high: float


@dataclass(frozen=True, slots=True)
class Figures:
    """What the window costs.

    Attributes:
        size: Of the window, px.
        pieces: On the mat.
        driver: Through what SDL draws.
        states: Frames by what goes on.
        idle: Share of a core while nothing happens.
        first: From the start of a new process to its first frame, s.
    """

    size: tuple[int, int]
    pieces: int
    driver: str
    states: tuple[State, ...]
    idle: float
    first: float


def measure(size: tuple[int, int] = SIZE, frames: int = FRAMES) -> Figures:
    """Open the window and measure.

    Args:
        size: Of the window, px.
        frames: How many of each state.

    Raises:
        pygame.error: There is no display; the dummy driver of SDL is one.
    """
    first = _first(size)
    app = App(size, Settings())
    state = midgame(4)
    table = _table(app)
    states = [_of("looking on, the pointer moving", app, _hovering(table), frames)]
    bug = next(iter(can_flick(state)))
    states.append(_of("aiming, the preview moving", app, _aiming(table, bug), frames))
    table = _table(app)
    fly(table, 0.0)
    states.append(_of("flick in flight, with effects", app, _flying(table), frames))
    table = _table(app)
    states.append(_of("dice rolling", app, _rolling(table), frames))
    table = _table(app)
    return Figures(size, len(state.table), pygame.display.get_driver(), tuple(states), _idle(app), first)


_FIRST = """
from micromutants.ui.app import App
from micromutants.ui.screens.title import TitleScreen
from micromutants.ui.settings import Settings

app = App(({}, {}), Settings())
app.push(TitleScreen(app))
app.draw()
"""


def _first(size: tuple[int, int]) -> float:
    """Time from the start of a new process until it has shown its first frame and ended, s."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", _FIRST.format(*size)], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begun


def _table(app: App) -> TableScreen:
    """A fresh table with four armies on it."""
    while app.stack:
        app.stack.pop().left()
    table = table_at(app, midgame(4))
    app.draw()
    return table


Change = Callable[[int], list[pygame.event.Event]]
"""What happens before a frame, by its number: changes on the table, and the events that the frame gets."""


def _of(name: str, app: App, change: Change, frames: int) -> State:
    for number in range(5):
        app.step(change(number), 0.0)
    times = []
    for number in range(frames):
        events = change(number)
        begun, due = _clock(), time.perf_counter() + FRAME
        app.redraw()
        app.step(events, 0.0)
        times.append(_clock() - begun)
        # As on the screen: what waits for a while does so for as many frames as it would there.
        time.sleep(max(0.0, due - time.perf_counter()))
    return State(name, frames, statistics.median(times), statistics.quantiles(times, n=20)[-1])


def _pointer(table: TableScreen, number: int) -> tuple[int, int]:
    """A point that wanders over the mat."""
    mat, angle = table.places.mat, 0.05 * number
    return (
        round(mat.centerx + 0.4 * mat.width * math.sin(1.3 * angle)),
        round(mat.centery + 0.4 * mat.height * math.cos(angle)),
    )


def _hovering(table: TableScreen) -> Change:
    def change(number: int) -> list[pygame.event.Event]:
        pos = _pointer(table, number)
        return [pygame.event.Event(pygame.MOUSEMOTION, {"pos": pos, "rel": (1, 1), "buttons": (0, 0, 0)})]

    return change


def _aiming(table: TableScreen, bug: str) -> Change:
    """A drag with the left button that begins on a bug and wanders about it."""
    piece = table.session.state.table[bug]
    x, y = map(round, table.camera.view.to_screen(piece.x, piece.y))
    down = pygame.event.Event(pygame.MOUSEBUTTONDOWN, {"pos": (x, y), "button": 1})

    def change(number: int) -> list[pygame.event.Event]:
        turn, far = 1.2 + 0.5 * math.sin(0.08 * number), 110.0 + 60.0 * math.sin(0.05 * number)
        pos = (round(x + far * math.cos(turn)), round(y + far * math.sin(turn)))
        move = pygame.event.Event(pygame.MOUSEMOTION, {"pos": pos, "rel": (1, 1), "buttons": (1, 0, 0)})
        return [move] if table.aiming.pull is not None else [down, move]

    return change


def _flying(table: TableScreen) -> Change:
    def change(number: int) -> list[pygame.event.Event]:
        reel = table.reel
        assert reel is not None
        reel.t = (number * FRAME) % (reel.playback.length - FRAME)
        return []

    return change


def _rolling(table: TableScreen) -> Change:
    def change(number: int) -> list[pygame.event.Event]:
        table.rolling = (number * FRAME) % 0.98
        return []

    return change


def _idle(app: App) -> float:
    """Share of a core that the loop of the program uses while nothing happens."""
    end = time.perf_counter() + IDLE_SECONDS + 1.0
    begun = cpu = 0.0

    def watch(events: list[pygame.event.Event], seconds: float) -> None:
        nonlocal begun, cpu
        step(events, seconds)
        now = time.perf_counter()
        if begun == 0.0 and now > end - IDLE_SECONDS:
            begun, cpu = now, time.process_time()
        if now >= end:
            app.running = False

    step = app.step
    app.step = watch  # type: ignore[method-assign]
    app.run()
    return (time.process_time() - cpu) / max(1e-6, time.perf_counter() - begun)


def lines(figures: Figures) -> Iterator[Text]:
    """The figures as text."""
    width, height = figures.size
    yield Text(f"The table with {figures.pieces} pieces, {width} by {height} px, SDL driver {figures.driver}.")
    yield Text(f"{'A frame':<34}{'frames':>8}{'median':>12}{'95 %':>12}", style="bold")
    for state in figures.states:
        yield Text(f"{state.name:<34}{state.frames:>8}{state.median * 1e3:>9.2f} ms{state.high * 1e3:>9.2f} ms")
    yield Text(f"While nothing happens: {100 * figures.idle:.1f} % of a core.")
    yield Text(f"First frame of a new process: {figures.first:.2f} s after its start.")


def as_values(figures: Figures) -> dict[str, Any]:
    """The figures as plain values, times in ms."""
    return {
        "size": list(figures.size),
        "pieces": figures.pieces,
        "driver": figures.driver,
        "frames": {
            state.name: {
                "frames": state.frames,
                "median_ms": round(state.median * 1e3, 3),
                "p95_ms": round(state.high * 1e3, 3),
            }
            for state in figures.states
        },
        "idle_core": round(figures.idle, 4),
        "first_frame_ms": round(figures.first * 1e3, 1),
    }
