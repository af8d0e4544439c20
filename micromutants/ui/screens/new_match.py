"""A new match: who plays which army, and how."""

from __future__ import annotations

import dataclasses
import secrets
from dataclasses import dataclass
from functools import partial

import pygame

from micromutants import rules
from micromutants.match import Match
from micromutants.physics.model import AVERAGE, EXACT, EXPERT, NOVICE, Hand
from micromutants.rules import Seat, Setup, load_armies
from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.draw import draw_army_badge
from micromutants.ui.form import Field
from micromutants.ui.screen import Screen
from micromutants.ui.session import PREVIEWS, Session

HANDS: tuple[tuple[str, Hand, str], ...] = (
    ("Exact", EXACT, "Every flick is exactly as it is aimed."),
    ("Expert", EXPERT, "A steady hand: about 1° and 1 to 2 % of the power beside the aim."),
    ("Average", AVERAGE, "About 3° and 3 to 4 % of the power beside the aim."),
    ("Novice", NOVICE, "About 6° and 5 to 9 % of the power beside the aim."),
)

_PREVIEW_HINTS = {
    "none": "The aim line only.",
    "short": "The first stretch of the path of a steady hand.",
    "full": "The whole path of a steady hand, and how far a flick may stray.",
}

SEED_DIGITS = 18


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """What is chosen for a seat."""

    name: str
    army: str
    bot: bool
    hand: int


