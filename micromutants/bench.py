"""What a flick costs on a full table of two armies, measured beside a bare step of the engine."""

from __future__ import annotations

import math
import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from rich.text import Text

from micromutants.geometry import Pose, Rect, contains, gap, nearest_free_spot
from micromutants.match.bots.aim import candidates
from micromutants.physics import Physics, Shot, press, simulate
from micromutants.physics.bench_step import bare_step
from micromutants.rules import Phase, Seat, Setup, State, is_base, roster, start
from micromutants.rules.roster import kind_of
from micromutants.table import Mat, Piece, Table

BODIES = 40
"""Moving bodies in the bare step."""

REPEATS = 3
"""Each shot is simulated so often, and the fastest counts: the rest is what else the machine was doing."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one kind of work costs.

    Attributes:
        name: Of the work.
        runs: How many different ones were measured.
        median: s.
        high: 95th percentile, s.
    """

    name: str
    runs: int
    median: float
    high: float


@dataclass(frozen=True, slots=True)
class Figures:
    """What a benchmark found.

    Attributes:
        pieces: How many lay on the table.
        step: Bare step of the engine with 40 moving bodies, s.
        flicks: Costs of each kind of flick.
        all_flicks: Cost of a flick of any kind.
        table: Costs of building, changing and digesting tables.
    """

    pieces: int
    step: float
    flicks: tuple[Cost, ...]
    all_flicks: Cost
    table: tuple[Cost, ...]


def measure() -> Figures:
    """Measure, in a few seconds on one core."""
    state = full_table()
    table, physics = state.table, state.setup.physics
    kinds = flicks(state)
    simulate(table, press(kinds["at full power"][0], table[kinds["at full power"][0].piece], physics), physics)
    step = bare_step(BODIES)
    samples = {name: [_flick(table, shot, physics) for shot in shots] for name, shots in kinds.items()}
    costs = tuple(_cost(name, found) for name, found in samples.items())
    together = _cost("any of these", [value for found in samples.values() for value in found])
    pieces = table.pieces
    moved = pieces[0]
    work = (
        ("table from its pieces", lambda: Table.of(table.mat, pieces)),
        ("piece put on the table", lambda: table.put(moved)),
        ("what lies on what", table.lies_on),
        ("digest of the table", table.digest),
        ("digest of the state", state.digest),
    )
    return Figures(len(table), step, costs, together, tuple(_cost(n, [_timed(f) for _ in range(60)]) for n, f in work))


def full_table() -> State:
    """Two whole armies spread over the mat as in the middle of a match, the same each time."""
    state = start(Setup((Seat("Ada", "usarthropods"), Seat("Ben", "chitinians"))))
    generator = random.Random(40)
    mat = state.table.mat
    down = list(state.table)
    for player in (0, 1):
        for bug in roster(state, player):
            wish = Pose(generator.random() * mat.width, generator.random() * mat.height, generator.random() * math.tau)
            down.append(_laid(Piece(bug, kind_of(state, player, bug), player, *wish), down, mat))
    table = Table.of(mat, down)
    return msgspec.structs.replace(state, table=table, phase=Phase.MOVE, player=0, first=0, turn=1, arranged=(0, 1))


def flicks(state: State) -> dict[str, list[Shot]]:
    """Two shots of each kind for every bug of the first player."""
    generator = random.Random(41)
    bugs = [piece for piece in state.table if piece.owner == 0 and not is_base(piece.id)]
    turned = [(bug, math.tau * generator.random()) for bug in bugs for _ in (0, 1)]
    aimed = [shot for bug in bugs for shot in _aimed(state, bug, generator)]
    return {
        "soft, into the open": [
            Shot(bug.id, _openest(state.table, bug), power) for bug in bugs for power in (0.15, 0.3)
        ],
        "at an enemy bug or base": aimed,
        "flat along the mat": [Shot(bug.id, azimuth, 0.4, math.radians(18.0)) for bug, azimuth in turned],
        "at full power": [Shot(bug.id, azimuth, 1.0) for bug, azimuth in turned],
    }


