"""What the results of a tournament come to: lengths, ways of ending, wins by army."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from micromutants.tournament.playing import Result

Z = 1.959964
"""Quantile of the normal distribution that belongs to an interval of 95 %."""


@dataclass(frozen=True, slots=True)
class ArmyScore:
    """How an army did against the field.

    Attributes:
        army: Its id.
        matches: How many it played.
        wins: How many it won; a draw counts as a share among all that played.
        low: Lower end of the 95 % interval of its share of wins.
        high: Upper end.
    """

    army: str
    matches: int
    wins: float
    low: float
    high: float

    @property
    def share(self) -> float:
        """Its share of wins."""
        return self.wins / self.matches


@dataclass(frozen=True, slots=True)
class Figures:
    """What a number of matches come to.

    Attributes:
        matches: How many they are.
        turns: Fewest, median and most turns.
        shots: Fewest, median and most shots.
        endings: How often each way of ending came.
        armies: How each army did, in the order in which they first took part.
        events: How often each kind of happening, and each card, came.
        deeds: For each army how often it did what, per match that it played.
    """

    matches: int
    turns: tuple[int, float, int]
    shots: tuple[int, float, int]
    endings: dict[str, int]
    armies: tuple[ArmyScore, ...]
    events: dict[str, int]
    deeds: dict[str, dict[str, float]]


def figures(results: Sequence[Result]) -> Figures:
    """What these results come to.

    Raises:
        ValueError: There is none.
    """
    if not results:
        raise ValueError("there is no result to count")
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    events: Counter[str] = Counter()
    for result in results:
        played.update(result.armies)
        events.update(result.events)
        if result.winner is not None:
            won[result.armies[result.winner]] += 1
    drawn = {army: sum(1 / len(r.armies) for r in results if r.winner is None and army in r.armies) for army in played}
    scores = []
    for army, matches in sorted(played.items()):
        wins = won[army] + drawn[army]
        scores.append(ArmyScore(army, matches, wins, *interval(wins, matches)))
    endings = Counter(result.ending for result in results)
    return Figures(
        len(results),
        _spread([result.turns for result in results]),
        _spread([result.shots for result in results]),
        dict(sorted(endings.items(), key=lambda pair: (-pair[1], pair[0]))),
        tuple(scores),
        dict(sorted(events.items())),
        {army: _each(results, army, played[army]) for army in sorted(played)},
    )


def _each(results: Sequence[Result], army: str, matches: int) -> dict[str, float]:
    total: Counter[str] = Counter()
    for result in results:
        total.update(result.deeds.get(army, {}))
    return {deed: times / matches for deed, times in total.items()}


def interval(wins: float, matches: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson's score method (J. Am. Stat. Assoc. 22, 1927).

    Args:
        wins: From 0 to ``matches``.
        matches: At least 1.
    """
    share, z2 = wins / matches, Z * Z
    middle = (share + z2 / (2 * matches)) / (1 + z2 / matches)
    half = Z / (1 + z2 / matches) * math.sqrt(share * (1 - share) / matches + z2 / (4 * matches * matches))
    return max(0.0, middle - half), min(1.0, middle + half)


def _spread(numbers: Sequence[int]) -> tuple[int, float, int]:
    return min(numbers), statistics.median(numbers), max(numbers)
