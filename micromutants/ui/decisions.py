"""From what the rules offer to what a person decides with: options as actions, and picks where nothing is aimed."""

from __future__ import annotations

from micromutants.rules import (
    Action,
    Buy,
    Decline,
    EndTurn,
    Forgo,
    Free,
    Grow,
    Option,
    Phase,
    Reroll,
    Shove,
    State,
    Task,
    TurnOver,
    Use,
    pickable,
)
from micromutants.ui.asked import legal, options

ON_CARDS = ("reroll", "free", "turn-over", "grow", "buy")
"""Options of the cards panel."""


def action_of(option: Option) -> Action:
    """The action of an option that needs neither a spot nor an aim.

    Raises:
        ValueError: The option needs one.
    """
    player, use = option.player, option.use
    match option.kind:
        case "forgo":
            return Forgo(player, use)
        case "decline":
            return Decline(player)
        case "end-turn":
            return EndTurn(player)
        case "shove":
            return Shove(player)
        case "turn-over":
            return TurnOver(player, option.piece, use or Use.CARD)
        case "free" if use is not None:
            return Free(player, use, option.piece)
        case "reroll" if use is not None:
            return Reroll(player, use)
        case "grow":
            return Grow(player, option.piece, option.card)
        case "buy":
            return Buy(player, option.card)
    raise ValueError(f"an option of kind {option.kind!r} is no action yet")


def leaving(state: State) -> list[Option]:
    """What could be let go, left or ended now, refused offers included where they are worth a word."""
    offers = options(state)
    match state.phase:
        case Phase.MOVE:
            return [o for o in offers if o.kind == "forgo" and o.use in (Use.DIE_1, Use.DIE_2)]
        case Phase.EXTRA:
            return [o for o in offers if o.kind == "forgo" and o.use is Use.EXTRA]
        case Phase.REINFORCE:
            return [o for o in offers if o.kind == "forgo" and o.use is None]
        case Phase.DECIDE:
            return [o for o in offers if o.kind == "decline"]
        case Phase.SPEND:
            return [o for o in offers if o.kind == "end-turn"]
    return []


def special_offers(state: State, piece: str | None = None) -> list[Option]:
    """What cards allow with a piece beside flicking it: turning it over, freeing it; with any piece where None."""
    if state.phase is Phase.DECIDE:
        return []
    found: dict[tuple[str, str], Option] = {}
    for option in legal(state):
        if option.kind in ("free", "turn-over") and piece in (None, option.piece):
            # Two dice of one breed are one choice.
            found.setdefault((option.kind, option.piece), option)
    return list(found.values())


def card_offers(state: State) -> list[Option]:
    """What the cards panel offers the player on turn, refused offers included."""
    if state.phase is Phase.DECIDE:
        return []
    return [option for option in options(state) if option.kind in ON_CARDS]


class Picking:
    """A decision without a spot or an aim: whether to push, or which bug to turn over."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.task = state.pending[0].task
        wanted = "shove" if self.task is Task.SHOVE else "turn-over"
        self.choices = tuple(option for option in legal(state) if option.kind == wanted)
        self.index = 0

    @property
    def pieces(self) -> tuple[str, ...]:
        """The bugs that it concerns: those that would be pushed, or one of which would be turned over."""
        return pickable(self.state)

    @property
    def choice(self) -> Option | None:
        """What would be done."""
        return self.choices[self.index] if self.choices else None

    def step(self, by: int) -> None:
        """Take the next or previous choice."""
        if self.choices:
            self.index = (self.index + by) % len(self.choices)

    def choose_piece(self, piece: str) -> bool:
        """Take the choice of this bug; returns whether there is one."""
        for index, option in enumerate(self.choices):
            if option.piece == piece:
                self.index = index
                return True
        return False

    def action(self) -> Action | None:
        """What would be done, as an action."""
        return action_of(self.choice) if self.choice else None


def is_picking(state: State) -> bool:
    """Whether the decision now is one of :class:`Picking`."""
    return state.phase is Phase.DECIDE and state.pending[0].task in (Task.SHOVE, Task.TURN)


def is_throwing(state: State) -> bool:
    """Whether tokens have to be thrown now."""
    return state.phase is Phase.DECIDE and state.pending[0].task is Task.THROW
