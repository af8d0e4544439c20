"""The state of the practice table: a scenario, the table as it lies now, the flicks so far, the file behind it."""

from __future__ import annotations

import dataclasses
import random
from pathlib import Path

import msgspec

from micromutants.physics import (
    AVERAGE,
    EXACT,
    EXPERT,
    NOVICE,
    Hand,
    Launch,
    Physics,
    PhysicsError,
    Shot,
    press,
    scattered,
    simulate,
)
from micromutants.scenario import (
    Move,
    SavedShot,
    Scenario,
    ScenarioError,
    judged,
    launches,
    load_scenario,
    read_scenario,
    scenarios_folder,
    updated_text,
)
from micromutants.table import Table
from micromutants.ui.matchfile import faults_of, stamp_of
from micromutants.ui.practice.flight import Flight

EMPTY = """\
format = 1
title = "Sandbox"
description = "An empty mat: put pieces on it under Edit, flick them under Play, change the physics under Tune."
"""
"""The scenario of an empty sandbox."""

_TWICE = (
    "has changed on the disk, and so has the table here: write these changes over it, or take them back to read it."
)

SEED = 11
"""Of the tremble of the first flick; each flick has the next one."""


class Stand:
    """What lies on the practice table and how it came to lie so.

    Attributes:
        scenario: As its file says, or as it was edited since.
        path: The file; None for a sandbox that has none yet.
        copy: Whether changes go to a copy, as of a file that comes with the program.
        table: As it lies now.
        past: The flicks so far, the last one at the end.
        hand: That does the flicks.
        physics: With which they are made.
        fault: What is wrong with the file as it is now; empty where nothing is.
        edited: Whether the scenario has changes that are not in the file.
    """

    def __init__(self, scenario: Scenario, path: Path | None, *, copy: bool = False) -> None:
        self.copy = copy
        self.scenario = scenario
        self.path = path
        self.table: Table = scenario.table
        self.past: list[Flight] = []
        self.hand: Hand = EXACT
        self.physics: Physics = scenario.physics
        self.fault = ""
        self.edited = False
        self._tries = 0
        self._stamp = stamp_of(self.path)

    # --- the file ------------------------------------------------------------------------------------------

    def poll(self) -> bool:
        """Read the file again if it has changed; returns whether anything is different now.

        The last good scenario stays in force while the file cannot be used, and :attr:`fault` says why.  What has been
        edited here is not thrown away for a file that was edited elsewhere: it waits until there is nothing to lose.
        """
        stamp = stamp_of(self.path)
        if self.path is None or stamp == self._stamp:
            return False
        if self.edited:
            before, self.fault = self.fault, f"{self.path.name} {_TWICE}"
            return self.fault != before
        self._stamp = stamp
        try:
            read = load_scenario(self.path)
        except ScenarioError as error:
            self.fault = faults_of(error, self.path)
            return True
        self.fault = ""
        if read.sha256 != self.scenario.sha256:
            self.take(read)
            self.edited = False
        return True

    def take(self, scenario: Scenario) -> None:
        """Go on with another scenario in place of this one; the flicks so far are forgotten."""
        if self.physics == self.scenario.physics:
            self.physics = scenario.physics
        self.scenario, self.table, self.past = scenario, scenario.table, []

    def saved(self, scenario: Scenario, path: Path) -> None:
        """The scenario has been written to a file."""
        self.take(scenario)
        self.path, self.copy, self.fault, self.edited = path, False, "", False
        self._stamp = stamp_of(self.path)

    def target(self) -> Path:
        """The file to which the scenario is written.

        A scenario that comes with the program is not changed: a copy goes to the player's own scenarios.
        """
        if self.path is not None and not self.copy:
            return self.path
        stem = self.path.stem if self.path else "sandbox"
        folder, number = scenarios_folder(), 1
        path = folder / f"{stem}.toml"
        while path.exists():
            number += 1
            path = folder / f"{stem}-{number}.toml"
        return path

    # --- flicks --------------------------------------------------------------------------------------------

    @property
    def last(self) -> Flight | None:
        """The last flick."""
        return self.past[-1] if self.past else None

    @property
    def goal(self) -> SavedShot | None:
        """The shot whose expectations are the goal of a puzzle."""
        puzzle = self.scenario.puzzle
        return None if puzzle is None else self.scenario.shot(puzzle.solution)

    def seen(self, table: Table) -> Scenario:
        """The scenario with this table, and the physics and the hand that are in force."""
        return msgspec.structs.replace(self.scenario, table=table, physics=self.physics, hand=self.hand)

    def flick(self, shot: Shot) -> Flight:
        """Flick a chip of the table as it lies; in a puzzle the result is held against the goal.

        Raises:
            PhysicsError: The shot cannot be made.
        """
        before = self.table
        flight = self._made("", before, (shot,))
        if self.goal is not None:
            results = judged(self.seen(before), self.goal, flight.outcome)
            flight = dataclasses.replace(flight, results=results)
        return self._add(flight)

    def make(self, shot: SavedShot) -> Flight:
        """Make a shot of the file from the table of the file, and hold it against what is expected of it.

        Raises:
            PhysicsError: The shot cannot be made.
        """
        before = self.scenario.table
        flight = self._made(shot.name, before, shot.moves)
        if shot.expects:
            results = judged(self.seen(before), shot, flight.outcome)
            flight = dataclasses.replace(flight, results=results)
        return self._add(flight)

    def _made(self, name: str, before: Table, moves: tuple[Shot | Launch, ...]) -> Flight:
        generator = random.Random(SEED + self._tries)
        really = tuple(
            scattered(move, self.hand, self.physics, generator) if isinstance(move, Shot) else move for move in moves
        )
        made = launches(self.seen(before), SavedShot(name, really))
        outcome = simulate(before, made, self.physics)
        return Flight(name, before, moves, made, self.physics, outcome)

    def _add(self, flight: Flight) -> Flight:
        self._tries += 1
        self.past.append(flight)
        self.table = flight.outcome.table
        return flight

    def may_flick(self, piece: str) -> str:
        """Why a piece cannot be flicked; empty where it can."""
        lying = self.table[piece]
        if not lying.spec.chip:
            return f"{piece} is no chip: only chips can be flicked."
        if not self.table.on_mat(lying):
            return f"{piece} lies beyond the edge of the mat: take the flick back, or press Reset."
        try:
            press(Shot(piece, 0.0, 0.5), lying, self.physics)
        except PhysicsError as error:
            return str(error)
        return ""

    def candidate(self, aim: Shot | None) -> tuple[Move, ...] | str:
        """What can be kept as a shot of the scenario, or why nothing can.

        Args:
            aim: The shot that is aimed; None for the last flick.
        """
        last = self.last
        if aim is not None:
            moves: tuple[Move, ...] = (aim,)
            before = self.table
        elif last is None:
            return "Nothing has been flicked or aimed yet."
        elif last.name:
            return f"This was {last.name!r}, which is in the file."
        else:
            moves, before = last.moves, last.before
        if before != self.scenario.table:
            return "Only a flick from the table as the file has it can be kept: press Reset and flick again."
        return moves

    def new_name(self) -> str:
        """A name that no shot of the scenario has."""
        names, number = {shot.name for shot in self.scenario.shots}, 1
        while f"flick {number}" in names:
            number += 1
        return f"flick {number}"

    def with_shot(self, shot: SavedShot) -> Scenario:
        """The scenario with one more shot.

        Raises:
            ScenarioError: A file cannot hold it.
        """
        more = msgspec.structs.replace(self.scenario, shots=(*self.scenario.shots, shot))
        updated_text(more)
        return more

    def undo(self) -> str:
        """Take the last flick back; returns why that is not possible, or nothing."""
        if not self.past:
            return "Nothing has been flicked yet."
        self.table = self.past.pop().before
        return ""

    def reset(self) -> None:
        """The table as the file has it."""
        self.table, self.past = self.scenario.table, []


def sandbox() -> Stand:
    """An empty mat without a file."""
    return Stand(read_scenario(EMPTY.encode(), "the sandbox"), None)


def hands(scenario: Scenario) -> tuple[tuple[str, Hand], ...]:
    """The hands to choose from, by name; the scenario's own where it has one that scatters."""
    own = () if scenario.hand == EXACT else (("the file's", scenario.hand),)
    return (("exact", EXACT), *own, ("expert", EXPERT), ("average", AVERAGE), ("novice", NOVICE))
