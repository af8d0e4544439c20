"""What a match needs of the rules of a game, and nothing more.

``micromutants.rules`` is a module that fulfils :class:`Rules`; another table game would be another one.  Setups,
actions, happenings and states are frozen msgspec structs that the match stores, compares and hands on, without
looking into them beyond what the protocols here name.
"""

from __future__ import annotations

import random
from typing import Any, Protocol

from micromutants.physics import Outcome
from micromutants.table import Table

CHANCE = -1
"""Player index of chance, whose actions are drawn from the seeded generator of the match."""


class Action(Protocol):
    """Something that a player, or chance, does."""

    @property
    def player(self) -> int:
        """Index of who does it, or ``CHANCE``."""


class Happening(Protocol):
    """Something that a rule made happen."""

    @property
    def rule(self) -> str:
        """Id of the rule."""

    @property
    def kind(self) -> str:
        """What happened."""

    @property
    def player(self) -> int:
        """Whom it concerns most."""

    @property
    def pieces(self) -> tuple[str, ...]:
        """Ids, the acting piece first."""

    @property
    def text(self) -> str:
        """One sentence for the players."""


class State(Protocol):
    """A game at one moment, a value."""

    @property
    def table(self) -> Table:
        """What lies on the mat."""

    def digest(self) -> str:
        """SHA-256 of the exact state, as hexadecimal digits."""


class Rules(Protocol):
    """The rules of a game, usually a module.  States, setups and actions are typed by the module itself.

    ``Setup``, ``Action`` and ``Happening`` are what msgspec decodes them as: a struct or a union of tagged structs.
    """

    @property
    def RULES_VERSION(self) -> int:  # noqa: N802 - a constant of the module
        """Goes up whenever the same actions may give another game."""

    @property
    def Setup(self) -> Any:  # noqa: N802 - a type of the module
        """Type of what is agreed before the start."""

    @property
    def Action(self) -> Any:  # noqa: N802
        """Type of the actions, those of chance included."""

    @property
    def Happening(self) -> Any:  # noqa: N802
        """Type of the happenings."""

    def start(self, setup: Any, /) -> Any:
        """The first state.

        Raises:
            ValueError: The setup can not be played; one sentence.
        """

    def upgraded(self, setup: Any, version: int, /) -> Any:
        """The set-up of a record that an older version of the rules made, such that the same game comes of it."""

    def to_act(self, state: Any, /) -> int | None:
        """Whose action is due: a player, ``CHANCE``, or None when the game is over."""

    def chance(self, state: Any, generator: random.Random, /) -> Any:
        """Draw the chance action that is due, with ``generator.random()`` alone."""

    def options(self, state: Any, /) -> tuple[Any, ...]:
        """Everything that could be thought of now, refused options with their reason."""

    def legal(self, state: Any, /) -> tuple[Any, ...]:
        """The options that are not refused."""

    def refusal(self, state: Any, action: Any, /) -> Any:
        """Why the action is refused, or None."""

    def apply(self, state: Any, action: Any, /) -> Step:
        """What the action makes of the state.

        Raises:
            ValueError: The rules refuse it; one sentence.
        """


class Step(Protocol):
    """What applying an action gives."""

    @property
    def state(self) -> Any:
        """The state after it."""

    @property
    def happenings(self) -> tuple[Any, ...]:
        """What the rules made of it, in order."""

    @property
    def outcome(self) -> Outcome | None:
        """The physics of it, where it was a shot."""
