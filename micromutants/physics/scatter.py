"""The same shot many times over, as a hand makes it: where it comes to rest, which side up, over or under what."""

from __future__ import annotations

import enum
import math
import random
import time
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from micromutants.physics.checks import check_parameters, check_table
from micromutants.physics.model import Hand, Outcome, Physics, PhysicsError, Shot
from micromutants.physics.shooter import press, scattered
from micromutants.physics.simulate import simulate
from micromutants.processes import MOST_WORKERS, processes
from micromutants.table import Face, Table

MOST_SHOTS = 1_000_000
"""Most repeats in one call."""

SEED_LIMIT = 2**63
"""Seeds are whole numbers from 0 to below this, as in the records of matches."""

CHUNKS = 12
"""Parts of the work for each worker: more than one, because some shots take far longer than others."""

PILOT = 30
"""Shots that tell how long the others will take."""

WORTH_SHARING = 1.0
"""Time in s from which on it pays to start other processes."""

DEFAULT = Physics()

_Row = tuple[float, float, float, bool, int, int, bool]


class Landing(enum.IntEnum):
    """What became of the chip that was shot.

    It is ``OFF`` if any part of it lies beyond the mat's edge; otherwise ``UNDER`` if anything lies on it, and then
    ``OVER`` if it lies on anything.
    """

    CLEAR = 0
    OVER = 1
    UNDER = 2
    OFF = 3


@dataclass(frozen=True, slots=True)
class Scatter:
    """Where the repeats of a shot ended; entry ``i`` of each array belongs to the ``i``-th shot drawn.

    Attributes:
        x: Centre of the chip at rest, mm.
        y: Centre of the chip at rest, mm.
        angle: Its heading, rad.
        face: 0 where the normal side is up, 1 for the special side.
        outcome: Codes of :class:`Landing`.
        other: Index in ``pieces`` of what it came to lie over or under, that with the largest overlap; -1 for none.
        settled: Whether everything came to rest within the time limit.
        pieces: Ids of all pieces of the table, in order.
    """

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    angle: NDArray[np.float64]
    face: NDArray[np.int8]
    outcome: NDArray[np.int8]
    other: NDArray[np.int32]
    settled: NDArray[np.bool_]
    pieces: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.x)

    def share(self, landing: Landing, piece: str | None = None) -> float:
        """Share of the shots that ended so.

        Args:
            landing: How.
            piece: Only over or under this piece.

        Raises:
            PhysicsError: There is no such piece.
        """
        chosen = self.outcome == landing
        if piece is not None:
            if piece not in self.pieces:
                raise PhysicsError(f"scatter: no piece {piece!r} on the table")
            chosen &= self.other == self.pieces.index(piece)
        return float(np.mean(chosen))


def scatter(
    table: Table,
    shot: Shot,
    hand: Hand,
    n: int,
    seed: int,
    physics: Physics = DEFAULT,
    workers: int = 1,
    executor: Executor | None = None,
) -> Scatter:
    """Shoot ``n`` times from the same table with the errors of a hand.

    The shots are drawn one after the other from ``random.Random(seed)`` before the first is simulated, so that the
    result does not depend on the number of workers, and the first shots of a longer run are those of a shorter one.

    Args:
        table: Pieces at rest.
        shot: What the hand means to do.
        hand: How it errs.
        n: How many shots, from 1 to a million.
        seed: From 0 to 2⁶³ − 1.
        physics: Model constants.
        workers: Processes that may share the work.  Others than this one are started where there is work for more
            than a second; a script that allows it needs the usual ``if __name__ == "__main__":``.
        executor: Runs the work instead of new processes: one that is kept pays for their start only once.

    Raises:
        PhysicsError: The piece is no chip on the table, or a number is outside its range; nothing has been
            simulated then.
    """
    _check_whole("n", n, 1, MOST_SHOTS)
    _check_whole("seed", seed, 0, SEED_LIMIT - 1)
    _check_whole("workers", workers, 1, MOST_WORKERS)
    check_parameters("hand", hand)
    check_table(table)
    piece = table.get(shot.piece)
    if piece is None:
        raise PhysicsError(f"shot: no piece {shot.piece!r} on the table")
    press(shot, piece, physics)
    generator = random.Random(seed)
    shots = [scattered(shot, hand, physics, generator) for _ in range(n)]
    if executor is not None:
        done = executor.map(_shoot, *_parts(table, shots, physics, workers))
        rows = [row for part in done for row in part]
    elif workers == 1:
        rows = _shoot(table, shots, physics)
    else:
        rows = _shared(table, shots, physics, workers)
    x, y, angle, face, outcome, other, settled = zip(*rows, strict=True)
    return Scatter(
        np.array(x, np.float64),
        np.array(y, np.float64),
        np.array(angle, np.float64),
        np.array(face, np.int8),
        np.array(outcome, np.int8),
        np.array(other, np.int32),
        np.array(settled, np.bool_),
        tuple(p.id for p in table),
    )


