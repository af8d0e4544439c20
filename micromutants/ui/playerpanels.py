"""The panel of each player: bugs, bases, resources, points, cards in play."""

from __future__ import annotations

import pygame

from micromutants.rules import CHANCE, State, bases_in_play, breed_of, bugs_in_play, out_of_play, to_act
from micromutants.rules.words import card_title, counted
from micromutants.table import Face
from micromutants.ui import paint, theme
from micromutants.ui.asked import Same
from micromutants.ui.draw import draw_army_badge, draw_emblem
from micromutants.ui.session import Session
from micromutants.ui.wear import kept_by_wear

LEAST_BUGS = 2
"""A side with so few bugs in play, or fewer, has lost (rules W1 to W3)."""


def standing_words(session: Session, player: int) -> str:
    """How a side stands, in a few sentences that name what its panel only pictures."""
    state, standing = session.seen, session.standing
    name, army = session.name(player), session.army(player)
    if player in state.out:
        return f"{name} is out of the match."
    bases = bases_in_play(state, player)
    harmed = sum(base.face is Face.SPECIAL for base in bases)
    told = [
        f"{name} leads the {army.name}",
        f"{counted(len(bugs_in_play(state, player)), 'bug')} in play",
        f"{len(bases)} of {counted(len(army.bases), 'base')} left" + (f", {harmed} damaged" if harmed else ""),
    ]
    if state.setup.mode == "advanced":
        told.append(f"{counted(standing.collected[player], 'resource')} to spend")
        titles = ", ".join(card_title(state, card, player) for card in standing.cards[player])
        told.append(f"cards in play: {titles}" if titles else "no evolution card in play")
    if len(state.setup.seats) > 2:
        told.append(f"{counted(standing.points[player], 'point')} for bases taken")
    return f"{'; '.join(told)}. A click opens the cards."


def player_panel(surface: pygame.Surface, rect: pygame.Rect, session: Session, player: int, scale: float) -> None:
    """How a side stands."""
    if rect.width > 0 and rect.height > 0:
        surface.blit(_panel(Same(session), Same(session.seen), player, rect.size, scale), rect)


@kept_by_wear(maxsize=16)
def _panel(whole: Same, seen: Same, player: int, size: tuple[int, int], scale: float) -> pygame.Surface:
    """The panel as long as the very same state is seen."""
    session: Session = whole.value
    state: State = seen.value
    surface = pygame.Surface(size, pygame.SRCALPHA, 32)
    rect = surface.get_rect()
    army = session.army(player)
    style = theme.army_style(theme.dress(army))
    acting = _acts(state, player)
    paint.panel(surface, rect, edge=style.colour if acting else theme.PANEL_EDGE, radius=round(9 * scale))
    pad = round(8 * scale)
    if len(state.setup.seats) > 2:
        _compact(surface, rect.inflate(-2 * pad, -pad), session, player, scale)
    else:
        _roomy(surface, rect.inflate(-2 * pad, -pad), session, player, scale)
    if player in state.out:
        veil = pygame.Surface(rect.size, pygame.SRCALPHA)
        pygame.draw.rect(veil, (*theme.TABLE_DARK, 190), veil.get_rect(), border_radius=round(9 * scale))
        surface.blit(veil, rect)
        paint.text(surface, "out", rect.center, round(17 * scale), theme.INK_SOFT, bold=True, anchor="center")
    return surface


def _acts(state: State, player: int) -> bool:
    """Whether it is the player's doing that is waited for, or chance in the player's turn."""
    actor = to_act(state)
    return actor == player or (actor == CHANCE and state.player == player)


def _name(surface: pygame.Surface, session: Session, player: int, at: tuple[int, int], room: int, scale: float) -> None:
    state = session.seen
    acting = _acts(state, player)
    size, words = round(14 * scale), session.name(player)
    if session.is_bot(player) and paint.width_of(f"{words}  (bot)", size, acting) <= room:
        words = f"{words}  (bot)"
    least = round(10.5 * scale)
    paint.text(surface, words, at, size, bold=acting, anchor="midleft", width=max(20, room), least=least)


def _bugs(session: Session, player: int) -> tuple[str, theme.Colour]:
    state = session.seen
    count = len(bugs_in_play(state, player))
    low = count <= LEAST_BUGS + 2 and state.turn > 0
    words = f"{count} bugs" if count or player in state.arranged else "not set up"
    return words, theme.BAD if low else theme.INK_SOFT


