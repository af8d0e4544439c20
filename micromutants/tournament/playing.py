"""Playing the matches of a tournament, on one process or several."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field

from micromutants.match import Match, bots
from micromutants.processes import MOST_WORKERS, processes
from micromutants.rules import Happening, State, fallen_by, in_game
from micromutants.tournament.schedule import Fixture, Kind

DEEDS: Mapping[str, tuple[str, ...]] = {
    "resources": ("resource",),
    "bases grown": ("grown",),
    "cards bought": ("card-bought",),
    "projectiles shot": ("load",),
    "tokens thrown": ("thrown",),
    "shoved": ("shove",),
    "brought, hatched": ("brought", "hatched"),
    "reinforcements": ("reinforcement",),
    "bugs captured": ("capture",),
    "bugs hit, webbed": ("hit", "webbed"),
    "bases hit": ("base-damaged", "base-eliminated"),
    "fumbles": ("fumble",),
}
"""What armies do in a match, by the kinds of happenings that tell of it; ``cards`` besides: each time one had a say."""

NO_USE = ("grown", "card-bought", "declined")
"""Happenings that name a card without its having a say."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a match.

    Attributes:
        kind: Its kind.
        armies: Ids of the armies by their seats.
        seed: Its seed.
        winner: Index of the seat that won; None in a draw.
        turns: How many turns it took.
        shots: How many flicks, throws and shoves were made.
        ending: How it ended; see :func:`ending_of`.
        events: How often each kind of happening came, and each card, as ``card:`` and its id, had a say.
        deeds: For each army how often each of :data:`DEEDS` was done.
        seconds: How long it took; the only part that another run does not repeat.
    """

    kind: Kind
    armies: tuple[str, ...]
    seed: int
    winner: int | None
    turns: int
    shots: int
    ending: str
    events: dict[str, int]
    seconds: float = field(compare=False)
    deeds: dict[str, dict[str, int]] = field(default_factory=dict)


def play_one(fixture: Fixture) -> Result:
    """Play a match to its end, bots in every seat."""
    begun = time.perf_counter()
    match = Match.new(fixture.setup, fixture.seed, bots=range(fixture.kind.players))
    events: Counter[str] = Counter()
    deeds = {army: dict.fromkeys((*DEEDS, "cards"), 0) for army in fixture.armies}
    shots = 0
    for entry in bots.play(match):
        shots += entry.outcome is not None
        for happening in entry.happenings:
            events[happening.kind] += 1
            if happening.card:
                events[f"card:{happening.card}"] += 1
            if 0 <= happening.player < fixture.kind.players:
                _count(deeds[fixture.armies[happening.player]], happening)
    state = match.state
    told = dict(sorted(events.items()))
    seconds = time.perf_counter() - begun
    return Result(
        fixture.kind,
        fixture.armies,
        fixture.seed,
        state.winner,
        state.turn,
        shots,
        ending_of(state),
        told,
        seconds,
        deeds,
    )


def _count(deeds: dict[str, int], happening: Happening) -> None:
    for deed, among in DEEDS.items():
        deeds[deed] += happening.kind in among
    deeds["cards"] += bool(happening.card) and happening.kind not in NO_USE


def ending_of(state: State) -> str:
    """How a match that is over has ended.

    ``bases`` (Conquer, in the Advanced game), ``bugs`` (Exterminate), ``resources`` (Dominate), ``score``, ``last`` of
    those that played, or ``draw``.
    """
    if state.winner is None:
        return "draw"
    if len(state.setup.seats) > 2:
        return "last" if len(in_game(state)) == 1 or state.ending == "W5" else "score"
    return fallen_by(state, 1 - state.winner) or "resources"


def play_all(
    fixtures: Sequence[Fixture],
    workers: int = 1,
    executor: Executor | None = None,
    told: Callable[[Result], None] | None = None,
) -> list[Result]:
    """Play all matches; the results are in the order of the fixtures, and the same however many work on them.

    Args:
        fixtures: What is played.
        workers: Processes that share the work.  Where there are several, a script needs the usual
            ``if __name__ == "__main__":``.
        executor: Plays the matches instead of new processes.
        told: Is given each result as soon as it and all before it are there.

    Raises:
        ValueError: ``workers`` is out of range.
    """
    if not 1 <= workers <= MOST_WORKERS:
        raise ValueError(f"workers must be from 1 to {MOST_WORKERS}, not {workers}")
    if executor is not None:
        return _collected(executor.map(play_one, fixtures), told)
    if workers == 1:
        return _collected(map(play_one, fixtures), told)
    with processes(workers) as pool:
        return _collected(pool.map(play_one, fixtures), told)


def _collected(results: Iterator[Result], told: Callable[[Result], None] | None) -> list[Result]:
    found = []
    for result in results:
        found.append(result)
        if told is not None:
            told(result)
    return found
