"""Tuning: one shot under the physics of the file and under those of the sliders, and its scatter.

Everything is computed in the thread of the window, one job at a time; what has been overtaken by another wish is thrown
away when it is ready, so the latest wish wins.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import msgspec
import numpy as np

from micromutants.physics import (
    AVERAGE,
    EXACT,
    Constant,
    Hand,
    Landing,
    Outcome,
    Physics,
    Scatter,
    Shot,
    constants,
    scatter,
    simulate,
)
from micromutants.scenario import Move, SavedShot, launches, reached
from micromutants.table import Table
from micromutants.ui.draw import Look, Scene
from micromutants.ui.playback import trace
from micromutants.ui.practice.looks import bare
from micromutants.ui.practice.stand import Stand
from micromutants.ui.practice.words import differences
from micromutants.ui.worker import Worker

CHUNK, MOST = 40, 400
"""Shots of a scatter: in one job, and in all."""

SEED = 5
"""Of the first chunk of a scatter; each further one has the next."""

WIDE = 20.0
"""A constant whose range reaches so many times beyond its default has a slider of even ratios."""

FLOOR = 1e-4
"""Such a slider begins at this share of the highest value."""


def value_at(constant: Constant, share: float) -> float:
    """The value of a constant at a share of its slider's way, to four digits.

    A wide range is gone through by even ratios, standard deviations of a hand finer near 0, others evenly.
    """
    share = min(1.0, max(0.0, share))
    if constant.high > WIDE * constant.default > 0.0:
        value = constant.high * FLOOR ** (1.0 - share)
    elif constant.default == 0.0 and constant.low == 0.0:
        value = constant.high * share**3
    else:
        value = constant.low + (constant.high - constant.low) * share
    value = float(f"{value:.4g}")
    if constant.above and value <= constant.low:
        value = constant.low + (constant.high - constant.low) / 1000
    return min(constant.high, value)


def share_of(constant: Constant, value: float) -> float:
    """Where on its slider's way, from 0 to 1, a value of a constant is."""
    if constant.high > WIDE * constant.default > 0.0:
        return min(1.0, max(0.0, 1.0 - math.log(value / constant.high) / math.log(FLOOR)))
    if constant.default == 0.0 and constant.low == 0.0:
        return float((value / constant.high) ** (1.0 / 3.0))
    return (value - constant.low) / (constant.high - constant.low)


class Subject(msgspec.Struct, frozen=True):
    """The shot that is run again and again.

    Attributes:
        name: As it is called.
        before: The table from which it is made.
        moves: What is done.
        goal: The shot of the file whose expectations it is held against; None where nothing is expected.
    """

    name: str
    before: Table
    moves: tuple[Move, ...]
    goal: SavedShot | None = None