def lines(figures: Figures) -> Iterator[Text]:
    """The figures as text."""
    step = figures.step
    yield Text(f"A table with {figures.pieces} pieces: two whole armies and their bases.")
    yield Text(f"A bare pymunk step with {BODIES} moving bodies takes {step * 1e6:.1f} µs here.")
    yield Text("")
    yield Text(f"{'A flick':<26}{'shots':>6}{'median':>12}{'95 %':>12}{'in bare steps':>22}", style="bold")
    for cost in (*figures.flicks, figures.all_flicks):
        steps = f"{cost.median / step:,.0f} / {cost.high / step:,.0f}"
        style = "bold" if cost is figures.all_flicks else ""
        row = f"{cost.name:<26}{cost.runs:>6}{cost.median * 1e3:>9.2f} ms{cost.high * 1e3:>9.2f} ms{steps:>22}"
        yield Text(row, style=style)
    yield Text("")
    yield Text(f"{'Work on the table':<26}{'runs':>6}{'median':>12}{'95 %':>12}", style="bold")
    for cost in figures.table:
        yield Text(f"{cost.name:<26}{cost.runs:>6}{cost.median * 1e3:>9.3f} ms{cost.high * 1e3:>9.3f} ms")


def as_values(figures: Figures) -> dict[str, Any]:
    """The figures as plain values, times in ms."""

    def cost(found: Cost) -> dict[str, Any]:
        return {
            "runs": found.runs,
            "median_ms": round(found.median * 1e3, 5),
            "p95_ms": round(found.high * 1e3, 5),
            "median_steps": round(found.median / figures.step, 1),
            "p95_steps": round(found.high / figures.step, 1),
        }

    return {
        "pieces": figures.pieces,
        "bodies": BODIES,
        "bare_step_ms": round(figures.step * 1e3, 6),
        "flick": cost(figures.all_flicks),
        "flicks": {found.name: cost(found) for found in figures.flicks},
        "table": {found.name: cost(found) for found in figures.table},
    }


def _laid(piece: Piece, down: list[Piece], mat: Mat) -> Piece:
    """The piece on the free spot of the mat that is nearest to where it is."""
    shape = piece.shape
    whole, middle = Rect(mat.width, mat.height), Pose(mat.width / 2, mat.height / 2)
    obstacles = [(other.shape, other.pose) for other in down]
    spot = nearest_free_spot(shape, piece.pose, obstacles, lambda pose: contains(whole, middle, shape, pose), 2.0)
    assert spot is not None, "the mat has room for two armies"
    return Piece(piece.id, piece.kind, piece.owner, *spot)


def _aimed(state: State, bug: Piece, generator: random.Random) -> list[Shot]:
    """A shot at the nearest enemy base and one at the nearest enemy bug, at different lofts."""
    shots = candidates(state, bug, generator)
    return [shots[0], shots[5]]


def _openest(table: Table, bug: Piece) -> float:
    """The direction, of 16, in which the next piece is furthest off the line of the first 200 mm."""

    def room(azimuth: float) -> float:
        middle = Pose(bug.x + 100.0 * math.cos(azimuth), bug.y + 100.0 * math.sin(azimuth), azimuth)
        lane = Rect(200.0, 2.0 * bug.spec.reach)
        return min(gap(lane, middle, other.shape, other.pose) for other in table if other.id != bug.id)

    return max((math.tau * i / 16 for i in range(16)), key=room)


def _flick(table: Table, shot: Shot, physics: Physics) -> float:
    """Cost in s of press and simulation."""
    return min(
        _timed(lambda: simulate(table, press(shot, table[shot.piece], physics), physics)) for _ in range(REPEATS)
    )


def _timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def _cost(name: str, costs: list[float]) -> Cost:
    ordered = sorted(costs)
    return Cost(name, len(costs), statistics.median(ordered), ordered[math.ceil(0.95 * len(ordered)) - 1])
