"""The card of any piece of a match."""

from __future__ import annotations

import pygame

from micromutants.rules import (
    State,
    army_of,
    breed_of,
    cards_of,
    is_base,
    is_bug,
    is_projectile,
    is_resource,
    owner_of,
)
from micromutants.rules.words import breed_name, listed
from micromutants.table import NOBODY, Face
from micromutants.ui import theme
from micromutants.ui.draw import CardFace, Look, breed_face, draw_card, projectile_face

_OUT_OF_FORCE = "Played without cards (J11)"

_COMMON = {
    "resource": (
        "Counter",
        "A bug that comes to lie over or under it collects it (A1). Two turn a small base into its large one and bring "
        "one of its cards into play; one more buys the other card (A2).",
    ),
    "meteor": ("Token", "Every bug, of any army, that it comes to lie on is eliminated. It leaves the mat (G3)."),
    "warp-entrance": ("Token", "Where it lies on nothing, an own bug takes its place (G4)."),
    "acid-pit": ("Terrain", "A bug that comes to rest on it, even in part, is eliminated, whatever it can do (G2)."),
    "gravity-manipulator": (
        "Terrain",
        "A bug that comes to rest on it is eliminated, and its owner throws four Meteors from the own side (G3).",
    ),
    "warp-gate": (
        "Terrain",
        "A bug that comes to rest on it is eliminated, and its owner throws four Warp Entrances; in place of each that "
        "lies free comes an own bug (G4).",
    ),
}


def face_of(piece: str, state: State) -> CardFace | None:
    """What is printed on the card of a piece of this game; None where it has none."""
    breed, owner = breed_of(piece), owner_of(state, piece)
    if owner == NOBODY:
        return _common_face(piece, breed, state)
    army = army_of(state, owner)
    note = "" if state.setup.rulings.abilities else _OUT_OF_FORCE
    if is_base(state, piece):
        return _base_face(piece, state, owner)
    if is_bug(state, piece):
        if any(web.bug == piece for web in state.webs):
            note = "Caught in a web: ability off"
        return breed_face(army.breed(breed), army, note)
    if is_projectile(state, piece):
        found = next(p for p in army.projectiles if p.id == breed)
        return projectile_face(found, army, note)
    return None


def _common_face(piece: str, breed: str, state: State) -> CardFace | None:
    if breed not in _COMMON:
        return None
    facts, text = _COMMON[breed]
    kind = {"Counter": "resource", "Token": "token", "Terrain": "template"}[facts]
    army = ""
    if is_resource(piece):
        number = int(piece.rpartition("-")[2]) - 1
        seats = state.setup.seats
        army = theme.dress_of(state, number // 5) if number // 5 < len(seats) else ""
    return CardFace(breed_name(state, breed), "", ((Look(kind, army, breed), False),), facts, "", text)


def _base_face(piece: str, state: State, owner: int) -> CardFace:
    """The card of a base: what it is, what happens when it is captured, which cards it has."""
    army = army_of(state, owner)
    base = next(b for b in army.bases if b.id == piece)
    lying = state.table.get(piece)
    small = lying is not None and lying.kind == "small-base"
    damaged = lying is not None and lying.face is Face.SPECIAL
    if lying is None:
        told = "It has been eliminated."
    elif small:
        told = "Small: a bug that ends over it eliminates it (B4). Two resources make it large (A2)."
    elif damaged:
        told = "Damaged: a bug that ends over it eliminates it and stays (B3)."
    else:
        told = "Undamaged: a bug that ends over it damages it; its owner puts that bug beside it (B2)."
    if state.setup.mode == "advanced" and base.evolutions:
        had = [card.title for card in base.evolutions if card.id in cards_of(state, owner)]
        titles = listed((card.title for card in base.evolutions), "and")
        told += f" In play: {listed(had)}." if had else f" Its cards: {titles}."
    look = Look("small-base" if small else "base", theme.dress(army), piece, main=base.main)
    facts = "Main base" if base.main else "Small base" if small else "Base"
    return CardFace(base.name, theme.dress(army), ((look, damaged),), facts, "", told)


def draw_any_card(surface: pygame.Surface, rect: pygame.Rect, piece: str, state: State, *, lit: bool = False) -> None:
    """Draw the card of a piece by its id."""
    face = face_of(piece, state)
    if face is not None:
        draw_card(surface, rect, face, lit=lit)