class Lab:
    """What the sliders say, and what has been found out about it.

    Attributes:
        hand: Whose scatter is shown.
        hand_changed: Whether a slider has changed it.
        usual: What comes of the shot under the physics of the file; None while that is not known.
        now: What comes of it under those of the sliders.
        cloud: The scatter so far, in chunks.
        hits: How many of its shots did all that is expected.
        scattering: Whether a scatter is wanted.
        fault: Why the shot cannot be made; empty where it can.
    """

    def __init__(self, worker: Worker, stand: Stand) -> None:
        self._worker = worker
        self.stand = stand
        self.scattering = False
        self._job: int | None = None
        self.begin()

    def begin(self) -> None:
        """Look at the last flick, or at the first shot of the file."""
        self.stop()
        self.subjects = _subjects(self.stand)
        self.at = 0
        self._reset_hand()
        self._forget()

    def _reset_hand(self) -> None:
        """The hand of the file; an average one where that is exact, since it would not scatter."""
        own = self.stand.scenario.hand
        self.hand: Hand = AVERAGE if own == EXACT else own
        self.hand_changed = False

    def _forget(self) -> None:
        self.usual: Outcome | None = None
        self.now: Outcome | None = None
        self.fault = ""
        self.cloud: list[Scatter] = []
        self.hits = 0
        self._known: dict[str, object] = {}

    def stop(self) -> None:
        """Give up what is being computed."""
        if self._job is not None:
            self._worker.drop(self._job)
            self._job = None

    @property
    def subject(self) -> Subject | None:
        """The shot that is looked at; None where there is none."""
        return self.subjects[self.at] if self.subjects else None

    def next_subject(self, by: int) -> None:
        """Look at another shot."""
        if self.subjects:
            self.at = (self.at + by) % len(self.subjects)
            self._forget()

    # --- sliders -------------------------------------------------------------------------------------------

    def value(self, name: str) -> float:
        """What a constant of the physics or the hand is now."""
        tree = self.stand.physics if name in Physics.__struct_fields__ else self.hand
        return float(getattr(tree, name))

    def set(self, name: str, value: float) -> None:
        """Change a constant."""
        if name in Physics.__struct_fields__:
            self.stand.physics = msgspec.structs.replace(self.stand.physics, **{name: value})
        else:
            self.hand = msgspec.structs.replace(self.hand, **{name: value})
            self.hand_changed = True

    def reset(self, physics: Physics) -> None:
        """Put all constants back: to those of the file, or to the usual ones."""
        self.stand.physics = physics
        self._reset_hand()

    @property
    def changed(self) -> tuple[str, ...]:
        """Names of the constants that differ from the file's."""
        file = self.stand.scenario.physics
        found = [c.name for c in constants() if getattr(file, c.name) != getattr(self.stand.physics, c.name)]
        return (*found, *(("hand",) if self.hand_changed else ()))

    # --- computing -----------------------------------------------------------------------------------------

    def update(self) -> None:
        """Begin what is wanted and not known yet, one job at a time."""
        subject = self.subject
        if subject is None or self._job is not None:
            return
        for what, physics in (("usual", self.stand.scenario.physics), ("now", self.stand.physics)):
            if self._known.get(what) != physics:
                self._start(subject, what, physics)
                return
        if self.scattering and not self.scatter_refusal():
            key = (self.stand.physics, self.hand)
            if self._known.get("cloud") != key:
                self._known["cloud"] = key
                self.cloud, self.hits = [], 0
            if sum(map(len, self.cloud)) < MOST:
                self._start_chunk(subject, key)

    def _start(self, subject: Subject, what: str, physics: Physics) -> None:
        scenario = self.stand.scenario

        def job() -> Outcome:
            seen = msgspec.structs.replace(scenario, table=subject.before, physics=physics)
            made = launches(seen, SavedShot(subject.name, subject.moves))
            return simulate(subject.before, made, physics)

        def done(outcome: Outcome | None, error: BaseException | None) -> None:
            self._job = None
            if self.subject is not subject:
                return
            self._known[what] = physics
            self.fault = "" if error is None else str(error)
            if isinstance(error, ValueError) or error is None:
                setattr(self, what, outcome)
            else:
                raise error

        self._job = self._worker.start(job, done)

    def scatter_refusal(self) -> str:
        """Why there is no scatter; empty where there is."""
        subject = self.subject
        if subject is None:
            return "There is no shot to scatter: flick a chip under Play first."
        if len(subject.moves) != 1 or not isinstance(subject.moves[0], Shot):
            return "A launch is exact: only a press of the shooter has a hand's scatter."
        return "An exact hand does not scatter: move a slider under Hand." if self.hand == EXACT else ""

    def _start_chunk(self, subject: Subject, key: object) -> None:
        shot, physics, hand, seed = subject.moves[0], self.stand.physics, self.hand, SEED + len(self.cloud)
        assert isinstance(shot, Shot)
        seen = msgspec.structs.replace(self.stand.scenario, table=subject.before, physics=physics, hand=hand)

        def job() -> tuple[Scatter, int]:
            made = SavedShot(subject.name, subject.moves)
            hits = 0 if subject.goal is None else reached(seen, made, subject.goal, CHUNK, seed)
            return scatter(subject.before, shot, hand, CHUNK, seed, physics), hits

        def done(found: tuple[Scatter, int] | None, error: BaseException | None) -> None:
            self._job = None
            if self.subject is not subject or self._known.get("cloud") != key:
                return
            if error is not None:
                self.fault, self.scattering = str(error), False
            elif found is not None and key == (self.stand.physics, self.hand):
                self.cloud.append(found[0])
                self.hits += found[1]

        self._job = self._worker.start(job, done)

    # --- what is known -------------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether something is being computed."""
        return self._job is not None

    def scene(self, known: Mapping[str, Look]) -> Scene:
        """The table after the shot under the sliders' physics, or before it while that is not known."""
        subject, now = self.subject, self.now
        table = self.stand.table if subject is None else subject.before
        if subject is None or now is None:
            return Scene(bare(table.mat), table, looks=known)
        piece = subject.moves[0].piece
        return Scene(bare(table.mat), now.table, trace=trace(now.track, piece), selected=piece, looks=known)

    def words(self) -> list[str]:
        """How the shot differs from that under the physics of the file."""
        subject = self.subject
        if subject is None:
            return ["There is no shot to run: flick a chip under Play first."]
        if self.fault:
            return [self.fault]
        if self.usual is None or self.now is None:
            return ["…"]
        if self.stand.physics == self.stand.scenario.physics:
            return ["Move a slider: the shot runs again, and the blue ghost stays where it ends by the file."]
        return differences(subject.before, self.usual, self.now, subject.moves[0].piece)

    def chances(self) -> list[tuple[str, float]]:
        """What comes of the scatter and how often, as shares: what is expected, the commonest outcomes, faces."""
        if not self.cloud:
            return []
        outcome = np.concatenate([part.outcome for part in self.cloud])
        other = np.concatenate([part.other for part in self.cloud])
        face = np.concatenate([part.face for part in self.cloud])
        pieces = self.cloud[0].pieces
        found: dict[str, float] = {}
        for landing, index in sorted(set(zip(outcome.tolist(), other.tolist(), strict=True))):
            share = float(np.mean((outcome == landing) & (other == index)))
            match Landing(landing):
                case Landing.CLEAR:
                    name = "on the bare mat"
                case Landing.OFF:
                    name = "off the mat"
                case Landing.OVER:
                    name = f"over {pieces[index]}"
                case Landing.UNDER:
                    name = f"under {pieces[index]}"
            found[name] = found.get(name, 0.0) + share
        told = sorted(found.items(), key=lambda item: (-item[1], item[0]))
        special = float(np.mean(face == 1))
        if self.subject is not None and self.subject.goal is not None:
            told.insert(0, ("all that is expected", self.hits / len(outcome)))
        return [*told, ("normal side up", 1.0 - special), ("special side up", special)]


def _subjects(stand: Stand) -> list[Subject]:
    """The last flick of the player's own, then the shots of the file."""
    found = []
    last = stand.last
    if last is not None and not last.name:
        found.append(Subject("your last flick", last.before, last.moves, stand.goal))
    for shot in stand.scenario.shots:
        found.append(Subject(shot.name, stand.scenario.table, shot.moves, shot if shot.expects else None))
    if last is not None and last.name:
        found.sort(key=lambda subject: subject.name != last.name)
    return found
