"""Resources: growing bases and buying evolution cards (rules A2 to A4)."""

from __future__ import annotations

import msgspec

from micromutants.rules.armies import army_of
from micromutants.rules.army import Base
from micromutants.rules.model import Buy, Grow, Happening, Phase, Refusal, State, Step
from micromutants.rules.restoring import slid_out_of
from micromutants.rules.roster import cards_of, collected
from micromutants.rules.words import breed_name, card_title, listed, opening, who, whose

replace = msgspec.structs.replace

GROWING, BUYING = 2, 1
"""What it costs to grow a base, and to buy its other card, in resources."""

SPENDING = (Phase.MOVE, Phase.REINFORCE, Phase.EXTRA, Phase.SPEND)
"""When the player on turn may spend resources (ruling J16)."""


def growable(state: State, player: int) -> tuple[Base, ...]:
    """A player's bases that are still small."""
    bases = army_of(state, player).bases
    return tuple(b for b in bases if (piece := state.table.get(b.id)) is not None and piece.kind == "small-base")


def buyable(state: State, player: int) -> tuple[str, ...]:
    """Ids of the cards that a player could buy: the other cards of bases of which one card is in play."""
    had = cards_of(state, player)
    found = []
    for base in army_of(state, player).bases:
        ids = [card.id for card in base.evolutions]
        if any(card in had for card in ids):
            found += [card for card in ids if card not in had]
    return tuple(found)


def can_spend(state: State, player: int) -> bool:
    """Whether a player could grow a base or buy a card with the resources collected."""
    if state.setup.mode != "advanced":
        return False
    have = len(collected(state, player))
    return (have >= GROWING and bool(growable(state, player))) or (have >= BUYING and bool(buyable(state, player)))


def spending_refusal(state: State, action: Grow | Buy) -> Refusal | None:
    """Why a player on turn may not grow this base or buy this card."""
    player = action.player
    if state.setup.mode != "advanced":
        return Refusal("A2", "The Basic game has no resources to spend.")
    have = len(collected(state, player))
    if isinstance(action, Grow):
        base = next((b for b in army_of(state, player).bases if b.id == action.base), None)
        if base is None:
            return Refusal("A2", f"{action.base!r} is no base of the {army_of(state, player).name}.")
        if base.id not in state.table:
            return Refusal("A2", f"The {base.name} is eliminated; it does not grow any more.")
        if base not in growable(state, player):
            return Refusal("A2", f"The {base.name} is a large base already.")
        if action.card not in [card.id for card in base.evolutions]:
            titles = listed((card.title for card in base.evolutions), "or")
            return Refusal("A2", f"The {base.name} brings {titles}, not {action.card!r}.")
        return _afford(have, GROWING)
    if action.card not in [card.id for base in army_of(state, player).bases for card in base.evolutions]:
        return Refusal("A2", f"{action.card!r} is no evolution card of the {army_of(state, player).name}.")
    if action.card in cards_of(state, player):
        return Refusal("A2", f"{card_title(state, action.card, player)} is in play already.")
    if action.card not in buyable(state, player):
        owner = army_of(state, player).base_of(action.card)
        return Refusal("A2", f"Its first card comes with growing the {owner.name if owner else 'base'}.")
    return _afford(have, BUYING)


def _afford(have: int, price: int) -> Refusal | None:
    if have >= price:
        return None
    return Refusal("A2", f"That takes {price} resource{'s' if price > 1 else ''}, and there {_are(have)} to spend.")


def _are(number: int) -> str:
    return "is none" if number == 0 else "is only one" if number == 1 else f"are only {number}"


def spent(state: State, action: Grow | Buy) -> Step:
    """The state after growing a base or buying a card, before the turn goes on."""
    player = action.player
    price = GROWING if isinstance(action, Grow) else BUYING
    left = tuple(held[price:] if i == player else held for i, held in enumerate(state.collected))
    cards = tuple((*held, action.card) if i == player else held for i, held in enumerate(state.cards))
    state = replace(state, collected=left, cards=cards)
    title = card_title(state, action.card)
    if isinstance(action, Buy):
        text = f"{who(state, player)} spends a resource: {title} comes into play."
        return Step(state, (Happening("A2", "card-bought", player, (), text, action.card),))
    base = replace(state.table[action.base], kind="base")
    table, slid = slid_out_of(state, state.table, base)
    state = replace(state, table=table)
    grown = breed_name(state, base.id)
    text = f"{who(state, player)} spends two resources: the {grown} grows, and {title} comes into play."
    notes = [Happening("A2", "grown", player, (base.id,), text, action.card)]
    for piece in slid:
        text = f"{opening(whose(state, piece))} is slid out from under the {grown}, without effect."
        notes.append(Happening("A4", "slid-out", table[piece].owner, (piece, base.id), text))
    return Step(state, tuple(notes))
