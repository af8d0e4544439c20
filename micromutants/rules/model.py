"""The values of a game: what is agreed, happenings, state, options, refusals.

All of them are frozen msgspec structs, so that a record of them is plain JSON and equal games have equal digests.
"""

from __future__ import annotations

import enum
import hashlib
from typing import Any, NamedTuple

import msgspec

from micromutants.physics import Outcome
from micromutants.rules.actions import (
    CHANCE,
    Action,
    Arrange,
    Bring,
    Buy,
    Concede,
    Decline,
    DrawFirst,
    Drop,
    EndTurn,
    Flick,
    Forgo,
    Free,
    Grow,
    Load,
    PutBeside,
    Reinforce,
    Reroll,
    Roll,
    RollAgain,
    Scatter,
    Shove,
    Spot,
    TakenBack,
    Throw,
    Tremble,
    TurnOver,
    Use,
)
from micromutants.rules.agreed import RULES_VERSION, Refusal, RuleError, Rulings, Seat, Setup, SetupError
from micromutants.table import Piece, Table

__all__ = [
    "CHANCE",
    "RULES_VERSION",
    "Action",
    "Arrange",
    "Beside",
    "Bring",
    "Buy",
    "Concede",
    "Decline",
    "Die",
    "DieUse",
    "DrawFirst",
    "Drop",
    "EndTurn",
    "Extra",
    "Flick",
    "Forgo",
    "Free",
    "Grow",
    "Happening",
    "Load",
    "Option",
    "Pending",
    "Phase",
    "PutBeside",
    "Refusal",
    "Reinforce",
    "Reroll",
    "Roll",
    "RollAgain",
    "RuleError",
    "Rulings",
    "Scatter",
    "Seat",
    "Setup",
    "SetupError",
    "Shove",
    "Spot",
    "State",
    "Step",
    "TakenBack",
    "Task",
    "Throw",
    "Tremble",
    "Trophy",
    "TurnOver",
    "Use",
    "Web",
]


class Happening(msgspec.Struct, frozen=True):
    """Something that a rule made happen, with all that is needed to say why.

    The kinds, in the order of a game: ``first``, ``places``, ``arranged``, ``terrain-laid``, ``dropped``,
    ``drop-again``, ``turn``, ``roll``, ``reroll``, ``flick``, ``load``, ``thrown``; from a shot ``put-back``,
    ``base-back``, ``slid-out``, ``capture``, ``hit``, ``fumble``, ``shielded``, ``armour``, ``webbed``, ``overlap``,
    ``base-damaged``, ``base-eliminated``, ``resource``, ``terrain``, ``burnt``, ``cleave``, ``venom``, ``meteor``,
    ``spent``, ``nothing``, ``extra-earned``; from cards ``offer``, ``declined``, ``brought``, ``hatched``,
    ``turned``, ``shove``, ``freed``, ``flame-out``; then ``put-beside``, ``forgone``, ``die-lost``,
    ``reinforcement``, ``grown``, ``card-bought``, ``extra-lost``, ``conceded``, ``taken-back``,
    ``player-out``, ``victory``.

    Attributes:
        rule: Id of the rule or ruling.
        kind: What happened, one of those above.
        player: Whom it concerns most: who did it.
        pieces: Ids, the acting piece first.
        text: One sentence for the players, made when it happened.
        card: Id of the card that made it happen; empty where a rule did.
    """

    rule: str
    kind: str
    player: int
    pieces: tuple[str, ...]
    text: str
    card: str = ""


class Phase(enum.Enum):
    """What the game waits for."""

    FIRST = "first"
    ARRANGE = "arrange"
    DROP = "drop"
    """Chance drops resources: ``Drop``."""
    ROLL = "roll"
    ROLL_AGAIN = "roll-again"
    """Chance rolls one die again: ``RollAgain``."""
    MOVE = "move"
    TREMBLE = "tremble"
    PUT_BESIDE = "put-beside"
    DECIDE = "decide"
    """A player decides on the first of ``State.pending``; its task says how."""
    SCATTER = "scatter"
    """Thrown tokens leave the hand: ``Scatter``."""
    REINFORCE = "reinforce"
    EXTRA = "extra"
    SPEND = "spend"
    """All is done but resources could still be spent: ``Grow``, ``Buy`` or ``EndTurn``."""
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
    at: Spot | None = None
    """Where it lay when it captured the base."""


class Task(enum.Enum):
    """What a pending decision asks of its player; each may be declined by ``Decline``."""

    MOVE = "move"
    """Flick one bug of ``pickable(state)``: ``Flick`` with ``Use.CARD``."""
    LOAD = "load"
    """Place a projectile beside the source: ``Load``."""
    SHOOT = "shoot"
    """Flick the projectile that lies ready: ``Flick`` with ``Use.CARD``."""
    SHOVE = "shove"
    """Push all bugs around the source away: ``Shove``."""
    BRING = "bring"
    """Put one bug of ``pickable(state)`` beside the source, or in its place: ``Bring``."""
    TURN = "turn"
    """Turn one bug of ``pickable(state)`` over: ``TurnOver``."""
    THROW = "throw"
    """Throw the tokens of a terrain: ``Throw``."""
    MUSTER = "muster"
    """Bring a further bug of a reinforcement beside a base: ``Bring``."""
    DROP = "drop"
    """Resources wait to be dropped; chance does it: ``Drop``."""


