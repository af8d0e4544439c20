"""A new match: who plays which army, and how."""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Sequence
from functools import partial
from typing import Any, Literal, cast

import msgspec
import pygame

from micromutants import rules
from micromutants.match import Match
from micromutants.rules import TERRAINS, Rulings, Seat, Setup
from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.form import Field
from micromutants.ui.screen import Screen
from micromutants.ui.screens.armychoice import dealt, draw_badges, lay_armies, reseated, shelf
from micromutants.ui.screens.matchchoices import (
    CARD_HINTS,
    COUNT_HINTS,
    DEXTERITY_HINTS,
    HANDS,
    MODE_HINTS,
    PREVIEW_HINTS,
    SEED_DIGITS,
    SIDES,
    TERRAIN_HINTS,
    WIDE,
    Choice,
    first_seats,
    kept_seats,
)
from micromutants.ui.screens.rulings import RulingsScreen
from micromutants.ui.session import PREVIEWS, Preview, Session
from micromutants.ui.settings import MatchKept

_HEAD, _FOOT = 58, 46
"""Heights of the heading and of the row of buttons at the bottom, at scale 1."""


class NewMatchScreen(Screen):
    """What is played on top, the seats side by side, what holds for all below."""

    needs = (780.0, 480.0)

    def __init__(self, app: App) -> None:
        super().__init__(app)
        last = app.settings.match
        self.shelf = shelf()
        self.seats = first_seats(app.settings, self.shelf.armies)
        self.players = last.players
        self.mode: Literal["basic", "advanced"] = last.mode
        self.terrain: tuple[str, ...] = last.terrain
        self.cards = last.rulings.abilities
        self.dexterity = app.settings.dexterity
        self.rulings = last.rulings
        self.seed = str(secrets.randbelow(10**6))
        self.preview: Preview = app.settings.preview
        self._start: Field | None = None
        self.badges: list[tuple[Field, str, bool]] = []
        self.leafed = [0] * 4

    # --- layout --------------------------------------------------------------------------------------------

    @property
    def _wide(self) -> bool:
        """Whether all seats fit beside each other, and all that holds for all in one row."""
        return self.units[0] >= WIDE

    @property
    def _frame(self) -> pygame.Rect:
        """Everything, in the middle of the window."""
        u = self.u
        width = min(self.app.size[0] - u(40), u(1060))
        return self.centred(width, min(self.app.size[1] - u(16), u(_HEAD + 16 + _FOOT) + self._whole))

    @property
    def _whole(self) -> int:
        """Height of all choices."""
        u, rows = self.u, -(-self.players // self._columns)
        return u(80 if self._wide else 148) + rows * (self._high + u(14)) + u(62 if self._wide else 130)

    @property
    def _columns(self) -> int:
        """How many seats are beside each other."""
        return self.players if self._wide else 2

    @property
    def roomy(self) -> bool:
        """Whether a seat has the width of half the screen."""
        return self._columns == 2

    @property
    def _high(self) -> int:
        """Height of a seat."""
        return self.u(360 if self.roomy and not self._wide else 390)

    def _down(self, units: float) -> int:
        """What is so far below the heading, at scale 1, in the window: it scrolls."""
        return self.scroll.top + self.u(units)

    def _panel(self, index: int) -> pygame.Rect:
        frame, gap = self._frame, self.u(14)
        width = (frame.width - gap * (self._columns - 1)) // self._columns
        row, column = divmod(index, self._columns)
        top = self._down(80 if self._wide else 148) + row * (self._high + gap)
        return pygame.Rect(frame.x + column * (width + gap), top, width, self._high)

    @property
    def _below(self) -> int:
        """Where the captions of what holds for all are."""
        return self._panel(self.players - 1).bottom + self.u(14)

    def layout(self) -> None:
        """Make the fields."""
        self.badges = []
        u, frame = self.u, self._frame
        more = self._whole
        head, foot = frame.y + u(_HEAD), u(_FOOT)
        bottom = min(frame.bottom - foot, head + more + u(16))
        view = pygame.Rect(frame.x, head, frame.width, bottom - u(8) - head)
        bar = pygame.Rect(frame.right + u(7), head, u(8), view.height)
        self.scroll.place(view, more if bottom < head + more else view.height, bar)
        with self.form.inside(self.scroll):
            self._lay_game()
            for index in range(self.players):
                self._lay_seat(index)
            self._lay_rest()
        back = pygame.Rect(frame.x, bottom, u(150), foot)
        self.form.button(back, "Back", self.back, style="big", key="Esc")
        rulings = pygame.Rect(back.right + u(8), bottom, u(150), foot)
        hint = "What the table agrees where the rules are silent."
        self.form.button(rulings, "Rulings", self._agree, style="big", hint=hint)
        start = pygame.Rect(frame.right - u(240), bottom, u(240), foot)
        self._start = self.form.button(start, "Start the match", self._begin, style="big_primary", why=self.why_not())

    def _row(self, x: int, y: int, width: int, choices: Sequence[Choice]) -> int:
        """Buttons of one in several beside each other; returns where the last one ends."""
        u, gap = self.u, self.u(8)
        for label, act, on, hint in choices:
            rect = pygame.Rect(x, y, width, u(36))
            self.form.button(rect, label, act, style="on" if on else "", hint=hint)
            x = rect.right + gap
        return x - gap

    def _lay_rest(self) -> None:
        """Seed, cards, hands, preview."""
        u, gap, frame, top = self.u, self.u(8), self._frame, self._below + self.u(22)
        seed = pygame.Rect(frame.x, top, u(150), u(36))
        self.form.text_entry(
            seed, self.seed, self._set_seed, limit=SEED_DIGITS, hint="The same seed throws the same dice."
        )
        again = pygame.Rect(seed.right + gap, top, u(110), u(36))
        self.form.button(again, "Other seed", self._reroll)
        cards = [
            (label, partial(self._set_cards, on), self.cards is on, CARD_HINTS[on])
            for on, label in ((True, "On"), (False, "Off"))
        ]
        end = self._row(again.right + u(34), top, u(86), cards)
        errs = [
            (label, partial(self._set_dexterity, on), self.dexterity is on, DEXTERITY_HINTS[on])
            for on, label in ((True, "Skill"), (False, "Luck"))
        ]
        self._row(end + u(34), top, u(86), errs)
        previews = [
            (name.title(), partial(self._set_preview, name), name == self.preview, PREVIEW_HINTS[name])
            for name in PREVIEWS
        ]
        width = u(96)
        if self._wide:
            self._row(frame.right - 3 * width - 2 * gap, top, width, previews)
        else:
            self._row(frame.x, top + u(68), width, previews)

    def _lay_game(self) -> None:
        """Number of players, mode, terrain."""
        u, gap, frame = self.u, self.u(6), self._frame
        y, high = self._down(28), u(38)
        x = frame.x
        for count in (2, 3, 4):
            rect = pygame.Rect(x, y, u(64), high)
            hint = COUNT_HINTS[count]
            style = "on" if count == self.players else ""
            self.form.button(rect, str(count), partial(self._set_players, count), style=style, hint=hint)
            x = rect.right + gap
        x += u(26)
        for mode, hint in MODE_HINTS.items():
            rect = pygame.Rect(x, y, u(112), high)
            style = "on" if mode == self.mode else ""
            self.form.button(rect, mode.title(), partial(self._set_mode, mode), style=style, hint=hint)
            x = rect.right + gap
        x, y = (x + u(26), y) if self._wide else (frame.x, y + u(68))
        room = frame.right - x - 2 * gap
        letters = sum(len(terrain) + 5 for terrain in TERRAINS)
        for terrain in TERRAINS:
            rect = pygame.Rect(x, y, room * (len(terrain) + 5) // letters, high)
            chosen = terrain in self.terrain
            full = len(self.terrain) == 2 and not chosen
            why = "There are two stars for templates: take one of them away first (S9)." if full else ""
            style = "on" if chosen else ""
            name = terrain.replace("-", " ").title()
            self.form.button(
                rect, name, partial(self._toggle, terrain), why=why, style=style, hint=TERRAIN_HINTS[terrain]
            )
            x = rect.right + gap

    def _lay_seat(self, index: int) -> None:
        seat, panel, u, gap = self.seats[index], self._panel(index), self.u, self.u(8)
        wide = self.roomy
        inner = panel.inflate(-u(32 if wide else 24), 0)
        y = panel.y + u(42)
        self.form.text_entry(
            pygame.Rect(inner.x, y, inner.width, u(36)),
            seat.name,
            partial(self._name, index),
        )
        y += u(64)
        half = (inner.width - gap) // 2
        high = u(50)
        lay_armies(self, index, pygame.Rect(inner.x, y, inner.width, 2 * high + gap))
        y += 2 * (high + gap) + u(22)
        labels = ("A person plays", "The program plays") if wide else ("Person", "Program")
        for position, (bot, label) in enumerate(zip((False, True), labels, strict=True)):
            rect = pygame.Rect(inner.x + position * (half + gap), y, half, u(36))
            self.form.button(rect, label, partial(self._change, index, bot=bot), style="on" if seat.bot is bot else "")
        y += u(36) + u(28)
        columns = 4 if wide else 2
        width = (inner.width - (columns - 1) * gap) // columns
        for position, (name, _, hint) in enumerate(HANDS):
            row, column = divmod(position, columns)
            rect = pygame.Rect(inner.x + column * (width + gap), y + row * u(34), width, u(36 if wide else 30))
            style = "on" if seat.hand == position else ""
            self.form.button(rect, name, partial(self._change, index, hand=position), style=style, hint=hint)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the panels and captions."""
        paint.backdrop(surface)
        u, frame = self.u, self._frame
        paint.text(surface, "New match", (frame.x, frame.y + u(4)), u(30), display=True)
        with self.scroll.clipped(surface):
            self._draw_captions(surface)
            for index in range(self.players):
                self._draw_seat(surface, index)

    def _draw_captions(self, surface: pygame.Surface) -> None:
        u, frame = self.u, self._frame

        def caption(words: str, x: int, y: int) -> None:
            paint.text(surface, words, (x, y), u(13), theme.INK_SOFT)

        top, game = self._down(6), frame.x + u(64) * 3 + u(44)
        caption("Players", frame.x, top)
        caption("Game", game, top)
        terrain = (game + u(112) * 2 + u(38), top) if self._wide else (frame.x, top + u(68))
        caption("Terrain, at most two", *terrain)
        below = self._below
        caption("Seed of dice and hands", frame.x, below)
        caption("Cards of breeds", frame.x + u(302), below)
        caption("How a hand errs", frame.x + u(302) + u(214), below)
        at = (frame.right - 3 * u(96) - 2 * u(8), below) if self._wide else (frame.x, below + u(68))
        caption("How much of a flick is foreseen", *at)

    def _draw_seat(self, surface: pygame.Surface, index: int) -> None:
        u, panel, seat = self.u, self._panel(index), self.seats[index]
        style = theme.army_style(theme.dress(self.shelf.armies[seat.army]))
        paint.panel(surface, panel, fill=theme.mix(theme.PANEL, style.colour, 0.10), edge=style.colour, radius=u(14))
        left = panel.x + u(16 if self.roomy else 12)
        words = f"Player {index + 1}, {SIDES[self.players][index]}"
        paint.text(surface, words, (left, panel.y + u(12)), u(15), theme.INK, bold=True, width=panel.width - u(20))
        for words, down in (("Army", 84), ("Seat", 222), ("Hand", 286)):
            paint.text(surface, words, (left, panel.y + u(down)), u(13), theme.INK_SOFT)

    def draw_still(self, surface: pygame.Surface) -> None:
        """Draw the buttons as they were, and badges and names on those of the armies."""
        super().draw_still(surface)
        draw_badges(self, surface)

    def draw_over(self, surface: pygame.Surface) -> None:
        """Draw badges and names on the buttons of the armies."""
        draw_badges(self, surface)
        super().draw_over(surface)

    # --- choices -------------------------------------------------------------------------------------------

    def _change(self, index: int, **changes: object) -> None:
        self.seats[index] = dataclasses.replace(self.seats[index], **changes)  # type: ignore[arg-type]
        self.relayout()

    def _set_players(self, count: int) -> None:
        self.players = count
        self.seats = reseated(self.seats, count)
        self.relayout()

    def _set_mode(self, mode: Literal["basic", "advanced"]) -> None:
        self.mode = mode
        self.relayout()

    def _set_cards(self, on: bool) -> None:
        self.cards = on
        self.relayout()

    def _set_dexterity(self, on: bool) -> None:
        self.dexterity = on
        self.relayout()

    def _agree(self) -> None:
        has = [("resources", self.mode == "advanced"), ("terrain", bool(self.terrain))]
        self.app.push(RulingsScreen(self.app, self.rulings, tuple(what for what, there in has if there), self._agreed))

    def _agreed(self, rulings: Rulings) -> None:
        self.rulings = rulings

    def _toggle(self, terrain: str) -> None:
        if terrain in self.terrain:
            self.terrain = tuple(t for t in self.terrain if t != terrain)
        elif len(self.terrain) < 2:
            self.terrain = (*self.terrain, terrain)
        self.relayout()

    def choose_army(self, index: int, key: str) -> None:
        """Give a seat an army, by its key on the shelf; who led it takes the one that the seat had."""
        self.seats[: self.players] = dealt(self.seats[: self.players], index, key)
        self.relayout()

    def _name(self, index: int, name: str) -> None:
        self.seats[index] = dataclasses.replace(self.seats[index], name=name)
        self._look_again()

    def _set_seed(self, text: str) -> None:
        self.seed = text
        self._look_again()

    def _reroll(self) -> None:
        self.seed = str(secrets.randbelow(10**6))
        self.relayout()

    def _set_preview(self, name: Preview) -> None:
        self.preview = name
        self.relayout()

    def _look_again(self) -> None:
        if self._start is not None:
            self.form.excuse(self._start, self.why_not())

    # --- the match -----------------------------------------------------------------------------------------

    def setup(self) -> Setup:
        """What has been chosen, as the rules see it."""
        seats = tuple(
            Seat(s.name.strip(), self.shelf.armies[s.army].id, HANDS[s.hand][1]) for s in self.seats[: self.players]
        )
        terrain = tuple(t for t in TERRAINS if t in self.terrain)
        own = tuple(self.shelf.armies[s.army] for s in self.seats[: self.players] if s.army in self.shelf.own)
        return Setup(
            seats,
            mode=self.mode,
            terrain=cast(Any, terrain),
            rulings=msgspec.structs.replace(self.rulings, abilities=self.cards, dexterity=self.dexterity),
            armies=own,
            preview=self.preview,
        )

    def why_not(self) -> str:
        """Why the match can not begin so; empty where it can."""
        for index, seat in enumerate(self.seats[: self.players]):
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

        bots = [index for index, seat in enumerate(self.seats[: self.players]) if seat.bot]
        setup = self.setup()
        match = Match.new(setup, int(self.seed), bots=bots)
        names = tuple(seat.name.strip() for seat in self.seats)
        kept = MatchKept(self.players, self.mode, setup.terrain, setup.rulings, kept_seats(self.seats))
        self.app.remember(names=names, preview=self.preview, dexterity=self.dexterity, match=kept)
        self.app.replace(TableScreen(self.app, Session(match)))
