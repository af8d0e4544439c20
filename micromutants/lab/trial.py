"""Making shots, in this process or any other: what of each is kept, in blocks with seeds of their own."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import NamedTuple

from micromutants.lab.model import Trial, check_versions, derived
from micromutants.physics import EXACT, Landing, Outcome, Shot
from micromutants.physics.scatter import landed
from micromutants.scenario import Result, SavedShot, Scenario, read_scenario, shoot
from micromutants.scenario.checking import happened, judged, tremble_once
from micromutants.table import Face

BLOCK = 200
"""Shots that share a generator.  They are made by one worker, so the number must not depend on how many there are."""


class Row(NamedTuple):
    """What is kept of one shot.

    Attributes:
        x: Centre of the piece at rest, mm.
        y: Centre of the piece at rest, mm.
        special: Whether its special side is up.
        landing: What became of it.
        other: Id of what it lies over or under; empty for none.
        settled: Whether everything came to rest in time.
        holds: Which expectations of the shot hold, in the order of the file, those on chances left out.
        hits: Which of the things happened that the shot's expectations on chances count.
    """

    x: float
    y: float
    special: bool
    landing: int
    other: str
    settled: bool
    holds: tuple[bool, ...]
    hits: tuple[bool, ...]


class Block(NamedTuple):
    """A block of shots.

    Attributes:
        rows: One for each shot that the hand made.
        exact: The shot as it is meant, which comes with the first block only.
        told: What is expected of it, in words.
    """

    rows: tuple[Row, ...]
    exact: Row | None
    told: tuple[str, ...]


def scenario_of(trial: Trial) -> Scenario:
    """The scenario of a trial, changes included.

    Raises:
        ScenarioError: A change does not fit the file.
        LabError: Another version of the program asks for it, whose physics may differ.
    """
    check_versions(trial.made_by)
    return read_scenario(trial.data, trial.name, trial.changes)


def scatters(scenario: Scenario, shot: SavedShot) -> bool:
    """Whether two tries of a shot may differ: an exact hand's, and what is simply let go, do not."""
    return scenario.hand != EXACT and any(isinstance(move, Shot) for move in shot.moves)


def make_block(trial: Trial, number: int, count: int) -> Block:
    """Make a block of shots.

    Args:
        trial: What is tried.
        number: Of the block, from 0.
        count: Shots in it.

    Raises:
        ScenarioError: A change does not fit the file.
        PhysicsError: The shot cannot be made.
        LabError: See :func:`scenario_of`.
    """
    scenario = scenario_of(trial)
    shot = scenario.shot(trial.shot)
    others: dict[str, Outcome] = {}

    def kept(outcome: Outcome) -> Row:
        piece = outcome.table[trial.piece]
        landing, other = landed(outcome, trial.piece)
        holds = tuple(result.passed for result in judged(scenario, shot, outcome, outcome_of))
        hits = tuple(happened(c, expect.piece, outcome) for expect in shot.expects for c in expect.chances)
        special = piece.face is Face.SPECIAL
        return Row(piece.x, piece.y, special, int(landing), other or "", outcome.settled, holds, hits)

    def outcome_of(name: str) -> Outcome:
        if name not in others:
            others[name] = shoot(scenario, scenario.shot(name))
        return others[name]

    exact = None
    told: tuple[str, ...] = ()
    if number == 0 or not scatters(scenario, shot):
        outcome = shoot(scenario, shot)
        exact = kept(outcome)
        told = tuple(_told(result) for result in judged(scenario, shot, outcome, outcome_of))
        if not scatters(scenario, shot):
            return Block((exact,) * count, exact, told)
    generator = random.Random(derived(trial.seed, number))
    return Block(tuple(kept(tremble_once(scenario, shot, generator)) for _ in range(count)), exact, told)


def _told(result: Result) -> str:
    return f"{result.piece}: {result.expected}" if result.piece else result.expected


LANDINGS: Mapping[int, str] = {Landing.CLEAR: "clear", Landing.OVER: "over", Landing.UNDER: "under", Landing.OFF: "off"}
"""What a landing is called in results."""