class NewMatchScreen(Screen):
    """Two seats side by side, what holds for both below."""

    needs = (1060.0, 690.0)

    def __init__(self, app: App) -> None:
        super().__init__(app)
        names = app.settings.names
        self.seats = [
            SeatChoice(names[0], "usarthropods", False, 1),
            SeatChoice(names[1], "chitinians", True, 1),
        ]
        self.seed = str(secrets.randbelow(10**6))
        self.preview: str = app.settings.preview
        self._start: Field | None = None
        self._badges: list[tuple[pygame.Rect, str, bool]] = []

    # --- layout --------------------------------------------------------------------------------------------

    def _panel(self, index: int) -> pygame.Rect:
        u = self.u
        width = min(u(520), (self.app.size[0] - u(60)) // 2)
        left = self.app.size[0] // 2 - width - u(10) if index == 0 else self.app.size[0] // 2 + u(10)
        height = u(396)
        top = max(u(66), (self.app.size[1] - height - u(210)) // 2 + u(50))
        return pygame.Rect(left, top, width, height)

    def layout(self) -> None:
        """Make the fields."""
        self._badges = []
        for index in range(2):
            self._lay_seat(index)
        u, gap = self.u, self.u(8)
        first, second = self._panel(0), self._panel(1)
        top = first.bottom + u(38)
        seed = pygame.Rect(first.x, top, u(150), u(38))
        self.form.text_entry(
            seed, self.seed, self._set_seed, limit=SEED_DIGITS, hint="The same seed throws the same dice."
        )
        again = pygame.Rect(seed.right + gap, top, u(110), u(38))
        self.form.button(again, "Other seed", self._reroll)
        width = u(96)
        left = second.right - 3 * width - 2 * gap
        for position, name in enumerate(PREVIEWS):
            rect = pygame.Rect(left + position * (width + gap), top, width, u(38))
            style = "on" if name == self.preview else ""
            self.form.button(
                rect,
                name.title(),
                partial(self._set_preview, name),
                style=style,
                hint=_PREVIEW_HINTS[name],
            )
        self._options_top = top
        bottom = min(self.app.size[1] - u(62), top + u(60))
        back = pygame.Rect(first.x, bottom, u(150), u(46))
        self.form.button(back, "Back", self.back, style="big", key="Esc")
        start = pygame.Rect(second.right - u(240), bottom, u(240), u(46))
        self._start = self.form.button(start, "Start the match", self._begin, style="big_primary", why=self.why_not())

    def _lay_seat(self, index: int) -> None:
        seat, panel, u, gap = self.seats[index], self._panel(index), self.u, self.u(8)
        inner = panel.inflate(-u(36), 0)
        y = panel.y + u(46)
        self.form.text_entry(
            pygame.Rect(inner.x, y, inner.width, u(38)),
            seat.name,
            partial(self._name, index),
        )
        y += u(70)
        half = (inner.width - gap) // 2
        other = self.seats[1 - index]
        for position, army in enumerate(load_armies().values()):
            rect = pygame.Rect(inner.x + position % 2 * (half + gap), y + position // 2 * (u(52) + gap), half, u(52))
            taken = army.id == other.army
            whose = other.name.strip() or f"Player {2 - index}"
            why = f"{whose} leads the {army.name}: each player leads another army (S1)." if taken else ""
            self.form.button(
                rect,
                "",
                partial(self._army, index, army.id),
                why=why,
                style="on" if seat.army == army.id else "",
                hint=f"{army.motto}  ·  {army.strength}",
            )
            self._badges.append((rect, army.id, taken))
        y += 2 * (u(52) + gap) + u(26)
        for position, (bot, label) in enumerate(((False, "A person plays"), (True, "The program plays"))):
            rect = pygame.Rect(inner.x + position * (half + gap), y, half, u(38))
            self.form.button(rect, label, partial(self._bot, index, bot), style="on" if seat.bot is bot else "")
        y += u(38) + u(32)
        quarter = (inner.width - 3 * gap) // 4
        for position, (name, _, hint) in enumerate(HANDS):
            rect = pygame.Rect(inner.x + position * (quarter + gap), y, quarter, u(38))
            style = "on" if seat.hand == position else ""
            self.form.button(rect, name, partial(self._hand, index, position), style=style, hint=hint)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the panels and captions."""
        paint.backdrop(surface)
        u = self.u
        first = self._panel(0)
        paint.text(surface, "New match", (first.x, first.y - u(14)), u(30), bold=True, anchor="bottomleft")
        for index in range(2):
            panel, seat = self._panel(index), self.seats[index]
            style = theme.army_style(seat.army)
            paint.panel(
                surface, panel, fill=theme.mix(theme.PANEL, style.colour, 0.10), edge=style.colour, radius=u(14)
            )
            side = "near side" if index == 0 else "far side"
            left = panel.x + u(18)
            paint.text(surface, f"Player {index + 1}, {side}", (left, panel.y + u(15)), u(15), theme.INK, bold=True)
            paint.text(surface, "Army", (left, panel.y + u(92)), u(13), theme.INK_SOFT)
            paint.text(surface, "Seat", (left, panel.y + u(238)), u(13), theme.INK_SOFT)
            paint.text(surface, "Hand", (left, panel.y + u(308)), u(13), theme.INK_SOFT)
        second = self._panel(1)
        caption = self._options_top - u(22)
        paint.text(surface, "Seed of dice and hands", (first.x, caption), u(13), theme.INK_SOFT)
        paint.text(
            surface,
            "How much of a flick is foreseen",
            (second.right, caption),
            u(13),
            theme.INK_SOFT,
            anchor="topright",
        )

    def draw_over(self, surface: pygame.Surface) -> None:
        """Draw badges and names on the army buttons."""
        armies = load_armies()
        for rect, army, taken in self._badges:
            size = rect.height - self.u(12)
            badge = pygame.Rect(rect.x + self.u(7), rect.centery - size // 2, size, size)
            draw_army_badge(surface, badge, army)
            left = badge.right + self.u(9)
            ink = theme.INK_FAINT if taken else theme.INK
            width = rect.right - left - self.u(6)
            paint.text(
                surface,
                armies[army].name,
                (left, rect.centery + self.u(3)),
                self.u(15),
                ink,
                bold=True,
                anchor="bottomleft",
                width=width,
            )
            paint.text(
                surface,
                armies[army].strength,
                (left, rect.centery + self.u(4)),
                self.u(12.5),
                theme.INK_FAINT if taken else theme.INK_SOFT,
                width=width,
            )
            if taken:
                veil = pygame.Surface(badge.size, pygame.SRCALPHA)
                veil.fill((*theme.PANEL, 150))
                surface.blit(veil, badge)
        super().draw_over(surface)

    # --- choices -------------------------------------------------------------------------------------------

    def _change(self, index: int, **changes: object) -> None:
        self.seats[index] = dataclasses.replace(self.seats[index], **changes)  # type: ignore[arg-type]
        self.relayout()

    def _army(self, index: int, army: str) -> None:
        self._change(index, army=army)

    def _bot(self, index: int, bot: bool) -> None:
        self._change(index, bot=bot)

    def _hand(self, index: int, hand: int) -> None:
        self._change(index, hand=hand)

    def _name(self, index: int, name: str) -> None:
        self.seats[index] = dataclasses.replace(self.seats[index], name=name)
        self._look_again()

    def _set_seed(self, text: str) -> None:
        self.seed = text
        self._look_again()

    def _reroll(self) -> None:
        self.seed = str(secrets.randbelow(10**6))
        self.relayout()

    def _set_preview(self, name: str) -> None:
        self.preview = name
        self.relayout()

    def _look_again(self) -> None:
        if self._start is not None:
            self.form.excuse(self._start, self.why_not())

    # --- the match -----------------------------------------------------------------------------------------

    def setup(self) -> Setup:
        """What has been chosen, as the rules see it."""
        return Setup(tuple(Seat(s.name.strip(), s.army, HANDS[s.hand][1]) for s in self.seats))

    def why_not(self) -> str:
        """Why the match can not begin so; empty where it can."""
        for index, seat in enumerate(self.seats):
            if not seat.name.strip():
                return f"Player {index + 1} needs a name."
        if not (self.seed.isascii() and self.seed.isdigit()):
            return f"The seed must be a whole number of up to {SEED_DIGITS} digits."
        try:
            rules.start(self.setup())
        except ValueError as error:
            return str(error)
        return ""

    def _begin(self) -> None:
        from micromutants.ui.screens.table import TableScreen

        bots = [index for index, seat in enumerate(self.seats) if seat.bot]
        match = Match.new(self.setup(), int(self.seed), bots=bots)
        self.app.remember((self.seats[0].name.strip(), self.seats[1].name.strip()), self.preview)
        self.app.replace(TableScreen(self.app, Session(match, self.preview)))
