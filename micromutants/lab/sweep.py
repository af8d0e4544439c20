"""Sweeps: a shot at every point of a grid of settings."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from pathlib import Path

import msgspec

from micromutants.lab import journal
from micromutants.lab.keys import parse_axis
from micromutants.lab.model import POINTS_LIMIT, SHOTS_LIMIT, Changes, LabError, Plan, Trial
from micromutants.lab.running import run
from micromutants.lab.summary import Summary, summarize
from micromutants.lab.trial import BLOCK, Block, make_block, scatters, scenario_of
from micromutants.match.record import SEED_LIMIT
from micromutants.scenario import SavedShot, Scenario, read_scenario
from micromutants.scenario.fields import shown

CHECKED = 2000
"""So many points are checked before the first shot is made; of a larger grid, each value of each axis."""

JOURNAL = "points.jsonl"


class Sweep(msgspec.Struct, frozen=True):
    """What came of a plan.

    Attributes:
        plan: That was followed.
        summaries: One for each grid point; None where it is not finished.
    """

    plan: Plan
    summaries: tuple[Summary | None, ...]

    @property
    def complete(self) -> bool:
        """Whether every point is finished."""
        return None not in self.summaries


def chosen_shot(scenario: Scenario, name: str, wanted: str | None, how: str = "--shot") -> SavedShot:
    """The shot of that name; without a name, the only one; ``how`` tells how one is named.

    Raises:
        LabError: There is none, or there are several and none is named.
    """
    names = [shot.name for shot in scenario.shots]
    listed = ", ".join(map(repr, names))
    if not names:
        raise LabError(f"{name}: the scenario has no shots")
    if wanted is None and len(names) > 1:
        raise LabError(f"{name}: the scenario has {len(names)} shots, say which by {how}: {listed}")
    if wanted is not None and wanted not in names:
        raise LabError(f"there is no shot {shown(wanted)} in {name}; allowed are {listed}")
    return scenario.shot(wanted or names[0])


def chosen_piece(scenario: Scenario, shot: SavedShot, wanted: str | None) -> str:
    """The id of the piece that is looked at; without one, the first that the shot moves.

    Raises:
        LabError: There is no such piece.
    """
    if wanted is None:
        return shot.moves[0].piece
    if wanted not in scenario.table:
        raise LabError(f"there is no piece {shown(wanted)}; allowed are {', '.join(p.id for p in scenario.table)}")
    return wanted


def plan_sweep(
    data: bytes,
    name: str,
    vary: Sequence[str],
    *,
    shots: int = 400,
    seed: int = 0,
    shot: str | None = None,
    piece: str | None = None,
    changes: Changes = (),
) -> Plan:
    """Find out what is to be done, and refuse what cannot be, before the first shot is made.

    Args:
        data: The bytes of a scenario file.
        name: How messages call it.
        vary: Axes as :func:`~micromutants.lab.keys.parse_axis` reads them.
        shots: How many at each point.
        seed: Of everything.
        shot: Name of the saved shot; may be left out where there is but one.
        piece: Id of the piece that is looked at, by default the first that the shot moves.
        changes: What differs from the file at every point.

    Raises:
        ScenarioError: The file or a value does not fit.
        LabError: Anything else is not as it must be.
    """
    scenario = read_scenario(data, name, changes)
    chosen = chosen_shot(scenario, name, shot)
    check_choice(scenario, name, shot, piece, shots)
    if not 0 <= seed < SEED_LIMIT:
        raise LabError(f"the seed must be from 0 to {SEED_LIMIT - 1}, not {seed}")
    if not vary:
        raise LabError("nothing varies: name at least one axis, such as friction_mat=0.2:0.6:9")
    axes = tuple(parse_axis(text, chosen.name) for text in vary)
    for i, axis in enumerate(axes):
        if axis.key in [other.key for other in axes[:i]]:
            raise LabError(f"{axis.name} is varied twice")
    count = 1
    for axis in axes:
        count *= len(axis.values)
    if count > POINTS_LIMIT:
        raise LabError(f"the grid has {count} points; {POINTS_LIMIT} are the most")
    looked_at = chosen_piece(scenario, chosen, piece)
    plan = Plan(data, name, scenario.title, tuple(changes), axes, chosen.name, looked_at, shots, seed)
    _check(plan)
    return plan


def _check(plan: Plan) -> None:
    points: Sequence[tuple[float, ...]] = plan.points
    if len(points) > CHECKED:
        first = points[0]
        points = [(*first[:i], value, *first[i + 1 :]) for i, axis in enumerate(plan.axes) for value in axis.values]
    for values in points:
        scenario_of(plan.trial(0, values))


def check_choice(scenario: Scenario, name: str, shot: str | None, piece: str | None, shots: int) -> None:
    """Refuse a shot, a piece or a number of shots that cannot be.

    Args:
        scenario: That the shot belongs to.
        name: How messages name its file.
        shot: Name of the shot; None where there is only one.
        piece: Id of the piece to watch; None for the one that is shot.
        shots: How many are to be made.

    Raises:
        LabError: Says which and what is allowed.
    """
    chosen_piece(scenario, chosen_shot(scenario, name, shot), piece)
    if not 1 <= shots <= SHOTS_LIMIT:
        raise LabError(f"shots must be from 1 to {SHOTS_LIMIT}, not {shots}")


def kept_sweep(plan: Plan, folder: Path) -> Sweep:
    """What earlier runs of a plan have left in a folder.

    Raises:
        LabError: It cannot be read.
    """
    found = journal.read(folder / JOURNAL)
    return Sweep(plan, tuple(found.get(key) for key in journal.keys(plan)))


def make_sweep(
    plan: Plan,
    folder: Path | None = None,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Sweep:
    """Follow a plan; points that an earlier run has finished are taken from its folder.

    The numbers depend on the plan alone, not on the executor, its workers, or how often the work was broken off.

    Args:
        plan: What to do.
        folder: Where finished points are kept, made where it is missing; None keeps nothing.
        executor: Where the work is done; None for this process.
        progress: Told how many shots are made and how many there are in all; those of an earlier run count as made.

    Raises:
        LabError: The folder cannot be used, or a worker has failed.
        ScenarioError: A combination of values does not fit the scenario.
        PhysicsError: A combination of values gives a shot that cannot be.
    """
    keys = journal.keys(plan)
    summaries: list[Summary | None] = [None] * len(keys)
    if folder is not None:
        summaries = list(kept_sweep(plan, folder).summaries)
    work = Work(plan, [i for i, summary in enumerate(summaries) if summary is None])
    total = work.total + sum(summary.shots for summary in summaries if summary is not None)
    made = total - work.total
    progress(made, total)
    if not work.calls:
        return Sweep(plan, tuple(summaries))

    def finished(index: int, summary: Summary) -> None:
        summaries[index] = summary
        if keeper is not None:
            keeper.add(journal.Line(keys[index], summary))

    def done(call: int, block: Block) -> None:
        nonlocal made
        made += len(block.rows)
        progress(made, total)
        work.take(call, block, finished)

    with contextlib.nullcontext() if folder is None else journal.writer(folder / JOURNAL) as keeper:
        run(make_block, work.calls, executor, done)
    return Sweep(plan, tuple(summaries))


def _scattering(trial: Trial) -> bool:
    scenario = scenario_of(trial)
    return scatters(scenario, scenario.shot(trial.shot))


class Work:
    """The blocks of the points that are to be made, and those of points of which some are still to come.

    Attributes:
        calls: Arguments of :func:`~micromutants.lab.trial.make_block`, point by point.
        total: Shots in all of them.
    """

    def __init__(self, plan: Plan, indices: Sequence[int]) -> None:
        self.calls: list[tuple[Trial, int, int]] = []
        self.total = 0
        self._belongs: list[tuple[int, int]] = []
        self._blocks: dict[int, dict[int, Block]] = {}
        self._needed: dict[int, int] = {}
        self._plan = plan
        points = plan.points
        # Reading the file takes a while, and only the hand decides whether tries differ.
        hands = any(axis.key.split(".")[0] == "hand" for axis in plan.axes)
        scattering = _scattering(plan.trial(0, points[0]))
        for index in indices:
            trial = plan.trial(index, points[index])
            shots = plan.shots if (_scattering(trial) if hands else scattering) else 1
            sizes = [min(BLOCK, shots - begun) for begun in range(0, shots, BLOCK)]
            for number, size in enumerate(sizes):
                self.calls.append((trial, number, size))
                self._belongs.append((index, number))
            self._needed[index] = len(sizes)
            self.total += shots

    def take(self, call: int, block: Block, finished: Callable[[int, Summary], None]) -> None:
        """Take what a call gave; where that was the last block of its point, hand over what all came to."""
        index, number = self._belongs[call]
        blocks = self._blocks.setdefault(index, {})
        blocks[number] = block
        if len(blocks) == self._needed[index]:
            trial = self._plan.trial(index, self._plan.points[index])
            scenario = scenario_of(trial)
            del self._blocks[index]
            ordered = [blocks[i] for i in range(len(blocks))]
            finished(index, summarize(scenario.shot(trial.shot), scenario.table[trial.piece], ordered))