class Pending(msgspec.Struct, frozen=True):
    """A decision that a card, a terrain or the set-up leaves to somebody.

    Attributes:
        task: What is asked.
        player: Who decides.
        rule: Id of the rule that asks.
        card: Id of the card that asks, empty where none does.
        source: The piece that it starts from: bug, projectile, base, template or token.
        breed: Only bugs of this breed will do; empty for any.
        range: Only bugs within this range of the source will do: close, medium, long, or empty.
        count: How many more times it may be done, or how often it has been tried.
        reserve: Whether the bug comes from out of play instead of from the mat.
        inside: Whether it is put in place of the source instead of beside it.
        at: The source as it lay, where it is no longer on the mat.
        pieces: Exactly these pieces will do; empty where breed and range say which.
    """

    task: Task
    player: int
    rule: str
    card: str = ""
    source: str = ""
    breed: str = ""
    range: str = ""
    count: int = 1
    reserve: bool = False
    inside: bool = False
    at: Piece | None = None
    pieces: tuple[str, ...] = ()


class Web(msgspec.Struct, frozen=True):
    """A web marker on a bug, and how many results it still takes to free it."""

    bug: str
    results: int = 1
    by: int = CHANCE
    """The player whose projectile it comes from."""


class Trophy(msgspec.Struct, frozen=True):
    """An eliminated base, whose it was, and who keeps it: rule W4."""

    base: str
    owner: int
    by: int


class State(msgspec.Struct, frozen=True):
    """A game at one moment.

    Attributes:
        setup: What was agreed at the start.
        table: Bugs in play, bases, resources, terrain, and projectiles and tokens while they are out.  A base shows
            ``Face.SPECIAL`` once damaged.
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
        pending: Decisions that cards and terrain ask for, the next one first.
        throw: A throw that waits for its scatter.
        alone: Who has an end of the mat alone, with three players; -1 otherwise.
        webs: Web markers on the mat.
        collected: For each player the ids of the resources that wait to be spent.
        cards: For each player the ids of the evolution cards in play.
        trophies: Bases eliminated, in order; empty with two players, who have no use for them.
        out: Players that have been eliminated, in order.
        once: What has been used that a die, or a turn, gives only once.
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
    pending: tuple[Pending, ...] = ()
    throw: Throw | None = None
    alone: int = -1
    webs: tuple[Web, ...] = ()
    collected: tuple[tuple[str, ...], ...] = ()
    cards: tuple[tuple[str, ...], ...] = ()
    trophies: tuple[Trophy, ...] = ()
    out: tuple[int, ...] = ()
    once: tuple[str, ...] = ()

    def digest(self) -> str:
        """SHA-256 of the exact state, as hexadecimal digits.

        What has been agreed where the printed rules are silent, the players' own armies, the preview and the edition
        are left out, for records have a checksum of the whole set-up; so are the fields that a Basic game of two
        never uses, so that its digests are those of version 1.
        """
        told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        _unused(told, _NEW_IN_STATE)
        for key in _AGREED:
            del told["setup"][key]
        _unused(told["setup"], _NEW_IN_SETUP)
        if told["flick"]:
            _unused(told["flick"], {"by": "", "haste": None})
        for beside in told["beside"]:
            _unused(beside, {"at": None})
        return hashlib.sha256(msgspec.json.encode(told)).hexdigest()


_AGREED = ("rulings", "armies", "preview", "edition")
"""Fields of a set-up that no digest looks at."""

_NEW_IN_SETUP: dict[str, Any] = {"mode": "basic", "terrain": []}
_NEW_IN_STATE: dict[str, Any] = {
    "pending": [],
    "throw": None,
    "alone": -1,
    "webs": [],
    "collected": [],
    "cards": [],
    "trophies": [],
    "out": [],
    "once": [],
}
"""Fields that came with version 2, and what they hold while they are not used."""


def _unused(told: dict[str, Any], fields: dict[str, Any]) -> None:
    """Take out the fields that hold nothing."""
    for key, nothing in fields.items():
        if told[key] == nothing:
            del told[key]


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
        use: The die, extra shot or card that pays for it.
        piece: The piece it would be done with, where it names one.
        label: A few words for a button.
        refusal: Why it may not be done; None where it may.
        card: The evolution card that it would bring into play, or the card that offers it.
        by: The bug in place of whose move it would be.
    """

    kind: str
    player: int
    use: Use | None
    piece: str
    label: str
    refusal: Refusal | None
    card: str = ""
    by: str = ""
