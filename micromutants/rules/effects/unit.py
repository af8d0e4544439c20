"""What an effect of a card is: parameters, and functions for the moments of the game at which it has a say.

An effect never changes a game.  It answers questions (may this bug be captured?) and offers decisions
(:class:`~micromutants.rules.model.Pending`); the engine does the rest, so that every effect is a few lines.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import msgspec

from micromutants.rules.model import Pending
from micromutants.table import Piece

Reach = Literal["close", "medium", "long"]
"""A mark of the ruler."""

Side = Literal["normal", "special"]
"""A side of a chip."""


CardKind = Literal["breed", "projectile", "evolution"]
"""What a card belongs to: a breed, a projectile, or a base whose evolution it is."""


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No parameters."""


class Attack(NamedTuple):
    """What would eliminate a bug.

    Attributes:
        how: ``bug`` (a capture, or what counts as one) or ``projectile``.
        ignores: Ids of effects that do not help against it.
    """

    how: Literal["bug", "projectile"]
    ignores: tuple[str, ...] = ()


class Rested(NamedTuple):
    """A bug that was flicked itself and now lies at rest.

    Attributes:
        bug: As it lies.
        captured: Whether it captured an enemy bug.
        stopped: Whether a base, or armour, ended its move.
    """

    bug: Piece
    captured: bool
    stopped: bool


class Lost(NamedTuple):
    """A bug that has been eliminated.

    Attributes:
        bug: As it lay.
        by: The player who did it.
    """

    bug: Piece
    by: int


class Landing(NamedTuple):
    """A projectile at rest on the mat.

    Attributes:
        projectile: As it lies.
        over: Bugs and bases beneath it, of any army.
        touched: Bugs that it touched on its way, of any army.
    """

    projectile: Piece
    over: tuple[Piece, ...]
    touched: tuple[Piece, ...]


class Strike(NamedTuple):
    """What a projectile does where it lands.

    Attributes:
        hits: Ids of bugs that it eliminates, unless something protects them.
        webs: Ids of bugs that get a web marker.
        bases: Ids of bases that it damages.
        ignores: Ids of effects that do not help against it.
        stays: Whether it stays on the mat until its owner's next turn.
        again: How often it may be shot again if it has eliminated nothing.
    """

    hits: tuple[str, ...] = ()
    webs: tuple[str, ...] = ()
    bases: tuple[str, ...] = ()
    ignores: tuple[str, ...] = ()
    stays: bool = False
    again: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One effect.

    The first argument of every function is an instance of ``params``.

    Attributes:
        id: As card files name it.
        params: The struct of its parameters.
        on: The cards on which it works.
        once: ``die`` or ``turn`` where it can be used once only in that time.
        shields: Whether the attack can not harm the bug that has it.
        harmless: Whether the bug captures nothing but bases.
        absorbs: Whether the attack only turns the bug to its special side.
        backlash: Whether a bug that captures this one is eliminated too.
        cleaves: The gap in mm up to which enemy bugs fall with the one captured.
        rested: What is offered when the bug has come to rest after its own flick.
        captured: What is offered when the bug has captured an enemy bug.
        lost: What is offered when the bug has been eliminated.
        turn_begun: What is offered at the start of the owner's turn.
        stands_in: Range within which another own bug may move in place of this one.
        reinforces: How many bugs a reinforcement of a breed brings.
        rushes: Whether a reinforcement of a breed may move in the turn it comes.
        lands: What a projectile does where it lands.
        burns: Whether bugs that end over or under the projectile while it stays are eliminated.
        web_results: How many results free a bug from a web of this projectile.
        web_markers: How many web markers there are.
        turns: The breed of which one bug may be turned over in place of a move.
        rerolls: Whether a die may be rolled again.
    """

    id: str
    params: type[msgspec.Struct] = Nothing
    on: tuple[CardKind, ...] = ("breed",)
    once: Literal["", "die", "turn"] = ""
    shields: Callable[[Any, Piece, Attack], bool] | None = None
    harmless: Callable[[Any, Piece], bool] | None = None
    absorbs: Callable[[Any, Piece, Attack], bool] | None = None
    backlash: Callable[[Any, Piece], bool] | None = None
    cleaves: Callable[[Any], float] | None = None
    rested: Callable[[Any, Rested], Pending | None] | None = None
    captured: Callable[[Any, Piece], Pending | None] | None = None
    lost: Callable[[Any, Lost], Pending | None] | None = None
    turn_begun: Callable[[Any, Piece], Pending | None] | None = None
    stands_in: Callable[[Any], Reach] | None = None
    reinforces: Callable[[Any, str], int] | None = None
    rushes: Callable[[Any, str], bool] | None = None
    lands: Callable[[Any, Landing], Strike] | None = None
    burns: Callable[[Any], bool] | None = None
    web_results: Callable[[Any], int] | None = None
    web_markers: Callable[[Any], int] | None = None
    turns: Callable[[Any], str] | None = None
    rerolls: Callable[[Any], bool] | None = None
