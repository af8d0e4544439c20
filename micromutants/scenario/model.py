"""The values of a scenario: a table, physics, a hand, saved shots and what must come of them."""

from __future__ import annotations

import enum
from collections.abc import Sequence

import msgspec

from micromutants.physics import Hand, Launch, Physics, Shot
from micromutants.rules import Seat, Setup
from micromutants.table import Table

FORMAT = 1
"""Of the scenario files that this version reads and writes."""

Move = Shot | Launch
"""A press of the shooter, or a chip that is simply let go: shoved, thrown, dropped."""


class Fault(msgspec.Struct, frozen=True):
    """Something wrong in a scenario file.

    Attributes:
        line: From 1; 0 where it came from a setting given on the command line or concerns the whole file.
        key: Path of the key, such as ``pieces[0].breed``; empty for the whole file.
        text: One sentence that says what is wrong and what is allowed.
    """

    line: int
    key: str
    text: str


class ScenarioError(ValueError):
    """A scenario that cannot be used.

    Attributes:
        name: How messages call the file.
        faults: Everything that is wrong with it, in the order of the lines.
    """

    def __init__(self, name: str, faults: Sequence[Fault]) -> None:
        self.name = name
        self.faults = tuple(sorted(faults, key=lambda fault: fault.line))
        super().__init__("\n".join(self.lines))

    def __reduce__(self) -> tuple[type[ScenarioError], tuple[str, tuple[Fault, ...]]]:
        """How it goes to another process, where a worker has raised it."""
        return type(self), (self.name, self.faults)

    @property
    def lines(self) -> tuple[str, ...]:
        """A line of text for each fault: file, line, key, what is wrong."""
        told = []
        for fault in self.faults:
            where = f"line {fault.line}: " if fault.line else ""
            key = f"{fault.key}: " if fault.key else ""
            told.append(f"{self.name}: {where}{key}{fault.text}")
        return tuple(told)


class Span(msgspec.Struct, frozen=True):
    """A range for a number; an end that is None is open."""

    at_least: float | None = None
    at_most: float | None = None

    def holds(self, value: float) -> bool:
        """Whether the value lies within, ends included."""
        return (self.at_least is None or value >= self.at_least) and (self.at_most is None or value <= self.at_most)


class Near(msgspec.Struct, frozen=True):
    """A circle in which, or outside which, a piece is to rest.

    Attributes:
        of: Its middle: a point in mm, or the id of a piece, meant where that comes to rest.
        by: Its radius, mm.
    """

    of: tuple[float, float] | str
    by: float


class Compared(msgspec.Struct, frozen=True):
    """A distance as a multiple of that of another shot of the file.

    Attributes:
        shot: Name of the other shot; its first piece counts.
        span: Of the multiple.
    """

    shot: str
    span: Span


class ChanceOf(enum.Enum):
    """What a frequency is the frequency of."""

    OVER = "over"
    UNDER = "under"
    FACE = "face"


class Chance(msgspec.Struct, frozen=True):
    """How often something is to happen when the scenario's hand does the shot.

    Attributes:
        what: What is counted.
        of: Ids of pieces: all of them over or under; for a face its one name.
        span: Of the frequency, 0 to 1.
        shots: How many are made.
        seed: Of their generator.
    """

    what: ChanceOf
    of: tuple[str, ...]
    span: Span
    shots: int = 400
    seed: int = 0


