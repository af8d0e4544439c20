"""The actions of a game: everything that players and chance can do, in the order in which a game calls for them."""

from __future__ import annotations

import enum

import msgspec

from micromutants.physics import Launch, Shot

CHANCE = -1
"""Player index of chance: who draws, rolls dice, drops resources and makes hands tremble."""


class Use(enum.Enum):
    """What pays for a move."""

    DIE_1 = "die-1"
    DIE_2 = "die-2"
    EXTRA = "extra"
    CARD = "card"
    """A card gives the move: the first of ``State.pending`` says which."""


class Spot(msgspec.Struct, frozen=True):
    """Where a piece is put by hand."""

    piece: str
    x: float
    y: float
    angle: float = 0.0


class DrawFirst(msgspec.Struct, frozen=True, tag="draw-first", tag_field="kind"):
    """Chance draws who moves (and places) first, and with three players who sits alone: rules S5, S6, S10."""

    first: int
    player: int = CHANCE
    alone: int | None = None
    """Who has an end of the mat alone; None but for three players."""


class Arrange(msgspec.Struct, frozen=True, tag="arrange", tag_field="kind"):
    """A player places all bugs in the own set-up area: rule S3."""

    player: int
    spots: tuple[Spot, ...]
    bases: tuple[str, ...] = ()
    """Ids of the bases on the left, middle and right spot (rule S10); empty for the main base in the middle."""


class Drop(msgspec.Struct, frozen=True, tag="drop", tag_field="kind"):
    """Chance lets a player's resources fall over the middle: rule S8."""

    spots: tuple[Spot, ...]
    """Over what they are let go."""
    launches: tuple[Launch, ...]
    player: int = CHANCE


class Roll(msgspec.Struct, frozen=True, tag="roll", tag_field="kind"):
    """Chance rolls the two Action dice: face indices 0 to 5, rule T1."""

    faces: tuple[int, int]
    player: int = CHANCE


class Flick(msgspec.Struct, frozen=True, tag="flick", tag_field="kind"):
    """A player flicks a piece, meaning this shot: rule M1.  What the hand really does comes as a :class:`Tremble`."""

    player: int
    use: Use
    shot: Shot
    by: str = ""
    """The bug in place of whose move this is, where a card allows that; empty: the rules find the nearest."""
    haste: float | None = None
    """How hasty the hand was, 0 calm to 1; None for a hand of which it is not known, which errs as usual.  It matters
    only where ruling J31 is in force."""


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


# --- what cards, terrain and resources ask for -----------------------------------------------------------------


class Decline(msgspec.Struct, frozen=True, tag="decline", tag_field="kind"):
    """A player does not use what the first of ``State.pending`` offers: rule M11."""

    player: int


class Load(msgspec.Struct, frozen=True, tag="load", tag_field="kind"):
    """A player places a projectile beside the bug that shoots it: rule M10.  A ``Flick`` of it follows."""

    player: int
    spot: Spot


class Shove(msgspec.Struct, frozen=True, tag="shove", tag_field="kind"):
    """A player lets a bug push all bugs around it away: the card *repulse*."""

    player: int


class Bring(msgspec.Struct, frozen=True, tag="bring", tag_field="kind"):
    """A player puts a bug where a card or a warp entrance takes it: beside a bug, or in place of bug or token."""

    player: int
    spot: Spot


class TurnOver(msgspec.Struct, frozen=True, tag="turn-over", tag_field="kind"):
    """A player turns an own bug to its other side, as a card allows."""

    player: int
    piece: str
    use: Use = Use.CARD
    """The die or extra shot that pays for it; ``CARD`` where it is free."""


class Throw(msgspec.Struct, frozen=True, tag="throw", tag_field="kind"):
    """A player throws the four tokens of a terrain from the own side: rules G3, G4, G5."""

    player: int
    azimuth: float
    """Direction in plan, rad."""
    power: float
    """0 to 1, in proportion to the speed."""


class Scatter(msgspec.Struct, frozen=True, tag="scatter", tag_field="kind"):
    """Chance lets the thrown tokens part: where they leave the hand, and how."""

    spots: tuple[Spot, ...]
    launches: tuple[Launch, ...]
    player: int = CHANCE


class Free(msgspec.Struct, frozen=True, tag="free", tag_field="kind"):
    """A player spends a result on a webbed bug of its breed, in place of a move."""

    player: int
    use: Use
    piece: str


class Reroll(msgspec.Struct, frozen=True, tag="reroll", tag_field="kind"):
    """A player has a die rolled again before it is used, as a card allows."""

    player: int
    use: Use


class RollAgain(msgspec.Struct, frozen=True, tag="roll-again", tag_field="kind"):
    """Chance rolls one die again: face index 0 to 5."""

    face: int
    player: int = CHANCE


class Grow(msgspec.Struct, frozen=True, tag="grow", tag_field="kind"):
    """A player spends two resources: a small base becomes its large one, with one of its evolution cards: rule A2."""

    player: int
    base: str
    card: str


class Buy(msgspec.Struct, frozen=True, tag="buy", tag_field="kind"):
    """A player spends one resource on the other evolution card of a base that has grown: rule A2."""

    player: int
    card: str


class Concede(msgspec.Struct, frozen=True, tag="concede", tag_field="kind"):
    """A player gives the match up: ruling J32."""

    player: int


class TakenBack(msgspec.Struct, frozen=True, tag="taken-back", tag_field="kind"):
    """All at the table agreed that a player's flick is taken back; nothing changes by this note of it: ruling J33."""

    player: int
    shot: Shot


class EndTurn(msgspec.Struct, frozen=True, tag="end-turn", tag_field="kind"):
    """A player spends no more resources and ends the turn: rules T2, A2."""

    player: int


Action = (
    DrawFirst
    | Arrange
    | Roll
    | Flick
    | Tremble
    | Forgo
    | Reinforce
    | PutBeside
    | Drop
    | Decline
    | Load
    | Shove
    | Bring
    | TurnOver
    | Throw
    | Scatter
    | Free
    | Reroll
    | RollAgain
    | Grow
    | Buy
    | EndTurn
    | Concede
    | TakenBack
)
"""Everything that can happen in a game."""
