"""What many shots come to: means, scatter, frequencies."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import msgspec

from micromutants.lab.trial import LANDINGS, Block, Row
from micromutants.scenario import SavedShot
from micromutants.scenario.checking import counted, spanned
from micromutants.table import Piece


class Met(msgspec.Struct, frozen=True):
    """What became of one expectation.

    Attributes:
        expected: What must come, in words.
        passed: Whether it came in the shot as it is meant; for a chance, whether the share is as expected.
        share: In how many of the hand's shots it came, 0 to 1.
    """

    expected: str
    passed: bool
    share: float


class Summary(msgspec.Struct, frozen=True):
    """What came of many tries of a shot.

    Attributes:
        shots: How many tries; one where nothing scatters.
        settled: Share that came to rest within the time limit.
        x_mean: Of the centre of the piece at rest, mm.
        x_sd: Its standard deviation, mm; None for a single shot.
        y_mean: As ``x_mean``.
        y_sd: As ``x_sd``.
        travel_mean: Of the distance from where it lay, mm.
        travel_sd: Its standard deviation, mm; None for a single shot.
        special: Share that ended with the special side up.
        clear: Share that ended on the mat, neither on nor beneath anything.
        over: Share that ended on something, with nothing on top.
        under: Share that ended beneath something.
        off: Share that ended beyond the edge of the mat, if only in part.
        over_pieces: Share over each piece, that with the largest overlap counts.
        under_pieces: Share under each piece.
        exact_x: Where it rests when the shot is made as it is meant, mm.
        exact_y: The same.
        exact_special: Whether the special side is up then.
        exact_landing: What became of it then.
        expectations: In the order of the file; that it comes to rest is always the first.
        as_expected: Share of the tries in which all of them hold, those on chances left out.
    """

    shots: int
    settled: float
    x_mean: float
    x_sd: float | None
    y_mean: float
    y_sd: float | None
    travel_mean: float
    travel_sd: float | None
    special: float
    clear: float
    over: float
    under: float
    off: float
    over_pieces: dict[str, float]
    under_pieces: dict[str, float]
    exact_x: float
    exact_y: float
    exact_special: bool
    exact_landing: str
    expectations: tuple[Met, ...]
    as_expected: float

    @property
    def passed(self) -> int:
        """How many expectations hold."""
        return sum(met.passed for met in self.expectations)


def summarize(shot: SavedShot, before: Piece, blocks: Sequence[Block]) -> Summary:
    """Bring the blocks of a trial together, in the order of their numbers.

    Args:
        shot: That was tried.
        before: The piece that is looked at, where it lay.
        blocks: All of them; the first has the exact shot.
    """
    rows = [row for block in blocks for row in block.rows]
    exact = blocks[0].exact
    assert exact is not None, "the first block has the exact shot"
    n = len(rows)
    x, y = spread([row.x for row in rows]), spread([row.y for row in rows])
    travel = spread([math.hypot(row.x - before.x, row.y - before.y) for row in rows])
    landings = Counter(LANDINGS[row.landing] for row in rows)
    share = {name: landings[name] / n for name in LANDINGS.values()}
    return Summary(
        n,
        sum(row.settled for row in rows) / n,
        *x,
        *y,
        *travel,
        sum(row.special for row in rows) / n,
        share["clear"],
        share["over"],
        share["under"],
        share["off"],
        _of_pieces(rows, "over"),
        _of_pieces(rows, "under"),
        exact.x,
        exact.y,
        exact.special,
        LANDINGS[exact.landing],
        _met(shot, exact, rows, blocks[0].told),
        sum(all(row.holds) for row in rows) / n,
    )


def spread(values: Sequence[float]) -> tuple[float, float | None]:
    """Mean and standard deviation; the sums are exact, so the order of the values does not matter."""
    n = len(values)
    mean = math.fsum(values) / n
    if n == 1:
        return mean, None
    return mean, math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (n - 1))


def _of_pieces(rows: Sequence[Row], landing: str) -> dict[str, float]:
    found = Counter(row.other for row in rows if LANDINGS[row.landing] == landing)
    return {piece: found[piece] / len(rows) for piece in sorted(found)}


def _met(shot: SavedShot, exact: Row, rows: Sequence[Row], told: Sequence[str]) -> tuple[Met, ...]:
    n = len(rows)
    met = [Met(text, exact.holds[i], sum(row.holds[i] for row in rows) / n) for i, text in enumerate(told)]
    chances = [(expect.piece, chance) for expect in shot.expects for chance in expect.chances]
    for i, (piece, chance) in enumerate(chances):
        share = sum(row.hits[i] for row in rows) / n
        met.append(Met(f"{piece}: {counted(chance)} in {spanned(chance.span)}", chance.span.holds(share), share))
    return tuple(met)
