"""Making the shots of a scenario, and comparing what came of them with what must."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping

import msgspec

from micromutants.physics import EventKind, Launch, Outcome, Sample, press, scattered, simulate
from micromutants.physics.attitude import rest_of
from micromutants.physics.shooter import Uniform
from micromutants.scenario.model import Chance, ChanceOf, Compared, Expect, Near, SavedShot, Scenario, Span
from micromutants.table import Piece


class Result(msgspec.Struct, frozen=True):
    """What became of one expectation.

    Attributes:
        shot: Name of the shot.
        piece: Id of the piece that it is about; empty for the shot as a whole.
        expected: What must come, in words.
        found: What came, in words.
        passed: Whether that is as expected.
    """

    shot: str
    piece: str
    expected: str
    found: str
    passed: bool


def launches(scenario: Scenario, shot: SavedShot) -> tuple[Launch, ...]:
    """What the chips of a shot do, without any scatter."""
    table, physics = scenario.table, scenario.physics
    return tuple(m if isinstance(m, Launch) else press(m, table[m.piece], physics) for m in shot.moves)


def shoot(scenario: Scenario, shot: SavedShot) -> Outcome:
    """What comes of a shot that is made exactly."""
    return simulate(scenario.table, launches(scenario, shot), scenario.physics)


def check(scenario: Scenario) -> tuple[Result, ...]:
    """Make every shot of which something is expected, and compare.

    Returns:
        A result for each thing expected, in the order of the file; that a shot comes to rest is always expected.
    """
    outcomes: dict[str, Outcome] = {}

    def outcome_of(name: str) -> Outcome:
        if name not in outcomes:
            outcomes[name] = shoot(scenario, scenario.shot(name))
        return outcomes[name]

    return tuple(
        result
        for shot in scenario.shots
        if shot.expects
        for result in judged(scenario, shot, outcome_of(shot.name), outcome_of, chances=True)
    )


def judged(
    scenario: Scenario,
    shot: SavedShot,
    outcome: Outcome,
    outcome_of: Callable[[str], Outcome] | None = None,
    *,
    chances: bool = False,
) -> tuple[Result, ...]:
    """What became of the expectations of a shot in one outcome.

    Args:
        scenario: That the shot belongs to; its table is the one before the outcome.
        shot: Its expectations count.
        outcome: What came of it, with or without a hand's scatter, or of another flick that is held against it.
        outcome_of: Gives what came of another shot by its name, for distances that are compared; left out, it is made.
        chances: Whether frequencies are found out too, which takes many shots.
    """

    def made(name: str) -> Outcome:
        return shoot(scenario, scenario.shot(name))

    results = [came_to_rest(shot, outcome)]
    for expect in shot.expects:
        judge = _Judge(scenario, shot, expect, outcome, outcome_of or made)
        results += (
            Result(shot.name, expect.piece, *found) for found in (judge.all() if chances else judge.without_chance())
        )
    return tuple(results)


Judged = tuple[str, str, bool]
"""What must come, what came, and whether that agrees."""


def came_to_rest(shot: SavedShot, outcome: Outcome) -> Result:
    """Whether the time limit was kept, which is always expected."""
    came = f"{'at rest' if outcome.settled else 'still moving'} after {outcome.elapsed:.2f} s"
    return Result(shot.name, "", "comes to rest", came, outcome.settled)


class _Judge:
    def __init__(
        self,
        scenario: Scenario,
        shot: SavedShot,
        expect: Expect,
        outcome: Outcome,
        outcome_of: Callable[[str], Outcome],
    ) -> None:
        self.scenario = scenario
        self.shot = shot
        self.expect = expect
        self.outcome = outcome
        self.outcome_of = outcome_of
        self.piece = expect.piece
        self.before = scenario.table[expect.piece]
        self.after = outcome.table[expect.piece]

    def all(self) -> Iterator[Judged]:
        yield from self.without_chance()
        for chance in self.expect.chances:
            yield self.chance(chance)

    def without_chance(self) -> Iterator[Judged]:
        yield from self.lying()
        yield from self.places()
        yield from self.distances()
        yield from self.meetings()

    def lying(self) -> Iterator[Judged]:
        """What lies on what, levels, faces and tilt."""
        expect, piece = self.expect, self.piece
        over = tuple(pair.lower for pair in self.outcome.lies_on if pair.upper == piece)
        under = tuple(pair.upper for pair in self.outcome.lies_on if pair.lower == piece)
        if expect.over is not None:
            yield f"over {listed(expect.over)}", f"over {listed(over)}", set(expect.over) <= set(over)
        if expect.under is not None:
            yield f"under {listed(expect.under)}", f"under {listed(under)}", set(expect.under) <= set(under)
        if expect.clear is not None:
            near = set(over) | set(under)
            found = f"over {listed(over)}, under {listed(under)}" if near else "clear of all"
            wanted = f"clear of {listed(expect.clear) if expect.clear else 'all'}"
            yield wanted, found, not (near & set(expect.clear) if expect.clear else near)
        if expect.level is not None:
            yield f"level {expect.level}", f"level {self.after.level}", self.after.level == expect.level
        if expect.face is not None:
            yield f"{expect.face} side up", f"{self.after.face.value} side up", self.after.face.value == expect.face
        if expect.tilt_deg is not None:
            yield measured("leans", expect.tilt_deg, tilt(self.outcome, self.before), "°")

    def places(self) -> Iterator[Judged]:
        """Where it rests, whether it moved, whether it is off the mat."""
        expect = self.expect
        for near, inside in ((expect.rest_within_mm, True), (expect.rest_beyond_mm, False)):
            if near is not None:
                away = math.dist(self.middle(near), (self.after.x, self.after.y))
                of = near.of if isinstance(near.of, str) else f"({near.of[0]:g}, {near.of[1]:g})"
                wanted = f"{'within' if inside else 'beyond'} {near.by:g} mm of {of}"
                passed = away <= near.by if inside else away >= near.by
                yield wanted, f"({self.after.x:.1f}, {self.after.y:.1f}), {away:.1f} mm away", passed
        if expect.moved is not None:
            moved = self.piece in self.outcome.moved
            yield _yes("moved", expect.moved), _yes("moved", moved), moved is expect.moved
        if expect.left_mat is not None:
            left = not self.outcome.table.on_mat(self.after)
            yield _yes("off the mat", expect.left_mat), _yes("off the mat", left), left is expect.left_mat

    def distances(self) -> Iterator[Judged]:
        """How far it came, by itself and beside other shots."""
        expect = self.expect
        far, ran = travel(self.outcome, self.before), run_on(self.outcome, self.before)
        if expect.travel_mm is not None:
            yield measured("travels", expect.travel_mm, far, " mm")
        if expect.travel_times is not None:
            yield self.compared("travels", expect.travel_times, far, travel)
        if expect.run_on_mm is not None:
            yield measured("runs on", expect.run_on_mm, ran, " mm")
        if expect.run_on_times is not None:
            yield self.compared("runs on", expect.run_on_times, ran, run_on)

    def meetings(self) -> Iterator[Judged]:
        """Which pieces it met."""
        expect = self.expect
        met = sorted(
            other
            for event in self.outcome.events
            if event.kind is EventKind.CONTACT and event.other is not None and self.piece in (event.piece, event.other)
            for other in (event.piece, event.other)
            if other != self.piece
        )
        found = f"touches {listed(met)}"
        if expect.touched is not None:
            yield f"touches {listed(expect.touched)}", found, set(expect.touched) <= set(met)
        if expect.untouched is not None:
            yield f"does not touch {listed(expect.untouched)}", found, not set(expect.untouched) & set(met)

    def middle(self, near: Near) -> tuple[float, float]:
        """The point that a circle is about."""
        if isinstance(near.of, str):
            other = self.outcome.table[near.of]
            return other.x, other.y
        return near.of

    def compared(
        self, verb: str, other: Compared, value: float | None, measure: Callable[[Outcome, Piece], float | None]
    ) -> Judged:
        """A distance as a multiple of another shot's."""
        piece = self.scenario.shot(other.shot).moves[0].piece
        base = measure(self.outcome_of(other.shot), self.scenario.table[piece])
        wanted = f"{verb} {spanned(other.span, ' times')} as far as in {other.shot!r}"
        if value is None or base is None:
            return wanted, "never touches down", False
        if base == 0.0:
            return wanted, f"{value:.1f} mm, and 0 mm there", False
        return wanted, f"{value:.1f} mm, {value / base:.2f} times {base:.1f} mm", other.span.holds(value / base)

    def chance(self, chance: Chance) -> Judged:
        """How often something happens when the hand trembles."""
        what = counted(chance)
        outcomes = tremble(self.scenario, self.shot, chance.shots, chance.seed)
        hits = sum(happened(chance, self.piece, outcome) for outcome in outcomes)
        share = hits / chance.shots
        wanted = f"{what} in {spanned(chance.span)} of {chance.shots} shots"
        return wanted, f"{hits}, a share of {share:.3f}", chance.span.holds(share)


