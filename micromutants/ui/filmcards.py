"""The cards and bars of a film: who plays, how they stand, what happened, who has won."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from micromutants.rules import Happening, Setup, army_of, breed_of, is_base, is_bug, is_projectile, owner_of
from micromutants.rules.words import an
from micromutants.rules.words import name as piece_name
from micromutants.table import Face, Piece, Table
from micromutants.ui import theme
from micromutants.ui.draw import Scene, draw_army_badge, draw_backdrop, draw_emblem, draw_scene, draw_text
from micromutants.ui.draw.ground import vignette
from micromutants.ui.draw.pen import Inks, Pen, canvas, settle
from micromutants.ui.draw.text import fitted, line_height
from micromutants.ui.playback import Moment
from micromutants.ui.standing import Standing
from micromutants.ui.view import View

_TOLD = (
    "player-out",
    "base-eliminated",
    "meteor",
    "hit",
    "capture",
    "cleave",
    "burnt",
    "webbed",
    "base-damaged",
    "terrain",
    "fumble",
    "shove",
    "resource",
    "put-back",
    "spent",
    "overlap",
    "nothing",
)
"""What the caption tells, the most important first."""


@dataclass(frozen=True, slots=True)
class Page:
    """How a frame is laid out: a bar above, the table, a bar below.

    Attributes:
        size: Width and height of the frame, px.
    """

    size: tuple[int, int]

    @property
    def unit(self) -> int:
        """Height of plain type, px."""
        return max(8, min(self.size) // 34)

    @property
    def head(self) -> pygame.Rect:
        """The bar above."""
        return pygame.Rect(0, 0, self.size[0], round(self.unit * 2.4))

    @property
    def foot(self) -> pygame.Rect:
        """The bar below."""
        height = round(self.unit * 3.5)
        return pygame.Rect(0, self.size[1] - height, self.size[0], height)

    @property
    def place(self) -> tuple[int, int, int, int]:
        """Where the table is seen."""
        return 0, self.head.bottom, self.size[0], max(1, self.foot.top - self.head.bottom)


def draw_bars(surface: pygame.Surface, page: Page, moment: Moment, table: Table, done: bool) -> None:
    """Names with what they still have above, what happens below."""
    setup = moment.setup
    surface.fill(theme.PANEL, page.head)
    surface.fill(theme.PANEL_EDGE, (0, page.head.bottom - 1, page.head.width, 1))
    stands = moment.stands if done else moment.stood
    for player in range(len(setup.seats)):
        if len(setup.seats) == 2:
            _standing(surface, page, setup, table, player)
        else:
            _short_standing(surface, page, stands, table, player)
    surface.fill(theme.PANEL, page.foot)
    surface.fill(theme.PANEL_EDGE, (0, page.foot.top, page.foot.width, 1))
    picture = _emblem_of(moment)
    pad = page.unit // 2
    side = page.foot.height - 2 * pad
    spot = pygame.Rect(pad, page.foot.top + pad, side, side)
    draw_emblem(surface, spot, *picture)
    words = pygame.Rect(spot.right + pad, page.foot.top + pad // 2, page.foot.width - side - 3 * pad, side)
    text = _told(moment) if done else _doing(moment)
    size = round(page.unit * 0.98)
    colour = theme.GOLD if done else theme.INK
    lines = 2
    height = line_height(size) * (2 if theme.font(size, True).size(text)[0] > words.width else 1)
    words.top = page.foot.top + (page.foot.height - height) // 2
    draw_text(surface, text, words, size, colour, bold=True, lines=lines)


def _emblem_of(moment: Moment) -> tuple[str, str]:
    """What the picture below shows: emblem and army of the piece that acts."""
    piece = moment.moving or next((h.pieces[0] for h in moment.happenings if h.kind == "shove"), "")
    owner = owner_of(moment.setup, piece)
    return breed_of(piece), theme.dress_of(moment.setup, owner) if owner >= 0 else ""


def _doing(moment: Moment) -> str:
    """What is about to happen."""
    if moment.flicked is not None:
        owner = owner_of(moment.setup, moment.flicked)
        verb = "shoots" if is_projectile(moment.setup, moment.flicked) else "flicks"
        return f"{moment.setup.seats[owner].name} {verb} {an(piece_name(moment.setup, moment.flicked))}"
    if moment.thrown:
        return f"Four {piece_name(moment.setup, moment.thrown[0])}s are thrown"
    return next((h.text for h in moment.happenings if h.kind == "shove"), "")


def _held(setup: Setup, table: Table, player: int) -> tuple[list[Piece], int]:
    """The bases of a player on the mat, and how many bugs."""
    own = [piece for piece in table if piece.owner == player]
    bases = sorted((piece for piece in own if is_base(setup, piece.id)), key=lambda piece: piece.id)
    return bases, sum(is_bug(setup, piece.id) for piece in own)


def _draw_base(surface: pygame.Surface, spot: pygame.Rect, setup: Setup, base: Piece) -> None:
    small, damaged = base.kind == "small-base", base.face is Face.SPECIAL
    army = theme.dress_of(setup, base.owner)
    draw_emblem(surface, spot, base.id, army, special=damaged, small=small, kind="base")


def _short_standing(surface: pygame.Surface, page: Page, stands: Standing, table: Table, player: int) -> None:
    """Three or four players: badge, bases, bugs and points, each in an equal share of the bar."""
    setup, unit, head = stands.setup, page.unit, page.head
    seat, pad = setup.seats[player], page.unit // 3
    wide = head.width // len(setup.seats)
    out = player in stands.out
    badge = pygame.Rect(player * wide + pad, 0, head.height - 2 * pad, head.height - 2 * pad)
    badge.centery = head.centery
    draw_army_badge(surface, badge, theme.dress_of(setup, player))
    bases, bugs = _held(setup, table, player)
    room = wide - badge.width - 3 * pad
    ink = theme.INK_FAINT if out else theme.INK
    size, side = round(unit * 0.8), round(unit * 0.95)
    points = theme.font(size).render("" if out else f"{stands.points[player]} pts", True, theme.GOLD)
    surface.blit(points, ((player + 1) * wide - points.get_width() - pad, head.centery - points.get_height()))
    called = fitted(seat.name, size, room - points.get_width() - pad, bold=True)
    name = theme.font(size, True).render(called, True, ink)
    x = badge.right + pad
    surface.blit(name, (x, head.centery - name.get_height()))
    for base in () if out else bases:
        _draw_base(surface, pygame.Rect(x, head.centery + 1, side, side), setup, base)
        x += side + 1
    told = "out" if out else f"{bugs} bugs"
    facts = theme.font(size).render(fitted(told, size, player * wide + wide - x), True, theme.INK_SOFT)
    surface.blit(facts, (x + pad, head.centery))


def _standing(surface: pygame.Surface, page: Page, setup: Setup, table: Table, player: int) -> None:
    """Badge, name, bases and bugs of a player, the first on the left, the second on the right."""
    seat = setup.seats[player]
    style = theme.army_style(theme.dress_of(setup, player))
    unit, head = page.unit, page.head
    pad = unit // 2
    badge = pygame.Rect(0, 0, head.height - pad, head.height - pad)
    badge.centery = head.centery
    right = player % 2 == 1
    badge.left = head.right - pad // 2 - badge.width if right else pad // 2
    draw_army_badge(surface, badge, theme.dress_of(setup, player))
    size = unit
    bases, bugs = _held(setup, table, player)
    count = theme.font(size, True).render(str(bugs), True, theme.INK)
    side = round(unit * 1.25)
    room = head.width // 2 - badge.width - 3 * (side + 2) - count.get_width() - 4 * pad
    name = theme.font(size, True).render(fitted(seat.name, size, room, bold=True), True, theme.INK)
    x = badge.left - pad if right else badge.right + pad
    sign = -1 if right else 1

    def put(picture: pygame.Surface) -> None:
        nonlocal x
        left = x - picture.get_width() if right else x
        surface.blit(picture, (left, head.centery - picture.get_height() // 2))
        x += sign * (picture.get_width() + pad)

    put(name)
    for base in bases:
        left = x - side if right else x
        _draw_base(surface, pygame.Rect(left, head.centery - side // 2, side, side), setup, base)
        x += sign * (side + 2)
    x += sign * pad
    dot = unit // 3
    pygame.draw.aacircle(surface, style.colour, (x + sign * dot, head.centery), dot)
    x += sign * (2 * dot + pad // 2)
    put(count)


def draw_title(surface: pygame.Surface, page: Page, setup: Setup) -> None:
    """Who plays."""
    draw_backdrop(surface, surface.get_rect())
    width, height = page.size
    unit = page.unit
    row = pygame.Rect(0, round(height * 0.1), width, 0)
    y = draw_text(surface, "MICRO MUTANTS", row, round(unit * 2.5), theme.GOLD, bold=True, align="centre")
    row.top = y - unit // 3
    draw_text(surface, "E V O L U T I O N", row, round(unit * 1.1), theme.INK_SOFT, align="centre")
    count = len(setup.seats)
    side = min(width // (count + 1), round(height * 0.3))
    for player, seat in enumerate(setup.seats):
        army = army_of(setup, player)
        middle = width * (1 + 2 * player) // (2 * count)
        badge = pygame.Rect(0, 0, side, side)
        badge.center = (middle, round(height * 0.52))
        draw_army_badge(surface, badge, theme.dress_of(setup, player))
        share = width // count
        words = pygame.Rect(middle - share // 2 + 4, badge.bottom + unit // 2, share - 8, 0)
        size = round(unit * (1.5 if count == 2 else 1.1))
        words.top = draw_text(surface, seat.name, words, size, theme.INK, bold=True, align="centre")
        small = unit if count == 2 else round(unit * 0.8)
        draw_text(surface, army.name, words, small, theme.INK_SOFT, align="centre")
    if count == 2:
        versus = pygame.Rect(0, round(height * 0.52) - unit, width, 0)
        draw_text(surface, "vs", versus, round(unit * 1.4), theme.INK, bold=True, align="centre")


def draw_end(surface: pygame.Surface, page: Page, last: Scene, end: Happening | None) -> None:
    """The last table, dimmed, under the winner's badge on rays of light."""
    width, height = page.size
    setup = last.setup
    draw_scene(surface, View(last.table.mat, (0, 0, width, height)), last)
    surface.fill((84, 78, 74), special_flags=pygame.BLEND_RGB_MULT)
    surface.blit(vignette(width, height, 130), (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    unit = page.unit
    centre = (width // 2, round(height * 0.38))
    row = pygame.Rect(unit, round(height * 0.66), width - 2 * unit, 0)
    if end is None or not 0 <= end.player < len(setup.seats):
        words = "The match goes on." if end is None else end.text
        draw_text(surface, words, row, round(unit * 1.4), theme.GOLD, bold=True, align="centre", lines=2)
        return
    seat = setup.seats[end.player]
    _rays(surface, centre, round(min(width, height) * 0.46), theme.army_style(theme.dress_of(setup, end.player)).colour)
    side = round(min(width, height) * 0.34)
    badge = pygame.Rect(0, 0, side, side)
    badge.center = centre
    draw_army_badge(surface, badge, theme.dress_of(setup, end.player))
    row.top = draw_text(surface, f"{seat.name} wins", row, round(unit * 2.4), theme.GOLD, bold=True, align="centre")
    draw_text(surface, end.text, row, round(unit * 1.05), theme.INK, align="centre", lines=2)


def _told(moment: Moment) -> str:
    """The most important thing that came of a shot."""
    for kind in _TOLD:
        for happening in moment.happenings:
            if happening.kind == kind:
                return str(happening.text)
    return "It comes to rest."


def _rays(surface: pygame.Surface, centre: tuple[int, int], reach: int, colour: theme.Colour) -> None:
    layer = canvas(4 * reach, 4 * reach)
    pen = Pen(layer, 2 * reach, 2 * reach, 2 * reach, Inks(theme.BLACK, theme.WHITE, colour))
    warm = theme.mix(colour, theme.WHITE, 0.3)
    for far, alpha in ((1.0, 26), (0.86, 34), (0.7, 44)):
        for i in range(12):
            a, half = math.tau * i / 12, math.tau / 50
            ends = [(far * math.cos(a + d), far * math.sin(a + d)) for d in (-half, half)]
            pen.poly([(0.0, 0.0), *ends], (*warm, alpha))
    surface.blit(
        settle(layer, 2 * reach, 2 * reach),
        (centre[0] - reach, centre[1] - reach),
        special_flags=pygame.BLEND_PREMULTIPLIED,
    )
