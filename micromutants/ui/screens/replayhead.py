"""The head of the replay screen: who plays, what still stands, how the dice fell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from micromutants.rules import Reroll, Roll, RollAgain, Use, army_of, is_base, is_bug
from micromutants.ui import paint, theme
from micromutants.ui.draw import draw_army_badge, draw_die

if TYPE_CHECKING:
    from micromutants.ui.screens.replay import ReplayScreen


def draw_head(screen: ReplayScreen, surface: pygame.Surface, panel: pygame.Rect) -> None:
    """Players with what still stands, the dice of the turn, how far it is."""
    u = screen.u
    paint.panel(surface, panel, radius=u(10))
    seats = len(screen.record.setup.seats)
    dice = pygame.Rect(panel.right - u(148), panel.y + u(14), u(136), u(64))
    for player in range(seats):
        row, place = divmod(player, 1 if seats == 2 else 2)
        wide = (dice.x - panel.x - u(20)) if seats == 2 else (panel.width - u(20)) // 2
        top = panel.y + u(10) + row * u(40) + (u(72) if seats > 2 else 0)
        _draw_seat(screen, surface, pygame.Rect(panel.x + u(12) + place * wide, top, wide - u(6), u(36)), player)
    _draw_dice(screen, surface, dice)
    turn = f"  ·  {screen.turn}" if screen.turn else ""
    words = f"Action {screen.player.done} of {len(screen.moments)}{turn}  ·  ×{screen.player.speed:g}"
    told = screen.note or screen.saved or screen.about
    ink = theme.BAD if screen.note else theme.GOLD if screen.saved else theme.INK_FAINT
    if seats == 2:
        paint.text(surface, words, (panel.x + u(12), panel.y + u(98)), u(13), theme.GOLD, bold=True)
        box = pygame.Rect(panel.x + u(12), panel.y + u(120), panel.width - u(24), u(42))
    else:
        paint.text(surface, words, (panel.x + u(12), panel.y + u(12)), u(13), theme.GOLD, bold=True)
        box = pygame.Rect(panel.x + u(12), panel.y + u(32), dice.x - panel.x - u(20), u(42))
    paint.paragraph(surface, told, box, u(12.5), ink)


def _draw_seat(screen: ReplayScreen, surface: pygame.Surface, rect: pygame.Rect, player: int) -> None:
    """A player: badge, name, what still stands and what has been gained."""
    u, seat, standing = screen.u, screen.record.setup.seats[player], screen.standing
    table = screen.moments[screen.player.done - 1].after if screen.player.done else screen.record.start
    out = player in standing.out
    badge = pygame.Rect(rect.x, rect.y, rect.height, rect.height)
    draw_army_badge(surface, badge, theme.dress_of(screen.record.setup, player))
    bot = " (bot)" if player in screen.record.bots else ""
    left = badge.right + u(8)
    width = rect.right - left
    bugs = sum(1 for p in table if p.owner == player and is_bug(screen.record.setup, p.id))
    bases = sum(1 for p in table if p.owner == player and is_base(screen.record.setup, p.id))
    facts = [f"{bugs} bugs", f"{bases} bases"]
    if len(screen.record.setup.seats) > 2:
        facts.append(f"{standing.points[player]} pts")
    if screen.record.setup.mode == "advanced":
        facts.append(f"{standing.collected[player]} res.")
        if standing.cards[player]:
            facts.append(f"{len(standing.cards[player])} cards")
    told = "out" if out else "  ".join(facts)
    ink = theme.INK_FAINT if out else theme.INK
    paint.text(surface, seat.name + bot, (left, rect.y - u(1)), u(15), ink, bold=True, width=width)
    paint.text(surface, told, (left, rect.y + u(18)), u(12.5), theme.INK_SOFT, width=width)


def _draw_dice(screen: ReplayScreen, surface: pygame.Surface, rect: pygame.Rect) -> None:
    """The dice of the turn that is shown, as they fell."""
    fallen: dict[int, int] = {}
    again = 0
    for moment in reversed(screen.moments[: screen.player.done]):
        action = moment.action
        if any(h.kind == "turn" for h in moment.happenings) and not isinstance(action, Roll):
            return
        if isinstance(action, RollAgain | Reroll):
            # Which die it was stands in the reroll before it.
            if isinstance(action, RollAgain):
                again = action.face
            else:
                fallen.setdefault(0 if action.use is Use.DIE_1 else 1, again)
        if isinstance(action, Roll) and moment.happenings:
            player = moment.happenings[0].player
            army = army_of(screen.record.setup, player)
            for index, face in enumerate(action.faces):
                die = pygame.Rect(rect.x + index * (rect.height + screen.u(8)), rect.y, rect.height, rect.height)
                shown = army.dice[index][fallen.get(index, face)]
                draw_die(surface, die, shown, theme.dress(army), number=index + 1)
            return