class Expect(msgspec.Struct, frozen=True):
    """What must come of a shot for one piece; None where nothing is said.

    Attributes:
        piece: Id of the piece that the rest is about.
        over: Ids of pieces on which it is to lie.
        under: Ids of pieces beneath which it is to lie.
        clear: Ids of pieces which it is neither to lie on nor beneath; empty for all pieces.
        level: 0 for lying on the mat, else one more than the highest piece that it lies on.
        face: ``"normal"`` or ``"special"``.
        rest_within_mm: Where it is to rest.
        rest_beyond_mm: Where it is not to rest.
        travel_mm: Distance from where it lay to where it rests.
        travel_times: The same as a multiple of another shot's.
        run_on_mm: Distance from its first touchdown to where it rests.
        run_on_times: The same as a multiple of another shot's.
        tilt_deg: How far it leans at rest.
        moved: Whether it is to lie elsewhere afterwards.
        left_mat: Whether it is to lie beyond the edge of the mat, if only in part.
        touched: Ids of pieces that it is to meet.
        untouched: Ids of pieces that it is not to meet.
        chances: Frequencies with the hand's scatter.
    """

    piece: str
    over: tuple[str, ...] | None = None
    under: tuple[str, ...] | None = None
    clear: tuple[str, ...] | None = None
    level: int | None = None
    face: str | None = None
    rest_within_mm: Near | None = None
    rest_beyond_mm: Near | None = None
    travel_mm: Span | None = None
    travel_times: Compared | None = None
    run_on_mm: Span | None = None
    run_on_times: Compared | None = None
    tilt_deg: Span | None = None
    moved: bool | None = None
    left_mat: bool | None = None
    touched: tuple[str, ...] | None = None
    untouched: tuple[str, ...] | None = None
    chances: tuple[Chance, ...] = ()


class SavedShot(msgspec.Struct, frozen=True):
    """A shot with a name.

    Attributes:
        name: Unique in its scenario.
        moves: One press or launch, or several at once.
        expects: What must come of it.
    """

    name: str
    moves: tuple[Move, ...]
    expects: tuple[Expect, ...] = ()


class MatchStart(msgspec.Struct, frozen=True):
    """A match to begin.

    Attributes:
        armies: Ids, in the order of the seats.
        seed: Of all chance.
        mode: ``basic`` or ``advanced``.
        terrain: Templates on the left and the right star.
    """

    armies: tuple[str, ...]
    seed: int = 0
    mode: str = "basic"
    terrain: tuple[str, ...] = ()


class Puzzle(msgspec.Struct, frozen=True):
    """A level to play: one flick is to bring about what a stored shot is expected to.

    Attributes:
        goal: What the player is told to do, one line.
        solution: Name of the shot of the file that does it, and whose expectations are the goal.
    """

    goal: str
    solution: str


class Scenario(msgspec.Struct, frozen=True):
    """What a scenario file says.

    Attributes:
        title: One line.
        description: What it shows and why, as the player reads it.
        table: The pieces on the mat; in a match, the table at its start.
        physics: Model constants.
        hand: Scatter of the players' hands.
        shots: In the order of the file.
        breeds: Pairs of a piece's id and what the file names its breed, in the order of the file; for a piece that
            is given by its kind alone, the breed is empty.
        match: The match to begin; None for a bare table.
        puzzle: What is to be reached with one flick; None where it is no puzzle.
        text: The file.
        sha256: Of the file's bytes, as hexadecimal digits.
    """

    title: str
    description: str
    table: Table
    physics: Physics
    hand: Hand
    shots: tuple[SavedShot, ...]
    breeds: tuple[tuple[str, str], ...]
    match: MatchStart | None
    puzzle: Puzzle | None
    text: str
    sha256: str

    def shot(self, name: str) -> SavedShot:
        """The saved shot of that name.

        Raises:
            KeyError: There is none.
        """
        for shot in self.shots:
            if shot.name == name:
                return shot
        raise KeyError(f"no shot {name!r} in {self.title!r}")

    @property
    def setup(self) -> Setup | None:
        """What a match of the scenario starts from; None for a bare table."""
        if self.match is None:
            return None
        return match_setup(self.match, self.hand, self.physics, self.table)


def match_setup(match: MatchStart, hand: Hand, physics: Physics, table: Table) -> Setup:
    """What a match of a scenario starts from; the seats are called after their players' numbers."""
    seats = tuple(Seat(f"Player {number}", army, hand) for number, army in enumerate(match.armies, 1))
    options = {"seats": seats, "physics": physics, "mat": table.mat, "mode": match.mode, "terrain": match.terrain}
    return msgspec.convert(options, Setup)
