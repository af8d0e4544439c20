"""Which constants matter for a shot."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import Executor

import msgspec

from micromutants.lab.model import Changes, Trial, written
from micromutants.lab.running import run
from micromutants.lab.summary import spread
from micromutants.lab.sweep import check_choice, chosen_piece, chosen_shot
from micromutants.lab.trial import BLOCK, Block, Row, make_block, scatters
from micromutants.physics import Landing, Physics
from micromutants.scenario import read_scenario

SHARE = 0.1
"""By how much of its value each constant is changed."""

FACE_MATTERS = 100.0
"""mm: a change of all outcomes counts as much as one of the rest place by so much where constants are sorted."""


class Effect(msgspec.Struct, frozen=True):
    """What 10 % more of a constant does, with the same errors of the hand, so that only the constant differs.

    Attributes:
        name: Of the constant.
        value: As the scenario has it.
        step: What 10 % are; for a constant that is 0, a tenth of the way to its highest value.
        dx: By how much the mean of the rest place moves, mm.
        dy: The same.
        error: Standard error of that move, mm; 0 for a single shot.
        special: Change of the share with the special side up.
        over: Change of the share over a piece.
        under: Change of the share under a piece.
        off: Change of the share off the mat.
    """

    name: str
    value: float
    step: float
    dx: float
    dy: float
    error: float
    special: float
    over: float
    under: float
    off: float

    @property
    def moved(self) -> float:
        """By how much the mean of the rest place moves, mm."""
        return math.hypot(self.dx, self.dy)

    @property
    def weight(self) -> float:
        """By what constants are sorted."""
        return self.moved + FACE_MATTERS * max(map(abs, (self.special, self.over, self.under, self.off)))


class Sensitivity(msgspec.Struct, frozen=True):
    """Effects of all constants on a shot, the strongest first.

    Attributes:
        title: Of the scenario.
        shot: Name of the shot.
        piece: Id of the piece that is looked at.
        shots: How many are made for each value of a constant.
        effects: Of the constants.
    """

    title: str
    shot: str
    piece: str
    shots: int
    effects: tuple[Effect, ...]


def sensitivity(
    data: bytes,
    name: str,
    *,
    shots: int = 400,
    seed: int = 0,
    shot: str | None = None,
    piece: str | None = None,
    changes: Changes = (),
    executor: Executor | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Sensitivity:
    """Change each constant by 10 % up and down, and compare.

    Args:
        data: The bytes of a scenario file.
        name: How messages call it.
        shots: How many for each value; where nothing scatters, one.
        seed: Of the hand's errors.
        shot: Name of the saved shot; may be left out where there is but one.
        piece: Id of the piece that is looked at, by default the first that the shot moves.
        changes: What differs from the file.
        executor: Where the work is done; None for this process.
        progress: Told how many shots are made and how many there are in all.

    Raises:
        ScenarioError: The file or a change does not fit.
        LabError: Anything else is not as it must be, or a worker has failed.
    """
    scenario = read_scenario(data, name, changes)
    chosen = chosen_shot(scenario, name, shot)
    looked_at = chosen_piece(scenario, chosen, piece)
    check_choice(scenario, name, shot, piece, shots)
    count = shots if scatters(scenario, chosen) else 1
    sizes = [min(BLOCK, count - begun) for begun in range(0, count, BLOCK)]
    pairs = [_values(field, getattr(scenario.physics, field.name)) for field in msgspec.structs.fields(Physics)]
    settings = [(name_, value) for name_, _, low, high in pairs for value in (low, high)]
    calls, belongs = [], []
    for i, (constant, value) in enumerate(settings):
        trial = Trial(data, name, (*changes, (f"physics.{constant}", written(value))), chosen.name, looked_at, seed)
        for number, size in enumerate(sizes):
            calls.append((trial, number, size))
            belongs.append((i, number))
    blocks: dict[tuple[int, int], Block] = {}
    made = 0

    def done(call: int, block: Block) -> None:
        nonlocal made
        blocks[belongs[call]] = block
        made += len(block.rows)
        progress(made, count * len(settings))

    run(make_block, calls, executor, done)
    rows = [[row for number in range(len(sizes)) for row in blocks[i, number].rows] for i in range(len(settings))]
    effects = [
        _effect(constant, getattr(scenario.physics, constant), step, (high - low) / step, rows[2 * i], rows[2 * i + 1])
        for i, (constant, step, low, high) in enumerate(pairs)
    ]
    ordered = sorted(effects, key=lambda effect: (-effect.weight, effect.name))
    return Sensitivity(scenario.title, chosen.name, looked_at, count, tuple(ordered))


def _values(field: msgspec.structs.FieldInfo, value: float) -> tuple[str, float, float, float]:
    """Name, what 10 % are, and the values below and above that are tried, which stay within the constant's range."""
    meta: msgspec.Meta = field.type.__metadata__[0]
    highest = float(meta.le if meta.le is not None else math.inf)
    lowest = float(meta.ge) if meta.ge is not None else value * (1.0 - SHARE)
    step = abs(value) * SHARE or highest * SHARE
    return field.name, step, max(lowest, value - step), min(highest, value + step)


def _effect(name: str, value: float, step: float, steps: float, below: Sequence[Row], above: Sequence[Row]) -> Effect:
    pairs = list(zip(below, above, strict=True))
    dx, sx = spread([(b.x - a.x) / steps for a, b in pairs])
    dy, sy = spread([(b.y - a.y) / steps for a, b in pairs])

    def change(happened: Callable[[Row], bool]) -> float:
        return (sum(map(happened, above)) - sum(map(happened, below))) / len(pairs) / steps

    return Effect(
        name,
        value,
        step,
        dx,
        dy,
        math.hypot(sx or 0.0, sy or 0.0) / math.sqrt(len(pairs)),
        change(lambda row: row.special),
        change(lambda row: row.landing == Landing.OVER),
        change(lambda row: row.landing == Landing.UNDER),
        change(lambda row: row.landing == Landing.OFF),
    )
