"""The measurements: flicks by kind, by power and by how many pieces lie there, their parts, and heat maps."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from micromutants.bench.split import split
from micromutants.midgame import flicks, full_table
from micromutants.physics import AVERAGE, Physics, Shot, press, scatter, simulate
from micromutants.physics.bench_step import bare_step
from micromutants.rules import State
from micromutants.table import Mat, Piece, Table

BODIES = 40
"""Moving bodies in the bare step."""

REPEATS = 3
"""Each shot is simulated so often, and the fastest counts: the rest is what else the machine was doing."""

CROWDS = (1, 60, 200)
"""So many pieces lie there uninvolved while the same flicks are made."""

POWERS = tuple(i / 10 for i in range(1, 11))

HEAT_SHOTS = 1000
"""Repeats of one flick that make a heat map."""

HEAT_WORKERS = 2

OPEN, ENEMY = "soft, into the open", "at an enemy bug or base"
"""Kinds of flick that heat maps are made of."""


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
class Heat:
    """What a heat map costs.

    Attributes:
        name: Of the flick that is repeated.
        shots: How many repeats.
        workers: Processes that shared them.
        time: s, the start of the processes included.
        alone: s that one process takes for them.
    """

    name: str
    shots: int
    workers: int
    time: float
    alone: float


@dataclass(frozen=True, slots=True)
class Figures:
    """What a benchmark found.

    Attributes:
        pieces: How many lay on the table.
        step: Bare step of the engine with 40 moving bodies, s.
        flicks: Costs of each kind of flick.
        all_flicks: Cost of a flick of any kind.
        parts: Of each kind of flick, mean time in s spent in each part of the simulation.
        crowds: Costs of the same flicks with so many others on the mat.
        same: Whether those flicks ended the same, to the bit, whatever else lay there.
        powers: Costs of flicks in all directions, by power.
        heat: Costs of heat maps.
        table: Costs of building, changing and digesting tables.
    """

    pieces: int
    step: float
    flicks: tuple[Cost, ...]
    all_flicks: Cost
    parts: Mapping[str, Mapping[str, float]]
    crowds: tuple[Cost, ...]
    same: bool
    powers: tuple[Cost, ...]
    heat: tuple[Heat, ...]
    table: tuple[Cost, ...]


def measure() -> Figures:
    """Measure, in less than a minute on two cores."""
    state = full_table()
    table, physics = state.table, state.setup.physics
    kinds = flicks(state)
    # Once before it counts, so that everything is loaded.
    simulate(table, press(kinds[OPEN][0], table[kinds[OPEN][0].piece], physics), physics)
    step = bare_step(BODIES)
    samples = {name: [_flick(table, shot, physics) for shot in shots] for name, shots in kinds.items()}
    crowds, same = _crowds(physics)
    return Figures(
        len(table),
        step,
        tuple(_cost(name, found) for name, found in samples.items()),
        _cost("any of these", [value for found in samples.values() for value in found]),
        {name: split(table, shots, physics) for name, shots in kinds.items()},
        crowds,
        same,
        tuple(_cost(f"{power:.1f}", _all_round(state, power)) for power in POWERS),
        tuple(_heat(name, table, _middle(kinds[name], samples[name]), physics) for name in (OPEN, ENEMY)),
        _table_work(state),
    )


def crowd(others: int) -> Table:
    """A chip and another before it on one half of the mat, and so many further pieces on the other."""
    pieces = [Piece("chip", "large", 0, 80.0, 120.0), Piece("target", "large", 1, 230.0, 126.0)]
    for i in range(others):
        kind = ("small", "small", "large")[i % 3]
        pieces.append(Piece(f"z-{i:03}", kind, i % 2, 20.0 + 32.0 * (i % 23), 290.0 + 32.0 * (i // 23)))
    return Table.of(Mat(), pieces)


def crowd_shots() -> list[Shot]:
    """Flicks of the chip of :func:`crowd` that stay on its half: past the other one, and some that meet it."""
    past = [(azimuth, power) for azimuth in (-0.35, -0.2, 0.25) for power in (0.2, 0.3, 0.4, 0.5)]
    shots = [Shot("chip", azimuth, power, math.radians(40.0)) for azimuth, power in past]
    return [*shots, *(Shot("chip", azimuth, 0.45, math.radians(15.0)) for azimuth in (0.0, 0.04, 0.08))]


def _crowds(physics: Physics) -> tuple[tuple[Cost, ...], bool]:
    costs, ends = [], []
    for others in CROWDS:
        table, shots = crowd(others), crowd_shots()
        costs.append(_cost(f"{others} more on the mat", [_flick(table, shot, physics) for shot in shots]))
        ends.append([_rest(table, shot, physics) for shot in shots])
    return tuple(costs), all(end == ends[0] for end in ends)


def _rest(table: Table, shot: Shot, physics: Physics) -> object:
    outcome = simulate(table, press(shot, table[shot.piece], physics), physics)
    return [outcome.table[key] for key in outcome.moved], outcome.lies_on, outcome.events, outcome.elapsed


def _all_round(state: State, power: float) -> list[float]:
    physics = state.setup.physics
    shots = [Shot(shot.piece, shot.azimuth, power) for shot in flicks(state)["at full power"]]
    return [_flick(state.table, shot, physics) for shot in shots]


def _middle(shots: list[Shot], costs: list[float]) -> Shot:
    """The shot of middle cost."""
    order = sorted(range(len(shots)), key=lambda i: costs[i])
    return shots[order[len(order) // 2]]


def _heat(name: str, table: Table, shot: Shot, physics: Physics) -> Heat:
    shared = _timed(lambda: scatter(table, shot, AVERAGE, HEAT_SHOTS, 1, physics, HEAT_WORKERS))
    alone = _timed(lambda: scatter(table, shot, AVERAGE, HEAT_SHOTS, 1, physics))
    return Heat(name, HEAT_SHOTS, HEAT_WORKERS, shared, alone)


def _table_work(state: State) -> tuple[Cost, ...]:
    table = state.table
    pieces = table.pieces
    work: tuple[tuple[str, Callable[[], object]], ...] = (
        ("table from its pieces", lambda: Table.of(table.mat, pieces)),
        ("piece put on the table", lambda: table.put(pieces[0])),
        ("what lies on what", table.lies_on),
        ("digest of the table", table.digest),
        ("digest of the state", state.digest),
    )
    return tuple(_cost(name, [_timed(one) for _ in range(60)]) for name, one in work)


def _flick(table: Table, shot: Shot, physics: Physics) -> float:
    """Cost in s of press and simulation."""
    return min(_timed(lambda: _press_and_simulate(table, shot, physics)) for _ in range(REPEATS))


def _press_and_simulate(table: Table, shot: Shot, physics: Physics) -> None:
    simulate(table, press(shot, table[shot.piece], physics), physics)


def _timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def _cost(name: str, costs: Iterable[float]) -> Cost:
    ordered = sorted(costs)
    return Cost(name, len(ordered), statistics.median(ordered), ordered[math.ceil(0.95 * len(ordered)) - 1])
