"""The values of a game: options, actions, state, happenings, refusals.

All of them are frozen msgspec structs, so that a record of them is plain JSON and equal games have equal digests.
"""

from __future__ import annotations

import enum
import hashlib
from typing import NamedTuple

import msgspec

from micromutants.physics import Hand, Launch, Outcome, Physics, Shot
from micromutants.table import Mat, Table

RULES_VERSION = 1
"""Goes up whenever the same actions may give another game; records carry it."""

CHANCE = -1
"""Player index of chance: who rolls dice and makes hands tremble."""


class Refusal(msgspec.Struct, frozen=True):
    """Why something may not be done.

    Attributes:
        rule: Id of the rule or ruling that refuses it, such as ``T3``.
        text: One sentence for the player.
    """

    rule: str
    text: str


class RuleError(ValueError):
    """An action that the rules refuse in this state."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.text} [{refusal.rule}]")
        self.refusal = refusal


class SetupError(ValueError):
    """A set-up that no game can start from; the message says what is wrong and what is allowed."""


# --- start -------------------------------------------------------------------------------------------------


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player: the name shown, the id of the army, the hand that flicks."""

    name: str
    army: str
    hand: Hand = Hand()


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is agreed before the first die rolls."""

    seats: tuple[Seat, ...]
    physics: Physics = Physics()
    mat: Mat = Mat()


# --- actions -----------------------------------------------------------------------------------------------


class Use(enum.Enum):
    """What pays for a move."""

    DIE_1 = "die-1"
    DIE_2 = "die-2"
    EXTRA = "extra"


class Spot(msgspec.Struct, frozen=True):
    """Where a piece is put by hand."""

    piece: str
    x: float
    y: float
    angle: float = 0.0


class DrawFirst(msgspec.Struct, frozen=True, tag="draw-first", tag_field="kind"):
    """Chance draws who moves (and places) first: rules S5, S6."""

    first: int
    player: int = CHANCE


class Arrange(msgspec.Struct, frozen=True, tag="arrange", tag_field="kind"):
    """A player places all bugs in the own set-up area: rule S3."""

    player: int
    spots: tuple[Spot, ...]


class Roll(msgspec.Struct, frozen=True, tag="roll", tag_field="kind"):
    """Chance rolls the two Action dice: face indices 0 to 5, rule T1."""

    faces: tuple[int, int]
    player: int = CHANCE


class Flick(msgspec.Struct, frozen=True, tag="flick", tag_field="kind"):
    """A player flicks a bug, meaning this shot: rule M1.  What the hand really does comes as a :class:`Tremble`."""

    player: int
    use: Use
    shot: Shot


class Tremble(msgspec.Struct, frozen=True, tag="tremble", tag_field="kind"):
    """Chance lets the hand scatter: the shot really made and the launch that it gives."""

    shot: Shot
    launch: Launch
    player: int = CHANCE


class Forgo(msgspec.Struct, frozen=True, tag="forgo", tag_field="kind"):
    """A player lets a die, the reinforcement or the extra shot go unused: rule T2."""

    player: int
    what: Use | None = None
    """The die or the extra shot; None for the reinforcement."""


class Reinforce(msgspec.Struct, frozen=True, tag="reinforce", tag_field="kind"):
    """A player brings a bug of the breed of an unusable die adjacent to an own base: rules T4, T5."""

    player: int
    use: Use
    spot: Spot


class PutBeside(msgspec.Struct, frozen=True, tag="put-beside", tag_field="kind"):
    """The owner of a damaged base places the bug that captured it beside it: rule B2."""

    player: int
    spot: Spot


Action = DrawFirst | Arrange | Roll | Flick | Tremble | Forgo | Reinforce | PutBeside
"""Everything that can happen in a game, in the order in which a record lists it."""


# --- happenings --------------------------------------------------------------------------------------------


class Happening(msgspec.Struct, frozen=True):
    """Something that a rule made happen, with all that is needed to say why.

    The kinds, in the order of a game: ``first``, ``arranged``, ``turn``, ``roll``, ``flick``; from a shot
    ``put-back``, ``base-back``, ``slid-out``, ``capture``, ``fumble``, ``overlap``, ``base-damaged``,
    ``base-eliminated``, ``nothing``, ``extra-earned``; then ``put-beside``, ``forgone``, ``die-lost``,
    ``reinforcement``, ``extra-lost``, ``victory``.

    Attributes:
        rule: Id of the rule or ruling.
        kind: What happened, one of those above.
        player: Whom it concerns most: who did it.
        pieces: Ids, the acting piece first.
        text: One sentence for the players, made when it happened.
    """

    rule: str
    kind: str
    player: int
    pieces: tuple[str, ...]
    text: str


# --- state -------------------------------------------------------------------------------------------------


class Phase(enum.Enum):
    """What the game waits for."""

    FIRST = "first"
    ARRANGE = "arrange"
    ROLL = "roll"
    MOVE = "move"
    TREMBLE = "tremble"
    PUT_BESIDE = "put-beside"
    REINFORCE = "reinforce"
    EXTRA = "extra"
    OVER = "over"


class DieUse(enum.Enum):
    """What became of a die."""

    OPEN = "open"
    MOVED = "moved"
    FORGONE = "forgone"
    REINFORCED = "reinforced"
    LOST = "lost"


class Die(msgspec.Struct, frozen=True):
    """A rolled die: the breed it shows and what became of it."""

    breed: str
    use: DieUse = DieUse.OPEN


class Extra(enum.Enum):
    """The extra shot of this turn: rule T6."""

    NONE = "none"
    EARNED = "earned"
    SPENT = "spent"


class Beside(msgspec.Struct, frozen=True):
    """A bug in the hand of the owner of the base that it captured: rule B2."""

    bug: str
    base: str
    owner: int


class State(msgspec.Struct, frozen=True):
    """A game at one moment.

    Attributes:
        setup: What was agreed at the start.
        table: Bugs in play and bases.  A base shows ``Face.SPECIAL`` once damaged.
        phase: What is waited for.
        player: Whose turn it is (who arranges, while arranging).
        first: Who moved first.
        turn: Number of the turn from 1; 0 while setting up.
        dice: The two dice of this turn, empty before the roll.
        moved: Ids of bugs that have moved this turn.
        reinforced: Ids of bugs that came this turn.
        extra: The extra shot.
        flick: A flick that waits for the hand's scatter.
        beside: Bugs to be placed beside bases, in order.
        arranged: Players that have placed their bugs.
        winner: The player who has won, None before or in a draw.
        ending: Rule id of the end, empty before.
    """

    setup: Setup
    table: Table
    phase: Phase = Phase.FIRST
    player: int = CHANCE
    first: int = CHANCE
    turn: int = 0
    dice: tuple[Die, ...] = ()
    moved: tuple[str, ...] = ()
    reinforced: tuple[str, ...] = ()
    extra: Extra = Extra.NONE
    flick: Flick | None = None
    beside: tuple[Beside, ...] = ()
    arranged: tuple[int, ...] = ()
    winner: int | None = None
    ending: str = ""

    def digest(self) -> str:
        """SHA-256 of the exact state, as hexadecimal digits."""
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()


class Step(NamedTuple):
    """What applying an action gives.

    Attributes:
        state: The state after it.
        happenings: What the rules made of it, in the order of resolution.
        outcome: The physics of it, where the action was a shot.
    """

    state: State
    happenings: tuple[Happening, ...]
    outcome: Outcome | None = None


class Option(msgspec.Struct, frozen=True):
    """Something that a player could think of doing now.

    Attributes:
        kind: Tag of the action (``flick``, ``forgo``, ``reinforce``, ``put-beside``, ``arrange``, ...).
        player: Who would do it.
        use: The die or extra shot that pays for it.
        piece: The piece it would be done with, where it names one.
        label: A few words for a button.
        refusal: Why it may not be done; None where it may.
    """

    kind: str
    player: int
    use: Use | None
    piece: str
    label: str
    refusal: Refusal | None