def _parts(
    table: Table, shots: Sequence[Shot], physics: Physics, workers: int
) -> tuple[list[Table], list[Sequence[Shot]], list[Physics]]:
    size = math.ceil(len(shots) / (CHUNKS * workers))
    parts = [shots[i : i + size] for i in range(0, len(shots), size)]
    return [table] * len(parts), parts, [physics] * len(parts)


def _shared(table: Table, shots: Sequence[Shot], physics: Physics, workers: int) -> list[_Row]:
    """The work on so many processes, this one among them.

    It begins alone, and calls for others only where that saves time; the clock decides who works, never what comes out.
    """
    begun = time.perf_counter()
    first = _shoot(table, shots[:PILOT], physics)
    shots = shots[PILOT:]
    if (time.perf_counter() - begun) / PILOT * len(shots) <= WORTH_SHARING:
        return first + _shoot(table, shots, physics)
    calls = list(zip(*_parts(table, shots, physics, workers), strict=True))
    with processes(min(workers - 1, len(calls))) as pool:
        futures = [pool.submit(_shoot, *call) for call in calls]
        done = {}
        # From the end, what no other process has taken.
        for i in reversed(range(len(calls))):
            if futures[i].cancel():
                done[i] = _shoot(*calls[i])
        rest = [row for i, future in enumerate(futures) for row in (done[i] if i in done else future.result())]
    return first + rest


def _shoot(table: Table, shots: Sequence[Shot], physics: Physics) -> list[_Row]:
    index = {piece.id: i for i, piece in enumerate(table)}
    return [_one(table, shot, physics, index) for shot in shots]


def _one(table: Table, shot: Shot, physics: Physics, index: dict[str, int]) -> _Row:
    outcome = simulate(table, press(shot, table[shot.piece], physics), physics)
    chip = outcome.table[shot.piece]
    landing, other = landed(outcome, shot.piece)
    place = -1 if other is None else index[other]
    return (chip.x, chip.y, chip.angle, chip.face is Face.SPECIAL, int(landing), place, outcome.settled)


def landed(outcome: Outcome, piece: str) -> tuple[Landing, str | None]:
    """What became of a piece, and the id of what it came to lie over or under, that with the largest overlap."""
    above = max(((pair.area, pair.upper) for pair in outcome.lies_on if pair.lower == piece), default=None)
    below = max(((pair.area, pair.lower) for pair in outcome.lies_on if pair.upper == piece), default=None)
    if not outcome.table.on_mat(outcome.table[piece]):
        return Landing.OFF, None
    if above is not None:
        return Landing.UNDER, above[1]
    if below is not None:
        return Landing.OVER, below[1]
    return Landing.CLEAR, None


def _check_whole(name: str, value: object, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise PhysicsError(f"scatter: {name} must be a whole number from {low} to {high}, not {value!r}")
