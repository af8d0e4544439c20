"""What is agreed before a game, and how the rules refuse."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from micromutants.physics import Hand, Physics
from micromutants.rules.army import Army, shared
from micromutants.table import Mat

RULES_VERSION = 7
"""Goes up whenever the same actions may give another game; records carry it."""


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


class Rulings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Choices where the printed rules are silent or where a table may agree otherwise."""

    abilities: bool = True
    """Whether the breed and projectile cards are in force (ruling J11)."""
    resources_below: bool = True
    """Whether a bug beneath a resource takes it too, not only one above it (ruling J12)."""
    knocked_into_terrain: bool = True
    """Whether a bug that is knocked onto a template sets it off, not only one that was flicked (ruling J13)."""
    redrops: Annotated[int, msgspec.Meta(ge=0, le=20)] = 3
    """How often a resource in a set-up area is dropped again before it is placed by hand (ruling J14)."""
    dexterity: bool = False
    """Whether haste makes a hand err more, and calm less (ruling J31)."""


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is agreed before the first die rolls.

    Attributes:
        seats: Two to four players, in clockwise order.
        physics: Model constants.
        mat: The mat.
        mode: ``basic``, or ``advanced`` with resources, small bases and evolution cards.
        terrain: Up to two different ones of ``acid-pit``, ``gravity-manipulator`` and ``warp-gate``: on the left
            and the right star.
        rulings: What is agreed where the printed rules are silent.
        armies: Armies of the players' own that seats lead, with all their cards; each stands in the place of the
            one of the game with the same id, where there is one.
        preview: How much of a flick is shown while aiming, to every player: ``full``, its ``short`` beginning, or
            ``none``.
        edition: The version of the rules that is played: what :mod:`micromutants.rules.editions` tells of later ones
            is not in force.  A new match is of the present one, a record goes on with its own.
    """

    seats: tuple[Seat, ...]
    physics: Physics = Physics()
    mat: Mat = Mat()
    mode: Literal["basic", "advanced"] = "basic"
    terrain: tuple[Literal["acid-pit", "gravity-manipulator", "warp-gate"], ...] = ()
    rulings: Rulings = Rulings()
    armies: tuple[Army, ...] = ()
    preview: Literal["none", "short", "full"] = "full"
    edition: int = RULES_VERSION

    def __post_init__(self) -> None:
        """Share the armies with every other set-up that has the same: each flick asks for their parts many times."""
        if self.armies:
            msgspec.structs.force_setattr(self, "armies", tuple(shared(army) for army in self.armies))