def _roomy(surface: pygame.Surface, rect: pygame.Rect, session: Session, player: int, scale: float) -> None:
    """Two players: bases and bugs out of play, each with words."""
    state, pad = session.seen, round(8 * scale)
    head = round(24 * scale)
    badge = pygame.Rect(rect.x, rect.y, head, head)
    draw_army_badge(surface, badge, session.dress(player))
    words, ink = _bugs(session, player)
    told = paint.text(surface, words, (rect.right, badge.centery), round(13 * scale), ink, anchor="midright")
    left = told.left
    if state.setup.mode == "advanced":
        left = _resources(surface, (told.left - pad, badge.centery), session, player, scale)
    _name(surface, session, player, (badge.right + pad, badge.centery), left - badge.right - 2 * pad, scale)
    body = pygame.Rect(rect.x, badge.bottom + pad // 2, rect.width, rect.bottom - badge.bottom - pad // 2)
    cards = session.standing.cards[player]
    if body.height > round(70 * scale):
        if cards:
            line = round(15 * scale)
            titles = "  ·  ".join(card_title(state, card, player) for card in cards)
            at = (body.centerx, body.bottom)
            paint.text(surface, titles, at, round(11 * scale), theme.GOLD, anchor="midbottom", width=body.width)
            body.height -= line
        bases_row = pygame.Rect(body.x, body.y, body.width, (body.height - pad // 2) // 2)
        bugs_row = pygame.Rect(body.x, bases_row.bottom + pad // 2, body.width, bases_row.height)
    else:
        bases_row = pygame.Rect(body.x, body.y, round(body.width * 0.46), body.height)
        bugs_row = pygame.Rect(bases_row.right + pad, body.y, body.right - bases_row.right - pad, body.height)
    _bases(surface, bases_row, session, player, scale)
    _bench(surface, bugs_row, session, player, scale)


def _compact(surface: pygame.Surface, rect: pygame.Rect, session: Session, player: int, scale: float) -> None:
    """Three or four players: what counts, in little room."""
    pad, head = round(6 * scale), round(20 * scale)
    badge = pygame.Rect(rect.x, rect.y, head, head)
    draw_army_badge(surface, badge, session.dress(player))
    narrow = rect.width < 165 * scale
    words, ink = _bugs(session, player)
    size = round(12 * scale)
    room = rect.right - badge.right - pad
    above = False
    if narrow:
        # Resources stand beside the names where there is room for both in all panels, else below.
        gem = round(40 * scale) if session.seen.setup.mode == "advanced" else 0
        names = (session.name(seat) for seat in range(len(session.seen.setup.seats)))
        above = max(paint.width_of(name, round(14 * scale), True) for name in names) <= room - gem - pad
        if above:
            room = _resources(surface, (rect.right, badge.centery), session, player, scale) - badge.right - pad
    else:
        told = paint.text(surface, words, (rect.right, badge.centery), size, ink, anchor="midright")
        room = told.left - badge.right - 2 * pad
    _name(surface, session, player, (badge.right + pad, badge.centery), room, scale)
    foot = round(18 * scale)
    if narrow:
        tall = not above and rect.height > head + 2 * foot + round(36 * scale)
        below = 2 * foot if tall else foot
        row = pygame.Rect(rect.x, badge.bottom + pad // 2, rect.width, rect.bottom - badge.bottom - pad // 2 - below)
        _icons(surface, row, session, player)
        y = rect.bottom - foot // 2
        if tall:
            # There is room for a line of its own.
            paint.text(surface, words, (rect.x, y - foot), size, ink, anchor="midleft")
            words = ""
        left = _gains(surface, (rect.right, y), session, player, scale)
        left = left if above else _resources(surface, (left - pad, y), session, player, scale)
        size = paint.fitting(words, size, left - rect.x, 8)
        paint.text(surface, words, (rect.x, y), size, ink, anchor="midleft")
    else:
        row = pygame.Rect(rect.x, badge.bottom + pad // 2, rect.width // 2, rect.bottom - badge.bottom - pad // 2)
        _icons(surface, row, session, player)
        left = _gains(surface, (rect.right, row.centery), session, player, scale)
        _resources(surface, (left - pad, row.centery), session, player, scale)


def _gains(surface: pygame.Surface, right: tuple[int, int], session: Session, player: int, scale: float) -> int:
    """Points and cards in play from right to left, with three or four players; returns where they begin, px."""
    standing = session.standing
    x, y = right
    size, gap = round(13 * scale), round(5 * scale)
    words = f"{standing.points[player]} pts"
    x = paint.text(surface, words, (x, y), size, theme.GOLD, bold=True, anchor="midright").left - gap
    if standing.cards[player]:
        rect = paint.text(surface, str(len(standing.cards[player])), (x, y), size, theme.INK, anchor="midright")
        paper = pygame.Rect(0, 0, round(11 * scale), round(15 * scale))
        paper.midright = (rect.left - 2, y)
        pygame.draw.rect(surface, theme.PAPER, paper, border_radius=2)
        pygame.draw.rect(surface, theme.army_style(session.dress(player)).colour, paper, 2, border_radius=2)
        x = paper.left - gap
    return x


def _resources(surface: pygame.Surface, right: tuple[int, int], session: Session, player: int, scale: float) -> int:
    """Resources to spend, in the Advanced game; returns where they begin, px."""
    x, y = right
    if session.seen.setup.mode == "basic":
        return x
    words = f"{session.standing.collected[player]}"
    rect = paint.text(surface, words, (x, y), round(13 * scale), theme.INK, bold=True, anchor="midright")
    gem = pygame.Rect(0, 0, round(17 * scale), round(17 * scale))
    gem.midright = (rect.left - 2, y)
    draw_emblem(surface, gem, "resource", session.dress(player))
    return gem.left - round(5 * scale)


def _icons(surface: pygame.Surface, rect: pygame.Rect, session: Session, player: int) -> None:
    """The three bases without words."""
    army = session.army(player)
    standing = {base.id: base for base in bases_in_play(session.seen, player)}
    width = rect.width // 3
    icon = min(width - 2, rect.height)
    for index, base in enumerate(army.bases):
        spot = pygame.Rect(0, 0, icon, icon)
        spot.midleft = (rect.x + index * (icon + 3), rect.centery)
        if rect.width < 3 * icon * 1.6:
            spot.centerx = rect.x + width * index + width // 2
        piece = standing.get(base.id)
        _base_icon(
            surface,
            spot,
            base.id,
            theme.dress(army),
            piece.kind if piece else "",
            bool(piece and piece.face is Face.SPECIAL),
        )


def _base_icon(surface: pygame.Surface, spot: pygame.Rect, base: str, army: str, kind: str, damaged: bool) -> None:
    """A base as it stands, smaller where it is small; crossed out where it is gone."""
    if not kind:
        pygame.draw.circle(surface, theme.PANEL_LIGHT, spot.center, spot.width // 2, 1)
        inner = spot.inflate(-spot.width // 4, -spot.height // 4)
        pygame.draw.line(surface, theme.BAD, inner.topleft, inner.bottomright, 2)
        pygame.draw.line(surface, theme.BAD, inner.topright, inner.bottomleft, 2)
        return
    if kind == "small-base":
        draw_emblem(surface, spot.inflate(-spot.width // 4, -spot.height // 4), base, army, small=True)
    else:
        draw_emblem(surface, spot, base, army, special=damaged, kind="base")


def _bases(surface: pygame.Surface, rect: pygame.Rect, session: Session, player: int, scale: float) -> None:
    """The three bases: whole, small, damaged or gone."""
    army = session.army(player)
    standing = {base.id: base for base in bases_in_play(session.seen, player)}
    width = rect.width // max(1, len(army.bases))
    size = paint.fitting("damaged", round(10.5 * scale), width - 2, 8)
    icon = min(width, rect.height - round(17 * scale), round(40 * scale))
    for index, base in enumerate(army.bases):
        cell = pygame.Rect(rect.x + index * width, rect.y, width, rect.height)
        spot = pygame.Rect(0, 0, icon, icon)
        spot.midtop = cell.midtop
        piece = standing.get(base.id)
        damaged = bool(piece and piece.face is Face.SPECIAL)
        _base_icon(surface, spot, base.id, theme.dress(army), piece.kind if piece else "", damaged)
        if piece is None:
            state, ink = "lost", theme.BAD
        elif piece.kind == "small-base":
            state, ink = "small", theme.INK_FAINT
        else:
            state, ink = ("damaged", theme.WARM) if damaged else ("main" if base.main else "whole", theme.INK_FAINT)
        paint.text(surface, state, (cell.centerx, spot.bottom), size, ink, anchor="midtop", width=width)


def _bench(surface: pygame.Surface, rect: pygame.Rect, session: Session, player: int, scale: float) -> None:
    """The bugs that are out of play, a row of emblems with how many."""
    out = out_of_play(session.seen, player) if session.seen.turn else ()
    size = round(10.5 * scale)
    if not out:
        paint.text(surface, "none out of play", rect.center, size, theme.INK_FAINT, anchor="center", width=rect.width)
        return
    counts: dict[str, int] = {}
    for bug in out:
        counts[breed_of(bug)] = counts.get(breed_of(bug), 0) + 1
    army = session.dress(player)
    width = rect.width // len(session.army(player).breeds)
    icon = min(width, rect.height - round(17 * scale), round(34 * scale))
    for index, (breed, count) in enumerate(counts.items()):
        cell = pygame.Rect(rect.x + index * width, rect.y, width, rect.height)
        spot = pygame.Rect(0, 0, icon, icon)
        spot.midtop = cell.midtop
        draw_emblem(surface, spot, breed, army, kind=session.army(player).breed(breed).kind)
        paint.text(surface, f"out ×{count}", (cell.centerx, spot.bottom), size, theme.INK_FAINT, anchor="midtop")
