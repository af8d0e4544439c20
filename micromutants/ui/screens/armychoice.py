"""The armies to choose from for a new match: those of the game, and those of the player's own."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import pygame

from micromutants.ownarmies import armies_folder, own_armies
from micromutants.rules import Army, load_armies
from micromutants.ui import paint, theme
from micromutants.ui.draw import draw_army_badge

if TYPE_CHECKING:
    from micromutants.ui.screens.matchchoices import SeatChoice
    from micromutants.ui.screens.new_match import NewMatchScreen


@dataclass(frozen=True, slots=True)
class Shelf:
    """What there is to choose from.

    Attributes:
        armies: By a key: those of the game by their id, others by the path of their file.
        own: Keys of those from files, in order.
        faults: What is wrong with files that can not be used, a sentence each.
    """

    armies: Mapping[str, Army]
    own: tuple[str, ...]
    faults: tuple[str, ...]


def shelf() -> Shelf:
    """The armies of the game, and those in the player's folder."""
    found = own_armies()
    own = {str(path): army for path, army in found.armies}
    return Shelf({**load_armies(), **own}, tuple(own), found.faults)


def lay_armies(screen: NewMatchScreen, index: int, area: pygame.Rect) -> None:
    """Make the buttons of a seat's army: two columns, and a row below for armies from files where there are any."""
    stock = screen.shelf
    rows = 3 if stock.own or stock.faults else 2
    gap = screen.u(8 if rows == 2 else 4)
    half, high = (area.width - screen.u(8)) // 2, (area.height - gap * (rows - 1)) // rows
    cells = [
        pygame.Rect(area.x + i % 2 * (half + screen.u(8)), area.y + i // 2 * (high + gap), half, high)
        for i in range(2 * rows)
    ]
    for army, cell in zip(load_armies(), cells, strict=False):
        _button(screen, index, army, cell)
    if rows == 2:
        return
    left, right = cells[4:]
    if stock.own:
        chosen = screen.seats[index].army
        shown = chosen if chosen in stock.own else stock.own[screen.leafed[index] % len(stock.own)]
        _button(screen, index, shown, left)
        if len(stock.own) > 1:
            words = f"Next of {len(stock.own)}"
            screen.form.button(right, words, partial(leaf, screen, index), hint="Show the next army from a file.")
            return
    cell = right if stock.own else left
    if stock.faults:
        why = stock.faults[0]
        screen.form.button(cell, "A file has a fault", lambda: None, why=why, hint=f"Folder {armies_folder()}")


def leaf(screen: NewMatchScreen, index: int) -> None:
    """Show the next army from a file to a seat; where one is chosen, choose it."""
    own = screen.shelf.own
    chosen = screen.seats[index].army
    at = own.index(chosen) if chosen in own else screen.leafed[index]
    screen.leafed[index] = (at + 1) % len(own)
    if chosen in own:
        screen.choose_army(index, own[screen.leafed[index]])
    else:
        screen.relayout()


def _button(screen: NewMatchScreen, index: int, key: str, cell: pygame.Rect) -> None:
    army = screen.shelf.armies[key]
    holders = {seat.army: i for i, seat in enumerate(screen.seats[: screen.players])}
    holder = holders.get(key, index)
    taken = holder != index
    whose = screen.seats[holder].name.strip() or f"Player {holder + 1}"
    field = screen.form.button(
        cell,
        "",
        partial(screen.choose_army, index, key),
        style="on" if screen.seats[index].army == key else "quiet" if taken else "",
        hint=f"{army.name}  ·  {army.motto}  ·  {army.strength}"
        + ("" if key == army.id else f"  ·  {key}")
        + (f"  ·  {whose} leads it: the two swap armies, as each player leads another (S1)." if taken else ""),
    )
    screen.badges.append((field, key, taken))


def dealt(seats: Sequence[SeatChoice], index: int, key: str) -> list[SeatChoice]:
    """The seats when one of them takes an army: who led it takes the one that the seat had."""
    before = seats[index].army
    return [
        dataclasses.replace(seat, army=key if i == index else before if seat.army == key else seat.army)
        for i, seat in enumerate(seats)
    ]


def reseated(seats: Sequence[SeatChoice], count: int) -> list[SeatChoice]:
    """The seats when so many are played: armies of seats that have come back may have been taken meanwhile."""
    found = list(seats)
    held = [seat.army for seat in found[:2]]
    for index in range(2, count):
        if found[index].army in held:
            found[index] = dataclasses.replace(found[index], army=next(a for a in load_armies() if a not in held))
        held.append(found[index].army)
    return found


def draw_badges(screen: NewMatchScreen, surface: pygame.Surface) -> None:
    """Draw badges and names on the buttons of the armies."""
    with screen.scroll.clipped(surface):
        _badges(screen, surface)


def _badges(screen: NewMatchScreen, surface: pygame.Surface) -> None:
    u = screen.u
    for field, key, taken in screen.badges:
        rect = field.rect
        army = screen.shelf.armies[key]
        roomy = screen.roomy or screen.players < 4 or rect.height < u(48)
        tight = rect.height < u(48)
        size = min(rect.height - u(6 if tight else 12), rect.width // 3) if roomy else rect.height - u(21)
        badge = pygame.Rect(rect.x + u(6), rect.centery - size // 2, size, size)
        if not roomy:
            badge.midtop = (rect.centerx, rect.y + u(4))
        draw_army_badge(surface, badge, theme.dress(army))
        left = badge.right + u(7)
        width = rect.right - left - u(4)
        ink = theme.INK_SOFT if taken else theme.INK
        if tight:
            at = (left, rect.centery)
            size = u(15 if screen.roomy else 12.5)
            paint.text(surface, army.name, at, size, ink, bold=True, anchor="midleft", width=width)
        elif roomy:
            size = u(15 if screen.roomy else 13.5)
            at = (left, rect.centery + u(3))
            paint.text(surface, army.name, at, size, ink, bold=True, anchor="bottomleft", width=width)
            soft = theme.INK_FAINT if taken else theme.INK_SOFT
            paint.text(surface, army.strength, (left, rect.centery + u(4)), u(12), soft, width=width)
        else:
            at = (rect.centerx, rect.bottom - u(2))
            room = rect.width - u(6)
            paint.text(surface, army.name, at, u(12), ink, bold=True, anchor="midbottom", width=room)
        if taken:
            veil = pygame.Surface(badge.size, pygame.SRCALPHA)
            pygame.draw.circle(veil, (*theme.PANEL, 150), veil.get_rect().center, badge.width // 2)
            surface.blit(veil, badge)