def reached(scenario: Scenario, shot: SavedShot, goal: SavedShot, shots: int, seed: int) -> int:
    """How many of some shots by the scenario's hand reach a goal.

    Args:
        scenario: Its table, physics and hand.
        shot: What the hand means to do.
        goal: The shot whose expectations must all hold, frequencies apart.
        shots: How many are made.
        seed: Of the hand.
    """
    outcomes = tremble(scenario, shot, shots, seed)
    return sum(all(r.passed for r in judged(scenario, goal, outcome)) for outcome in outcomes)


def tremble(scenario: Scenario, shot: SavedShot, shots: int, seed: int) -> Iterator[Outcome]:
    """Outcomes of a shot that the scenario's hand makes again and again.

    Args:
        scenario: Its table, physics and hand.
        shot: What the hand means to do.
        shots: How often.
        seed: Of the hand.
    """
    generator = random.Random(seed)
    for _ in range(shots):
        yield tremble_once(scenario, shot, generator)


def tremble_once(scenario: Scenario, shot: SavedShot, generator: Uniform) -> Outcome:
    """What comes of a shot when the scenario's hand makes it once; a launch is always exact."""
    table, physics = scenario.table, scenario.physics
    really = [
        m if isinstance(m, Launch) else press(scattered(m, scenario.hand, physics, generator), table[m.piece], physics)
        for m in shot.moves
    ]
    return simulate(table, really, physics)


