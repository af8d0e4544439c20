"""Games in any position, for the decisions that are rare in play."""

from micromutants.rules import DrawFirst, Phase, Seat, Setup, State, apply, load_armies, owner_of, start
from micromutants.rules.ids import breed_of
from micromutants.rules.model import Die
from micromutants.table import NOBODY, Face, Piece, Table

NAMES = ("Ada", "Boris", "Cleo", "Dag")

SPARES = {"chitinians": "larva", "usarthropods": "green-beret", "flyborgs": "poisoner", "sovietopters": "saboteur"}
"""Breeds of which three bugs stand far from the action, so that no side has fallen."""


def setup_of(*armies, **changes):
    """A set-up of these armies."""
    return Setup(tuple(Seat(name, army) for name, army in zip(NAMES, armies, strict=False)), **changes)


def piece(name, x, y, face=Face.NORMAL):
    """A bug, projectile, resource or token; who owns it is found when it is put in a position."""
    chips = {c.id: c.kind for army in load_armies().values() for c in (*army.breeds, *army.projectiles)}
    other = "resource" if breed_of(name) == "resource" else "token"
    return Piece(name, chips.get(breed_of(name), other), NOBODY, float(x), float(y), 0.0, face)


def special(name, x, y):
    return piece(name, x, y, Face.SPECIAL)


def position(*pieces, setup, dice=("warrior", "spider"), **changes):
    """A game in its third turn, the first player's, with these pieces and dice, and three spares a side."""
    first = start(setup)
    if len(setup.seats) == 3:
        first = apply(first, DrawFirst(0, alone=0)).state
    spares = []
    for player, seat in enumerate(setup.seats):
        along, deep = (40, 20) if player % 2 == 0 else (40, 740)
        for n in (1, 2, 3):
            x = along + 40 * n if player < 2 else 760 - along - 40 * n
            spares.append(piece(f"{SPARES[seat.army]}-{n}", x, deep))
    named = {p.id for p in pieces}
    laid = [p for p in spares if p.id not in named] + list(pieces)
    owned = [Piece(p.id, p.kind, owner_of(setup, p.id), p.x, p.y, p.angle, p.face) for p in laid]
    values = {
        "phase": Phase.MOVE,
        "player": 0,
        "first": 0,
        "turn": 3,
        "dice": tuple(Die(breed) for breed in dice),
        "arranged": tuple(range(len(setup.seats))),
        "collected": first.collected,
        "cards": first.cards,
        "alone": first.alone,
    }
    return State(setup, Table.of(setup.mat, [*first.table, *owned]), **(values | changes))