def happened(chance: Chance, piece: str, outcome: Outcome) -> bool:
    """Whether what a chance counts came of one shot."""
    if chance.what is ChanceOf.FACE:
        return outcome.table[piece].face.value == chance.of[0]
    if chance.what is ChanceOf.OVER:
        return set(chance.of) <= {pair.lower for pair in outcome.lies_on if pair.upper == piece}
    return set(chance.of) <= {pair.upper for pair in outcome.lies_on if pair.lower == piece}


# --- what is measured ------------------------------------------------------------------------------------------


def travel(outcome: Outcome, before: Piece) -> float:
    """Distance in mm from where a piece lay to where it rests."""
    after = outcome.table[before.id]
    return math.hypot(after.x - before.x, after.y - before.y)


def run_on(outcome: Outcome, before: Piece) -> float | None:
    """Distance in mm from a piece's first touchdown to where it rests; None where it never touched down."""
    for event in outcome.events:
        if event.kind is EventKind.TOUCHDOWN and event.piece == before.id:
            x, y = place(outcome.track, before, event.time)
            after = outcome.table[before.id]
            return math.hypot(after.x - x, after.y - y)
    return None


def place(track: Mapping[str, tuple[Sample, ...]], before: Piece, time: float) -> tuple[float, float]:
    """Where a piece's centre is at a time in s, mm."""
    samples = track.get(before.id, ())
    last: Sample | None = None
    for sample in samples:
        if sample.t >= time:
            if last is None or sample.t == time:
                return sample.x, sample.y
            share = (time - last.t) / (sample.t - last.t)
            return last.x + (sample.x - last.x) * share, last.y + (sample.y - last.y) * share
        last = sample
    return (before.x, before.y) if last is None else (last.x, last.y)


def tilt(outcome: Outcome, before: Piece) -> float:
    """How far a piece leans at rest, degrees from flat."""
    samples = outcome.track.get(before.id)
    _, qx, qy, _ = samples[-1][4:] if samples else rest_of(outcome.table, outcome.table[before.id]).attitude
    return math.degrees(math.acos(min(1.0, abs(1.0 - 2.0 * (qx * qx + qy * qy)))))


# --- words -----------------------------------------------------------------------------------------------------


def listed(ids: tuple[str, ...] | list[str]) -> str:
    """Ids in a row, or that there are none."""
    return ", ".join(ids) or "nothing"


def counted(chance: Chance) -> str:
    """What a chance counts, in words."""
    return f"{chance.of[0]} side up" if chance.what is ChanceOf.FACE else f"{chance.what.value} {listed(chance.of)}"


def spanned(span: Span, unit: str = "") -> str:
    """A range in words."""
    if span.at_least is None:
        return f"at most {span.at_most:g}{unit}"
    if span.at_most is None:
        return f"at least {span.at_least:g}{unit}"
    return f"{span.at_least:g} to {span.at_most:g}{unit}"


def measured(verb: str, span: Span, value: float | None, unit: str) -> Judged:
    """A number against its range."""
    wanted = f"{verb} {spanned(span, unit)}"
    return (wanted, "never touches down", False) if value is None else (wanted, f"{value:.1f}{unit}", span.holds(value))


def _yes(what: str, value: bool) -> str:
    return what if value else f"not {what}"
